"""The errors of backups."""

from __future__ import annotations

from typing import Final

import asyncpg
import obstore

from inflow.backup.rules import BadRule
from reflow import AppError
from reflow.embedded.base_backup import BackupFailed


class BackupRefused(Exception):
    """A backup cannot be made, read or restored; the text tells the operator why, in sentences."""


FAILURES: Final[tuple[type[Exception], ...]] = (
    *(BackupRefused, BackupFailed, BadRule, AppError, OSError),
    *(asyncpg.PostgresError, asyncpg.InterfaceError, obstore.exceptions.BaseError),
)
"""What a backup itself, the disk, the bucket, the network and the database may raise."""
