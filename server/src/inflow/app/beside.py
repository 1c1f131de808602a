"""The database of a running Inflow, for commands that run at the same time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from inflow.app.settings import BadSetting, Settings
from reflow import Database
from reflow.embedded.place import Place


@asynccontextmanager
async def running_database(settings: Settings, *, size: int = 1) -> AsyncIterator[Database]:
    """The deployment's database, built-in or external.

    Args:
        size: How many connections may be open at once.

    Raises:
        BadSetting: It does not answer.
    """
    database = Database(dsn_of(settings), size=size)
    try:
        try:
            async with database.connection():
                pass
        except OSError as error:
            raise BadSetting(f"The database does not answer; start Inflow first. {error}") from None
        yield database
    finally:
        await database.close()


def dsn_of(settings: Settings) -> str:
    """The connection string of the deployment's database, built-in or external."""
    return settings.database_url or Place((settings.home_path / "postgres" / "cluster").resolve()).dsn
