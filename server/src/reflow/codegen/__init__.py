"""Generates one TypeScript file in which every call is typed as its Python signature declares it.

The file is committed, so that reviews show a changed signature on both sides; a test fails when the file is outdated.
"""

from __future__ import annotations

from reflow.codegen.module import typescript

__all__ = ["typescript"]
