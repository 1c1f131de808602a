"""Connections to PostgreSQL, and running statements on them.

It has its own last-in-first-out pool instead of asyncpg's: no reset query between uses (half of a pool's cost), the
most recently used connection first, and no session state to reset, because setting any is forbidden.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Self

import asyncpg
import msgspec

from reflow.errors import AppError, server_busy
from reflow.postgres.connecting import Servers

if TYPE_CHECKING:
    from asyncpg.prepared_stmt import PreparedStatement

    from reflow.statements import Statement

_SETTINGS = {
    "application_name": "reflow",
    "timezone": "UTC",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "30s",
    # PostgreSQL notices, too, that the network is gone, and releases the locks of a process that it lost.
    "tcp_keepalives_idle": "5s",
    "tcp_user_timeout": "10s",
    # It allocates a hash table for as many rows as the list has without its LIMIT: with a million posts, twenty
    # milliseconds for a page that takes one.
    "enable_memoize": "off",
    # One plan for all parameters: planning again takes longer than most statements do, and grows with the tables. The
    # tests check the same plan.
    "plan_cache_mode": "force_generic_plan",
}
PUBLIC = "public"
"""The schema of an app that names none."""
_SILENCE = 10  # seconds without an acknowledgement by PostgreSQL's machine
_GIVE_BACK_TIMEOUT = 5.0  # seconds
_LONGEST_WAIT = 10.0  # seconds for a place among the borrowers
SHARING_REST = 5.0  # seconds until a full disk is tried again
OUTDATED = (asyncpg.InvalidCachedStatementError, asyncpg.OutdatedSchemaCacheError)
"""The errors of running a prepared statement once after a migration. The next try prepares it again."""


class NoConnection(AppError):
    """The refusal of a call for which the server allows no connection."""


class Row(asyncpg.Record):
    """A row whose columns are read as attributes."""

    # asyncpg 0.32 never frees the values of a row of a class derived from its own once that row has been compared.
    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, Row) else other)

    __hash__ = asyncpg.Record.__hash__

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Connection:
    """One connection and its prepared statements. Only one task may use it at a time.

    Args:
        settings: The settings of its session.

    Attributes:
        schema: The schema of the app's tables and the engine's.
    """

    def __init__(self, raw: asyncpg.Connection[Row], schema: str, settings: Mapping[str, str]) -> None:
        self.raw = raw
        self.schema = schema
        self.settings = settings
        self._prepared: dict[str, PreparedStatement[Row]] = {}

    @classmethod
    async def connect(cls, servers: Servers, schema: str, settings: Mapping[str, str]) -> Connection:
        """Connect to the first server that serves."""
        # asyncpg names prepared statements only if its cache is on; PostgreSQL would plan each use of an unnamed one
        # again.
        raw = await servers.connect(server_settings=settings, record_class=Row)
        return await cls(raw, schema, settings).set_up()

    async def set_up(self) -> Self:
        """Prepare a new connection for its use. If that fails, the connection is closed."""
        try:
            _watch_network(self.raw)
            await self.raw.set_type_codec(
                "jsonb",
                schema="pg_catalog",
                encoder=lambda value: b"\x01" + msgspec.json.encode(value),
                decoder=lambda raw_value: msgspec.json.decode(raw_value[1:]),
                format="binary",
            )
        except BaseException:
            self.raw.terminate()
            raise
        return self

    async def begin(self, mode: str) -> None:
        """Begin a transaction.

        Args:
            mode: The SQL after BEGIN.
        """
        await self.raw.execute(f"BEGIN {mode}")

    async def rows(self, statement: Statement, given: Mapping[str, object]) -> list[Row]:
        """Every row of the result."""
        arguments = statement.arguments(given)
        prepared = await self._prepare(statement.text(given))
        with self._minding_the_schema():
            return await prepared.fetch(*arguments)

    async def row(self, statement: Statement, given: Mapping[str, object]) -> Row | None:
        """The first row, or None."""
        arguments = statement.arguments(given)
        prepared = await self._prepare(statement.text(given))
        with self._minding_the_schema():
            return await prepared.fetchrow(*arguments)

    async def execute(self, statement: Statement, given: Mapping[str, object]) -> int:
        """Run a statement; returns how many rows it touched."""
        arguments = statement.arguments(given)
        prepared = await self._prepare(statement.text(given))
        with self._minding_the_schema():
            await prepared.fetch(*arguments)
        return int((prepared.get_statusmsg() or "0").rpartition(" ")[2] or 0)

    async def text(self, sql: str, *arguments: object) -> list[Row]:
        """Run the engine's own SQL text."""
        prepared = await self._prepare(sql)
        return await prepared.fetch(*arguments)

    async def commit_with(self, sql: str, *arguments: str | int | bytes) -> None:
        """Run the engine's own SQL text and COMMIT, in one round trip."""
        prepared = await self._prepare(sql)
        given = ", ".join(map(_literal, arguments))
        await self.raw.execute(f'EXECUTE "{prepared.get_name()}" ({given}); COMMIT')

    async def _prepare(self, sql: str) -> PreparedStatement[Row]:
        prepared = self._prepared.get(sql)
        if prepared is None:
            prepared = self._prepared[sql] = await self.raw.prepare(sql, record_class=Row)
        return prepared

    @contextmanager
    def _minding_the_schema(self) -> Iterator[None]:
        """Forget all prepared statements if a migration has invalidated one; the caller's transaction is lost either
        way.
        """
        try:
            yield
        except OUTDATED:
            self._prepared.clear()
            raise


