"""Mutations: one transaction, exactly once, retried where the database says so."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import asyncpg
import msgspec

from reflow.errors import AppError
from reflow.evaluation import Failure, failure_of
from reflow.nodes import exact_text
from reflow.pagination import Cursors
from reflow.values import encode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from datetime import datetime

    from reflow.auth import Identity
    from reflow.functions import Function, Query
    from reflow.statements import Statement
    from reflow.store import Connection, Database, Row

Defer = Callable[["Connection", str, Mapping[str, object]], Awaitable[None]]

_MODE = "ISOLATION LEVEL SERIALIZABLE"
_MOST_ATTEMPTS = 20
_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    OSError,
)
_RETRIED = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
_REMEMBER = """
    INSERT INTO reflow_requests (session, request, fingerprint, result, position)
    VALUES ($1, $2, $3, $4, pg_current_wal_insert_lsn() - '0/0'::pg_lsn)
    RETURNING pg_current_xact_id()::text::bigint"""
_XID = "SELECT pg_current_xact_id_if_assigned()::text::bigint"
_RECALL = "SELECT fingerprint, result FROM reflow_requests WHERE session = $1 AND request = $2"
_UNSEEN = "SELECT request FROM reflow_requests WHERE session = $1 AND position >= $2"
_PRUNE = "DELETE FROM reflow_requests WHERE created_at < now() - interval '14 days'"


class Outcome:
    """What became of a mutation or action.

    Attributes:
        value: The result as JSON text; None after a failure.
        ts: The position at which the effects are visible; None if nothing was written, or not known.
        failure: Why it was refused.
    """

    __slots__ = ("failure", "ts", "value")

    def __init__(self, value: str | None = None, ts: int | None = None, failure: Failure | None = None) -> None:
        self.value = value
        self.ts = ts
        self.failure = failure


class Request:
    """A client's name for one mutation: its session and number. The same name never takes effect twice."""

    __slots__ = ("fingerprint", "number", "session")

    def __init__(
        self,
        session: str,
        number: int,
        function: Function[..., Any],
        given: Mapping[str, Any],
        identity: Identity | None,
    ) -> None:
        self.session = session
        self.number = number
        who = None if identity is None else (identity.issuer, identity.subject)
        text = msgspec.json.encode([function.path, who, exact_text(given)])
        self.fingerprint = hashlib.sha256(text).digest()


@dataclass(slots=True)
class Work:
    """One mutation to run.

    Attributes:
        request: Its name, None for a caller that cannot repeat it.
        announce: Told the transaction's id just before COMMIT.
    """

    function: Function[..., Any]
    given: dict[str, Any]
    identity: Identity | None
    request: Request | None
    announce: Callable[[int], None]


class TransactionCtx:
    """The context of a mutation, and of the queries it runs in its own transaction."""

    def __init__(self, connection: Connection, identity: Identity | None, defer: Defer, secret: bytes) -> None:
        self._connection = connection
        self._defer = defer
        self._secret = secret
        self.identity = identity
        self._now: datetime | None = None
        self.cursors = Cursors(secret, "")
        self.journal: str | None = None

    @property
    def signed_in(self) -> bool:
        return self.identity is not None

    @property
    def paging(self) -> TransactionCtx:
        return self

    async def rows(self, statement: Statement, /, **given: object) -> list[Row]:
        return await self._connection.rows(statement, given)

    rows_unwatched = rows

    def watch(self, statement: Statement, given: Mapping[str, object], rows: Sequence[Row], /) -> None:
        """A transaction is not live."""

    async def row(self, statement: Statement, /, **given: object) -> Row | None:
        return await self._connection.row(statement, given)

    async def value(self, statement: Statement, /, **given: object) -> Any:
        row = await self._connection.row(statement, given)
        return None if row is None else row[0]

    async def execute(self, statement: Statement, /, **given: object) -> int:
        return await self._connection.execute(statement, given)

    async def run(self, query: Query[Any, Any], /, **given: Any) -> Any:
        inner = TransactionCtx(self._connection, self.identity, self._defer, self._secret)
        return await query.call(inner, **query.complete(given))

    async def now(self) -> datetime:
        if self._now is None:
            (row,) = await self._connection.text("SELECT now()")
            self._now = row[0]
        return self._now

    async def defer(self, job: str, /, **arguments: object) -> None:
        await self._defer(self._connection, job, arguments)


class Mutations:
    """Runs mutations on a database.

    Args:
        defer: Writes a job's row in the mutation's transaction.
        secret: Signs cursors.
    """

    def __init__(self, database: Database, defer: Defer, secret: bytes) -> None:
        self._database = database
        self._defer = defer
        self._secret = secret

    async def run(self, job: Work) -> tuple[str | None, Failure | None]:
        """The result as JSON text, or why there is none."""
        last: Exception = TimeoutError()
        for attempt in range(_MOST_ATTEMPTS):
            try:
                return await self._attempt(job), None
            except _RETRIED as error:
                last = error
            except _LOST as error:
                # Nobody knows whether it was committed. With a name it can be asked for; without, it is not repeated.
                last = error
                if job.request is None:
                    break
            except Exception as error:  # noqa: BLE001  # whatever a mutation raises is its outcome
                return await self.recall(job.request) or (None, failure_of(error))
            # Those who collided must not collide again in step.
            await asyncio.sleep(random.uniform(0, 0.002 * 2 ** min(attempt, 8)))  # noqa: S311  # jitter, not a secret
        return None, failure_of(last)

    async def recall(self, request: Request | None) -> tuple[str | None, Failure | None] | None:
        """What this request answered before, or None."""
        if request is None:
            return None
        async with self._database.connection() as connection:
            rows = await connection.text(_RECALL, request.session, request.number)
        if not rows:
            return None
        if rows[0].fingerprint != request.fingerprint:
            return None, failure_of(AppError("conflict", "This request number was used for something else."))
        return rows[0].result, None

    async def unseen(self, session: str, position: int) -> set[int]:
        """The requests of a session that were committed behind this position of the log, as far as one can tell."""
        async with self._database.connection() as connection:
            return {row.request for row in await connection.text(_UNSEEN, session, position)}

    async def prune(self) -> None:
        """Forget requests that no client will repeat."""
        async with self._database.connection() as connection:
            await connection.text(_PRUNE)

    async def _attempt(self, job: Work) -> str:
        async with self._database.connection() as connection, _transaction(connection):
            ctx = TransactionCtx(connection, job.identity, self._defer, self._secret)
            value = encode(await job.function.call(ctx, **job.given), job.function.returns)
            if job.request is not None:
                request = job.request
                (row,) = await connection.text(_REMEMBER, request.session, request.number, request.fingerprint, value)
            else:
                (row,) = await connection.text(_XID)
            if row[0] is not None:
                job.announce(row[0])
            await connection.raw.execute("COMMIT")
        return value


@asynccontextmanager
async def _transaction(connection: Connection) -> AsyncIterator[None]:
    """BEGIN, and ROLLBACK unless the body committed."""
    await connection.raw.execute(f"BEGIN {_MODE}")
    try:
        yield
    except BaseException:
        if connection.raw.is_in_transaction():
            with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await asyncio.shield(connection.raw.execute("ROLLBACK"))
        raise
