"""A connection outside the pool, opened when it is needed, and again after it was lost."""

from __future__ import annotations

from reflow.postgres.database import Connection, Database


class KeptConnection:
    """One connection, kept open between uses. Not for two tasks at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None

    @property
    def lost(self) -> bool:
        """Whether there is none that could be used."""
        return self._connection is None or self._connection.raw.is_closed()

    async def get(self) -> Connection:
        """The connection. Raises what connecting raises."""
        if self._connection is None or self._connection.raw.is_closed():
            self._connection = await self._database.connect()
        return self._connection

    def drop(self) -> None:
        """Close it at once, whatever runs on it."""
        if self._connection is not None:
            self._connection.raw.terminate()
            self._connection = None
