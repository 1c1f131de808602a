"""Generates a TypeScript file in which every call is typed as its Python signature declares it, and another with the
limits of their arguments.

The files are committed, so that reviews show a changed signature on both sides; a test fails when they are outdated.
"""

from __future__ import annotations

from reflow.codegen.module import typescript, typescript_limits

__all__ = ["typescript", "typescript_limits"]
