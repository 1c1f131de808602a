"""Writes the browser's half of the signatures: one TypeScript file in which every call is typed as Python declares it.

The file is committed, so that a change of a signature shows in review on both sides; a test fails when it is stale.
"""

from __future__ import annotations

from reflow.codegen.module import typescript

__all__ = ["typescript"]
