"""Why Inflow cannot start here, in sentences for whoever runs it. What nobody foresaw keeps its traceback."""

from __future__ import annotations

import asyncpg
import psycopg
import sqlalchemy as sa

from inflow.app.settings import BadSetting
from inflow.core.sealing import CannotOpen
from reflow.changes.source import SourceUnproven
from reflow.embedded import EmbeddedPostgresError


class Unfit(RuntimeError):
    """Inflow cannot run on what it was given; the text says what is missing."""


def sentences(error: BaseException) -> str | None:
    """What to tell the operator, or None where the error is a bug of ours."""
    match error:
        case Unfit() | BadSetting() | EmbeddedPostgresError() | SourceUnproven():
            return str(error)
        case sa.exc.DBAPIError():
            return _of_database(error.orig or error)
        case psycopg.Error() | asyncpg.PostgresError() | asyncpg.InterfaceError():
            return _of_database(error)
        case OSError():
            return f"{error.strerror}: {error.filename}" if error.filename else str(error)
        case _:
            # Identity says it in words when the secret is not the database's.
            return str(error) if isinstance(error.__context__, CannotOpen) else None


def _of_database(error: BaseException) -> str:
    said = str(error).strip() or type(error).__name__
    return f"The database cannot be used: {said}\nINFLOW_DATABASE_URL says which it is; see docs/self-hosting.md."
