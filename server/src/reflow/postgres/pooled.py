"""Connections through a pooler in transaction mode, such as PgBouncer.

Such a pooler may send each transaction of a connection to another session of PostgreSQL. So a session's settings are
given to each transaction, and statements have no names: PostgreSQL plans each use anew, and a use takes a second round
trip.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import asyncpg

from reflow.postgres.database import Connection, Row, roll_back

if TYPE_CHECKING:
    from reflow.postgres.connecting import Servers
    from reflow.statements import Statement

_NAME: Final = "application_name"
"""The only one of our settings that poolers take at the start of a connection."""
_BY_ITSELF: Final = "ISOLATION LEVEL READ COMMITTED"
_FULL: Final = "no more connections allowed"
"""PgBouncer says so where PostgreSQL has an error of its own."""
_LONGEST_QUEUE: Final = 5.0  # seconds in the pooler's queue, where PostgreSQL's limits do not hold yet


class PooledConnection(Connection):
    """A connection whose pooler shares the sessions of PostgreSQL between transactions."""

    @classmethod
    async def connect(cls, servers: Servers, schema: str, settings: Mapping[str, str]) -> Connection:
        """Connect to the first pooler that serves.

        Raises:
            asyncpg.TooManyConnectionsError: It allows no further one.
        """
        named = {name: value for name, value in settings.items() if name == _NAME}
        try:
            raw = await servers.connect(server_settings=named, record_class=Row, statement_cache_size=0)
        except asyncpg.ProtocolViolationError as error:
            if _FULL not in str(error):
                raise
            raise asyncpg.TooManyConnectionsError(str(error)) from error
        return await cls(raw, schema, settings).set_up()

    async def begin(self, mode: str) -> None:
        """Begin a transaction with the settings of a session.

        Raises:
            TimeoutError: The pooler had no session for so long. The connection is closed.
        """
        settings = (f"SET LOCAL {name} = {_literal(value)}" for name, value in self.settings.items() if name != _NAME)
        try:
            async with asyncio.timeout(_LONGEST_QUEUE):
                await self.raw.execute("; ".join((f"BEGIN {mode}", *settings)))
        except TimeoutError:
            self.raw.terminate()
            raise

    async def rows(self, statement: Statement, given: Mapping[str, object]) -> list[Row]:
        """Every row of the result."""
        return await self.text(statement.text(given), *statement.arguments(given))

    async def row(self, statement: Statement, given: Mapping[str, object]) -> Row | None:
        """The first row, or None."""
        async with self._in_transaction():
            return await self.raw.fetchrow(statement.text(given), *statement.arguments(given), record_class=Row)

    async def execute(self, statement: Statement, given: Mapping[str, object]) -> int:
        """Run a statement; returns how many rows it touched."""
        async with self._in_transaction():
            status = await self.raw.execute(statement.text(given), *statement.arguments(given))
        return int(status.rpartition(" ")[2] or 0)

    async def text(self, sql: str, *arguments: object) -> list[Row]:
        """Run the engine's own SQL text."""
        async with self._in_transaction():
            return await self.raw.fetch(sql, *arguments, record_class=Row)

    async def commit_with(self, sql: str, *arguments: str | int | bytes) -> None:
        """Run the engine's own SQL text, then COMMIT."""
        await self.raw.execute(sql, *arguments)
        await self.raw.execute("COMMIT")

    @asynccontextmanager
    async def _in_transaction(self) -> AsyncIterator[None]:
        """The connection's transaction, or one of its own: the parts of a statement must meet the same session."""
        if self.raw.is_in_transaction():
            yield
            return
        await self.begin(_BY_ITSELF)
        try:
            yield
        except BaseException:
            await asyncio.shield(roll_back(self))
            raise
        await self.raw.execute("COMMIT")


def _literal(value: str) -> str:
    """A setting's value as SQL; that of the search path is the name of a schema already."""
    return value if value.startswith('"') else f"'{value}'"
