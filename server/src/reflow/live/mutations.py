"""Mutations: one transaction, exactly once, retried if the database requires it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import itertools
import random
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import asyncpg
import msgspec
import structlog
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from reflow.changes.pgoutput import SIGNALS
from reflow.errors import AppError, server_busy
from reflow.live.evaluation import failure_of
from reflow.live.hooks import HookCtx
from reflow.live.nodes import exact_text
from reflow.metrics import NO_METRICS, Metrics
from reflow.pagination import Cursors
from reflow.postgres.database import OUTDATED
from reflow.results import Failure
from reflow.values import encode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from datetime import datetime

    from reflow.auth.tokens import Identity
    from reflow.changes.commits import TransactionRef
    from reflow.dependencies import Dependencies
    from reflow.functions import Function, Query
    from reflow.postgres.database import Connection, Database, Row
    from reflow.statements import Statement

log = structlog.get_logger(__name__)

T = TypeVar("T")
Defer = Callable[["Connection", str, Mapping[str, object], "datetime | None"], Awaitable[None]]
"""Writes a job's row in a mutation's transaction: its name, its arguments, and the earliest time to run if not at
once.
"""

_NONCE = 12
_SEALED = "sealed:"  # no JSON text has this beginning
_MODE = "ISOLATION LEVEL SERIALIZABLE"
_LEAST_ATTEMPTS = 20
_CONTENTION = 10.0  # seconds of retries after conflicts; several processes conflict more often
_LONGEST_CONTENTION = 15.0  # seconds after which it gives up even after few, slow attempts
_PATIENCE = 30.0  # seconds for a lost database to come back
_PATIENCE_WITHOUT_NAME = 10.0  # the same over HTTP, where the caller keeps a request open and may repeat it
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # on a connection that the server has closed
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    OSError,
)
_RETRIED = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, *OUTDATED)
_REMEMBER = """
    INSERT INTO reflow_requests (session, request, fingerprint, result, subject, position)
    VALUES ($1, $2, $3, $4, $5, pg_current_wal_insert_lsn() - '0/0'::pg_lsn)"""
_XID = "SELECT pg_current_xact_id_if_assigned()::text::bigint"
_SIGNAL = "SELECT pg_logical_emit_message(true, $1::text, $2::text)::text"
_RECALL = "SELECT fingerprint, result FROM reflow_requests WHERE session = $1 AND request = $2"
_UNSEEN = "SELECT request FROM reflow_requests WHERE session = $1 AND position >= $2"
_FORGET = "DELETE FROM reflow_requests WHERE subject = $1"
_PRUNE = """
    WITH old AS (
        SELECT session, request FROM reflow_requests WHERE created_at < now() - interval '14 days' LIMIT 5000
    ), gone AS (DELETE FROM reflow_requests USING old
        WHERE reflow_requests.session = old.session AND reflow_requests.request = old.request RETURNING 1)
    SELECT count(*) AS count FROM gone"""


class IdempotencyKey:
    """The idempotency key of a client's mutation: its session and number. The same key never takes effect twice."""

    __slots__ = ("_key", "fingerprint", "number", "session", "subject")

    def __init__(
        self,
        session: str,
        number: int,
        function: Function[..., Any],
        given: Mapping[str, Any],
        identity: Identity | None,
        secret: bytes,
    ) -> None:
        self.session = session
        self.number = number
        who = None if identity is None else (identity.issuer, identity.subject)
        self.subject = b"" if who is None else subject_of(*who)
        text = msgspec.json.encode([function.path, who, exact_text(given)])
        # A keyed hash: with a plain one, an attacker with a dump could guess texts in the arguments.
        self.fingerprint = hmac.digest(secret, text, hashlib.sha256)
        # Never stored. A client that repeats the request sends the arguments again, and this key is derived from them.
        self._key = hmac.digest(hmac.digest(secret, b"answers", hashlib.sha256), text, hashlib.sha256)

    def seal(self, answer: str) -> str:
        """Encrypt an answer so that only a repeat of this request can read it."""
        nonce = secrets.token_bytes(_NONCE)
        return _SEALED + base64.b64encode(nonce + AESGCM(self._key).encrypt(nonce, answer.encode(), None)).decode()

    def open(self, kept: str) -> str:
        """Decrypt an answer. Answers from before encryption are plain JSON text."""
        if not kept.startswith(_SEALED):
            return kept
        raw = base64.b64decode(kept.removeprefix(_SEALED))
        return AESGCM(self._key).decrypt(raw[:_NONCE], raw[_NONCE:], None).decode()

    @property
    def ref(self) -> tuple[str, str]:
        """The reference to its transaction in the log."""
        return self.session, str(self.number)


