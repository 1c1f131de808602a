"""A connection outside the pool, opened on first use and again after a loss."""

from __future__ import annotations

import asyncio

from reflow.postgres.database import Connection, Database

_LEAVING = 5.0  # seconds


class KeptConnection:
    """One connection, kept open between uses. Only one task may use it at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def lost(self) -> bool:
        """Whether there is no usable connection."""
        return self._connection is None or self._connection.raw.is_closed()

    async def get(self) -> Connection:
        """The connection, opened if necessary. Raises the errors of connecting."""
        if self._connection is None or self._connection.raw.is_closed():
            self._connection = await self._database.connect_or_take()
        return self._connection

    def move(self, database: Database) -> None:
        """Connect to this database from now on."""
        if database is not self._database:
            self._database = database
            self.leave()

    def leave(self) -> None:
        """Give it up while a stopped statement runs on it. Closing it at once would leave the statement running in the
        database, so that is done once the statement has ended.
        """
        connection, self._connection = self._connection, None
        if connection is not None:
            self._leaving.add(task := asyncio.create_task(_close(connection)))
            task.add_done_callback(self._leaving.discard)

    def drop(self) -> None:
        """Close it at once, even while a statement runs on it."""
        if self._connection is not None:
            self._connection.raw.terminate()
            self._connection = None


async def _close(connection: Connection) -> None:
    try:
        await connection.raw.close(timeout=_LEAVING)
    except Exception:  # noqa: BLE001  # it is of no use any more, whatever is wrong with it
        connection.raw.terminate()
