"""The error of the embedded server."""

from __future__ import annotations


class EmbeddedPostgresError(Exception):
    """The embedded server cannot run here; the text tells the operator why, in sentences."""