class MutationResult(NamedTuple):
    """The result of running a mutation.

    Attributes:
        value: The result as JSON text; None after a failure.
        failure: The reason why there is none.
        commit: The reference to the transaction in the log; None if nothing was written, or if it was written before.
    """

    value: str | None = None
    failure: Failure | None = None
    commit: TransactionRef | None = None


@dataclass(slots=True)
class Invocation:
    """One mutation to run.

    Attributes:
        request: Its idempotency key; None for a caller that cannot repeat it.
        announce: Called with the reference to the transaction in the log, just before COMMIT.
        in_doubt: Whether a COMMIT was sent whose outcome is unknown.
        is_prepared: Whether the hook before the transaction has run.
    """

    function: Function[..., Any]
    given: dict[str, Any]
    identity: Identity | None
    request: IdempotencyKey | None
    announce: Callable[[TransactionRef], None]
    in_doubt: bool = False
    is_prepared: bool = False


class TransactionCtx:
    """The context of a mutation, and of the queries it runs in its own transaction."""

    def __init__(
        self, connection: Connection, identity: Identity | None, defer: Defer, secret: bytes, dependencies: Dependencies
    ) -> None:
        self._connection = connection
        self._defer = defer
        self._secret = secret
        self._dependencies = dependencies
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

    def get(self, kind: type[T]) -> T:
        return self._dependencies.of(kind)

    rows_unwatched = rows

    def watch(self, statement: Statement, given: Mapping[str, object], rows: Sequence[Row], /) -> None:
        """Does nothing: a transaction is not live."""

    async def row(self, statement: Statement, /, **given: object) -> Row | None:
        return await self._connection.row(statement, given)

    async def value(self, statement: Statement, /, **given: object) -> Any:
        row = await self._connection.row(statement, given)
        return None if row is None else row[0]

    async def execute(self, statement: Statement, /, **given: object) -> int:
        return await self._connection.execute(statement, given)

    async def run(self, query: Query[Any, Any], /, **given: Any) -> Any:
        inner = TransactionCtx(self._connection, self.identity, self._defer, self._secret, self._dependencies)
        return await query.call(inner, **query.complete(given))

    async def now(self) -> datetime:
        if self._now is None:
            (row,) = await self._connection.text("SELECT now()")
            self._now = row[0]
        return self._now

    async def defer(self, job: str, /, **arguments: object) -> None:
        await self._defer(self._connection, job, arguments, None)

    async def defer_until(self, moment: datetime, job: str, /, **arguments: object) -> None:
        await self._defer(self._connection, job, arguments, moment)

    async def signal(self, name: str, /, **values: str | None) -> None:
        await self._connection.text(_SIGNAL, SIGNALS, msgspec.json.encode((name, values)).decode())


