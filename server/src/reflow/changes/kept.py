"""A connection outside the pool, opened on first use and again after a loss."""

from __future__ import annotations

from reflow.postgres.database import Connection, Database


class KeptConnection:
    """One connection, kept open between uses. Only one task may use it at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None

    @property
    def lost(self) -> bool:
        """Whether there is no usable connection."""
        return self._connection is None or self._connection.raw.is_closed()

    async def get(self) -> Connection:
        """The connection, opened if necessary. Raises the errors of connecting."""
        if self._connection is None or self._connection.raw.is_closed():
            self._connection = await self._database.connect()
        return self._connection

    def drop(self) -> None:
        """Close it at once, even while a statement runs on it."""
        if self._connection is not None:
            self._connection.raw.terminate()
            self._connection = None