class Database:
    """A bounded pool of connections to one database.

    Args:
        dsn: A libpq connection string.
        size: The most connections open at once.
        schema: Where the app's tables and the engine's are. Statements name their tables without it. Apps with
            different schemas do not notice each other in one database.
        kind: :class:`~reflow.postgres.pooled.PooledConnection` if the DSN leads to a pooler in transaction mode.

    Attributes:
        in_use: How many connections are borrowed.
    """

    def __init__(self, dsn: str, *, size: int = 16, schema: str = PUBLIC, kind: type[Connection] = Connection) -> None:
        self.dsn = dsn
        self.schema = schema
        self._kind = kind
        self._servers = Servers(dsn)
        self._settings = _SETTINGS if schema == PUBLIC else {**_SETTINGS, "search_path": quoted(schema)}
        self.size = size
        self.in_use = 0
        self._idle: list[Connection] = []
        self._given_back = asyncio.Event()
        self._slots = asyncio.Semaphore(size)
        self._closed = False
        self._shares_from = 0.0

    @property
    def shares_snapshots(self) -> bool:
        """Whether connections may share a snapshot, for which the server writes a file."""
        return time.monotonic() >= self._shares_from

    def rest_from_sharing(self) -> None:
        """Share no snapshots for some seconds, because the server had no room for the last one."""
        self._shares_from = time.monotonic() + SHARING_REST

    @property
    def is_busy(self) -> bool:
        """Whether all connections are in use, so that the next caller must wait."""
        return self._slots.locked()

    async def connect(self) -> Connection:
        """A connection outside the pool; the caller closes it."""
        return await self._kind.connect(self._servers, self.schema, self._settings)

    async def connect_or_take(self) -> Connection:
        """A connection outside the pool, which the caller closes. If the server allows no further one, the pool gives
        one of its idle ones away.
        """
        try:
            return await self.connect()
        except asyncpg.TooManyConnectionsError:
            connection = self._pop_idle()
            if connection is None:
                raise
            return connection

    @asynccontextmanager
    async def connection(self, *, waits: bool = True) -> AsyncIterator[Connection]:
        """Borrow a connection. A broken one, or one left in a transaction, does not return to the pool.

        Args:
            waits: Whether to wait for another borrower's connection if the server allows no further one.

        Raises:
            NoConnection: ``busy``: all connections are in use, or the server allows no further one, and none was given
                back in time.
        """
        await self._enter()
        try:
            connection = await self._take(waits=waits)
            self.in_use += 1
            try:
                yield connection
            except asyncio.CancelledError:
                # It is unknown what the server was doing at the cancellation (a BEGIN, say).
                connection.raw.terminate()
                raise
            finally:
                self.in_use -= 1
                await self._give_back(connection)
        finally:
            self._slots.release()

    @asynccontextmanager
    async def transaction(
        self, mode: str = "ISOLATION LEVEL READ COMMITTED", *, waits: bool = True
    ) -> AsyncIterator[Connection]:
        """Borrow a connection inside a transaction: committed at the end, rolled back by an exception.

        Args:
            mode: The SQL after BEGIN.
            waits: See :meth:`connection`.
        """
        async with self.connection(waits=waits) as connection:
            await connection.begin(mode)
            try:
                yield connection
            except BaseException:
                await asyncio.shield(roll_back(connection))
                raise
            await connection.raw.execute("COMMIT")

    def snapshot(self, name: str) -> AbstractAsyncContextManager[Connection]:
        """Borrow a connection inside an exported snapshot, read only. It does not wait for other borrowers."""
        mode = f"ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '{name}'"
        return self.transaction(mode, waits=False)

    async def close(self) -> None:
        """Close the idle connections, and each borrowed one when it is returned."""
        self._closed = True
        while self._idle:
            await self._idle.pop().raw.close()

    def discard_idle(self) -> None:
        """Drop idle connections after the server went away."""
        while self._idle:
            self._idle.pop().raw.terminate()

    async def _enter(self) -> None:
        if not self._slots.locked():
            await self._slots.acquire()
            return
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                await self._slots.acquire()
        except TimeoutError:
            raise _no_connection() from None

    async def _take(self, *, waits: bool) -> Connection:
        # Not longer than this, because its caller may itself hold the only connection.
        ends = asyncio.get_running_loop().time() + _GIVE_BACK_TIMEOUT
        is_full = False
        while (connection := self._pop_idle()) is None:
            if not is_full or not self.in_use:
                try:
                    return await self.connect()
                except asyncpg.TooManyConnectionsError:
                    if is_full or not waits:
                        raise _no_connection() from None
                is_full = True
            elif not await self._one_is_given_back(ends):
                raise _no_connection()
        return connection

    def _pop_idle(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if not connection.raw.is_closed():
                return connection
        return None

    async def _one_is_given_back(self, ends: float) -> bool:
        self._given_back.clear()
        try:
            async with asyncio.timeout_at(ends):
                await self._given_back.wait()
        except TimeoutError:
            return False
        return True

    async def _give_back(self, connection: Connection) -> None:
        self._given_back.set()
        raw = connection.raw
        if raw.is_closed():
            return
        if self._closed or raw.is_in_transaction():
            raw.terminate()
            return
        self._idle.append(connection)


def _no_connection() -> NoConnection:
    busy = server_busy()
    return NoConnection(busy.code, busy.message)


def _watch_network(raw: asyncpg.Connection[Row]) -> None:
    """Let the connection fail once nothing has come from PostgreSQL's machine for about ten seconds.

    Where packets are lost without a word, TCP by itself waits a quarter of an hour for an answer to what it sent, and
    for ever if it sent nothing.
    """
    connected = raw._transport.get_extra_info("socket")  # type: ignore[attr-defined]  # asyncpg sets no options and shows no socket
    if connected.family == socket.AF_UNIX:
        return
    # uvloop's socket cannot set options. The copy of the descriptor is of the same connection.
    with socket.socket(fileno=os.dup(connected.fileno())) as same:
        same.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if sys.platform == "linux":
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, _SILENCE // 2)
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENCE * 1000)


def quoted(name: str) -> str:
    """A name as SQL."""
    return '"' + name.replace('"', '""') + '"'


def _literal(value: str | int | bytes) -> str:
    """A value as SQL. Texts are written as hex digits, so that they cannot contain SQL."""
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, bytes):
        return f"decode('{value.hex()}', 'hex')"
    return f"convert_from(decode('{value.encode().hex()}', 'hex'), 'UTF8')"


async def roll_back(connection: Connection) -> None:
    """Roll the transaction back. A connection that cannot is closed."""
    if not connection.raw.is_closed():
        try:
            async with asyncio.timeout(_GIVE_BACK_TIMEOUT):
                await connection.raw.execute("ROLLBACK")
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
            connection.raw.terminate()