class Mutations:
    """Runs mutations on a database.

    Args:
        defer: Writes a job's row in the mutation's transaction.
        secret: Signs cursors.
        dependencies: The objects that mutations get from :meth:`~reflow.context.Ctx.get`.
        metrics: Receives numbers for monitoring.
    """

    def __init__(
        self,
        database: Database,
        defer: Defer,
        secret: bytes,
        dependencies: Dependencies,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._database = database
        self._metrics = metrics
        self._defer = defer
        self._dependencies = dependencies
        self._secret = secret

    async def run(self, job: Invocation) -> MutationResult:
        """Run the mutation with retries, and return its result."""
        clock = asyncio.get_running_loop().time
        began = clock()
        for attempt in itertools.count(1):
            self._metrics.mutation_attempted(job.function.path, attempt)
            try:
                return await self._attempt_or_recall(job)
            except _RETRIED as error:
                last: Exception = error
                job.in_doubt = False
            except LOST as error:
                last = error
            if _is_over(job, last, attempt, clock() - began):
                self._metrics.mutation_given_up(job.function.path)
                return MutationResult(failure=_given_up(job, last))
            # Jitter: transactions that conflicted must not retry at the same time.
            await asyncio.sleep(random.uniform(0, 0.002 * 2 ** min(attempt, 8)))  # noqa: S311  # jitter, not a secret
        raise AssertionError("unreachable")

    async def _attempt_or_recall(self, job: Invocation) -> MutationResult:
        try:
            return await self._prepared(job) or await self._attempt(job)
        except Exception as error:
            # asyncpg's exception for a value that a parameter cannot have is among those for connections.
            if isinstance(error, (*_RETRIED, *LOST)) and not isinstance(error, ValueError):
                raise
            # An exception is the outcome, unless the mutation had been committed before.
            return await self.recall(job.request) or MutationResult(failure=failure_of(error))

    async def _prepared(self, job: Invocation) -> MutationResult | None:
        """Run the hook once; returns the stored answer if the mutation took effect before."""
        prepare = job.function.before_transaction
        if prepare is None or job.is_prepared:
            return None
        before = await self.recall(job.request)
        if before is not None:
            return before
        try:
            job.given = await prepare(HookCtx(job.identity, self._dependencies), job.given)
        except Exception as error:  # noqa: BLE001  # its exception is the outcome
            # This includes a lost database or a full disk: the hook is long work, and may have a rate limit.
            return MutationResult(failure=failure_of(error))
        job.is_prepared = True
        return None

    async def recall(self, request: IdempotencyKey | None) -> MutationResult | None:
        """The stored answer to this request; None if there is none."""
        if request is None:
            return None
        async with self._database.connection() as connection:
            rows = await connection.text(_RECALL, request.session, request.number)
        if not rows:
            return None
        if rows[0].fingerprint != request.fingerprint:
            return MutationResult(
                failure=failure_of(AppError("conflict", "This request number was used for something else."))
            )
        return MutationResult(request.open(rows[0].result))

    async def unseen(self, session: str, position: int) -> set[int]:
        """The requests of a session that were committed after this position of the log, as far as is known."""
        async with self._database.connection() as connection:
            return {row.request for row in await connection.text(_UNSEEN, session, position)}

    async def prune(self) -> None:
        """Delete the answers of requests that no client will repeat."""
        more = True
        while more:
            async with self._database.connection() as connection:
                (row,) = await connection.text(_PRUNE)
            more = row["count"] > 0

    async def _attempt(self, job: Invocation) -> MutationResult:
        async with self._database.connection() as connection, _transaction(connection):
            ctx = TransactionCtx(connection, job.identity, self._defer, self._secret, self._dependencies)
            value = encode(await job.function.call(ctx, **job.given), job.function.returns)
            if job.request is None:
                return MutationResult(value, commit=await _commit(connection, job))
            request = job.request
            job.announce(request.ref)
            job.in_doubt = True
            await connection.commit_with(
                _REMEMBER, request.session, request.number, request.fingerprint, request.seal(value), request.subject
            )
        return MutationResult(value, commit=request.ref)


def _is_over(job: Invocation, error: Exception, attempt: int, waited: float) -> bool:
    """Whether to give up after this many attempts and seconds."""
    if job.in_doubt and job.request is None:
        return True  # without an idempotency key the server cannot look up whether it committed
    if isinstance(error, LOST):
        return waited > (_PATIENCE_WITHOUT_NAME if job.request is None else _PATIENCE)
    return waited > (_CONTENTION if attempt >= _LEAST_ATTEMPTS else _LONGEST_CONTENTION)


def _given_up(job: Invocation, error: Exception) -> Failure:
    """The failure for the caller: `busy`, if certainly nothing was committed and they may repeat the call."""
    if job.in_doubt:
        return failure_of(error)
    log.warning("a mutation was given up", path=job.function.path, error=repr(error))
    return failure_of(server_busy())


def subject_of(issuer: str, subject: str) -> bytes:
    """A hash of the caller for their mutations' answers: enough to find these, not to identify the caller."""
    return hashlib.sha256(msgspec.json.encode([issuer, subject])).digest()[:16]


async def forget(connection: Connection, issuer: str, subject: str) -> None:
    """Delete the answers of a caller's mutations, in the connection's transaction, when their account is deleted.

    In a serializable transaction that also deletes rows which these mutations read, none of them can leave an answer.
    """
    await connection.text(_FORGET, subject_of(issuer, subject))


async def _commit(connection: Connection, job: Invocation) -> TransactionRef | None:
    ((xid,),) = await connection.text(_XID)
    if xid is not None:
        job.announce(xid)
        job.in_doubt = True
    await connection.raw.execute("COMMIT")
    return cast("TransactionRef | None", xid)


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
