"""The one error of the embedded server."""

from __future__ import annotations


class EmbeddedPostgresError(Exception):
    """The embedded server cannot be had here; the text says why, in sentences for whoever runs the app."""
