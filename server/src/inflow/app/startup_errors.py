"""Reasons for which Inflow cannot start, as messages to the operator. Unexpected errors keep their traceback."""

from __future__ import annotations

import asyncpg
import psycopg
import sqlalchemy as sa

from inflow.app.settings import BadSetting
from inflow.core.encryption import DecryptionFailed
from reflow.changes.source import SourceUnproven
from reflow.embedded import EmbeddedPostgresError


class StartupError(RuntimeError):
    """Inflow cannot run with this configuration; the text names the missing part."""


def operator_message(error: BaseException) -> str | None:
    """The message for the operator; None if the error is a bug in Inflow."""
    match error:
        case StartupError() | BadSetting() | EmbeddedPostgresError() | SourceUnproven():
            return str(error)
        case sa.exc.DBAPIError():
            return _database_message(error.orig or error)
        case psycopg.Error() | asyncpg.PostgresError() | asyncpg.InterfaceError():
            return _database_message(error)
        case OSError():
            return f"{error.strerror}: {error.filename}" if error.filename else str(error)
        case _:
            # Identity's own message explains that the secret does not fit the database.
            return str(error) if isinstance(error.__context__, DecryptionFailed) else None


def _database_message(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return f"The database cannot be used: {text}\nINFLOW_DATABASE_URL says which it is; see docs/self-hosting.md."
