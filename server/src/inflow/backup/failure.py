"""The errors of backups."""

from __future__ import annotations


class BackupRefused(Exception):
    """A backup cannot be made, read or restored; the text tells the operator why, in sentences."""
