"""Mutations: one transaction, exactly once, retried if the database requires it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import itertools
import logging
import random
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import asyncpg
import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from reflow.changes.publication import live_index
from reflow.errors import AppError, server_busy, timed_out
from reflow.limits.concurrency import NotAdmitted
from reflow.live.admission import Admission
from reflow.live.deadlines import DeadlineReports
from reflow.live.evaluation import failure_of
from reflow.live.hooks import HookCtx
from reflow.live.nodes import exact_text
from reflow.live.retries import ABORTED, COLLISIONS, LOST, NO_ROOM, READ_ONLY, is_over
from reflow.live.stored_results import REMEMBER, begin_next_period
from reflow.live.transaction_ctx import TransactionCtx
from reflow.metrics import NO_METRICS, Metrics
from reflow.postgres.database import NoConnection
from reflow.results import Failure
from reflow.values import encode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from reflow.changes.commits import TransactionRef
    from reflow.dependencies import Dependencies
    from reflow.functions import Function
    from reflow.identity import Identity
    from reflow.live.admission import Call
    from reflow.live.transaction_ctx import Defer
    from reflow.postgres.database import Connection, Database

log = logging.getLogger(__name__)

_NONCE = 12
_FULL_AGAIN = 60.0  # seconds between two lines in the log about a full disk
_SEALED = "sealed:"  # no JSON text has this beginning
_MODE = "ISOLATION LEVEL SERIALIZABLE; SET LOCAL lock_timeout = '2s'"
"""A mutation that waits longer for a lock would keep a connection from others. Reads have their own deadlines."""
_XID = "SELECT pg_current_xact_id_if_assigned()::text::bigint"
_RECALL = "SELECT fingerprint, result FROM reflow_requests WHERE session = $1 AND request = $2"
_UNSEEN = """
    SELECT request FROM reflow_requests WHERE session = $1 AND position >= least(
        coalesce((SELECT position + $2 - ts FROM reflow_epoch WHERE ts <= $2 ORDER BY ts DESC LIMIT 1), 0),
        (SELECT min(position) FROM reflow_epoch WHERE ts > $2)
    )"""
_FORGET = "DELETE FROM reflow_requests WHERE subject = $1"


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
        call: Its place in the queues of calls that collide; None before its first attempt.
    """

    function: Function[..., Any]
    given: dict[str, Any]
    identity: Identity | None
    request: IdempotencyKey | None
    announce: Callable[[TransactionRef], None]
    in_doubt: bool = False
    is_prepared: bool = False
    call: Call | None = None


class _RaisedByFunction(Exception):
    """A function raised an error that looks like one of the connection's."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


class _PastDeadline(Exception):
    """The function was stopped."""


class Mutations:
    """Runs mutations on a database.

    Args:
        defer: Writes a job's row in the mutation's transaction.
        secret: Signs cursors.
        dependencies: The objects that mutations get from :meth:`~reflow.context.Ctx.get`.
        metrics: Receives numbers for monitoring.

    Attributes:
        counts: The transactions of each function, by its path, since the process began.
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
        self._says_full_from = 0.0
        self._reports = DeadlineReports(metrics)
        # Some connections are for other functions, however long all calls of one may take.
        self._admission = Admission(most=max(1, database.size - max(1, database.size // 8)))
        self.counts = self._admission.counts

    async def run(self, job: Invocation) -> MutationResult:
        """Run the mutation with retries, and return its result."""
        clock = asyncio.get_running_loop().time
        began = clock()
        for attempt in itertools.count(1):
            self._metrics.mutation_attempted(job.function.path, attempt)
            doubted = job.in_doubt
            try:
                return await self._attempt_or_recall(job)
            except (*ABORTED, *READ_ONLY) as error:
                last: Exception = error
                job.in_doubt = doubted  # this attempt has certainly not committed
                if isinstance(error, COLLISIONS):
                    self._metrics.mutation_collided(job.function.path)
            except (*LOST, NotAdmitted) as error:
                last = error
            except NoConnection as error:
                if not job.in_doubt:
                    return MutationResult(failure=failure_of(error))
                last = error
            if is_over(last, attempt, clock() - began, has_name=job.request is not None, in_doubt=job.in_doubt):
                self._metrics.mutation_given_up(job.function.path)
                return MutationResult(failure=self._given_up(job, last))
            await self._pause(job, last, attempt)
        raise AssertionError("unreachable")

    def _given_up(self, job: Invocation, error: Exception) -> Failure:
        """The failure for the caller: `busy`, if certainly nothing was committed and they may repeat the call."""
        if job.in_doubt:
            return failure_of(error)
        now = time.monotonic()
        if not isinstance(error, NO_ROOM):
            log.warning("a mutation was given up", extra={"path": job.function.path, "error": repr(error)})
        elif now >= self._says_full_from:
            # A line for each would fill the disk of the log, too.
            log.error("the database has no room", extra={"path": job.function.path, "error": repr(error)})
            self._says_full_from = now + _FULL_AGAIN
        return failure_of(server_busy())

    async def _pause(self, job: Invocation, error: Exception, attempt: int) -> None:
        """Wait before the next attempt, unless it waits in a queue for the calls that it collided with."""
        if isinstance(error, READ_ONLY):
            self._database.discard_idle()  # they lead to the same server
        if isinstance(error, LOST):
            self._admission.forget()  # while the database is away, calls must not wait for each other's attempts
        if isinstance(error, COLLISIONS) and job.call is not None:
            attempt = job.call.unexplained
        if attempt:
            # Jitter: transactions that conflicted must not retry at the same time.
            await asyncio.sleep(random.uniform(0, 0.002 * 2 ** min(attempt, 8)))  # noqa: S311  # jitter, not a secret

    async def _attempt_or_recall(self, job: Invocation) -> MutationResult:
        try:
            return await self._prepared(job) or await self._admitted(job)
        except _PastDeadline:
            self._reports.report(job.function.path, job.given, job.function.deadline, "a mutation took too long")
            return await self.recall(job.request) or MutationResult(failure=failure_of(timed_out()))
        except _RaisedByFunction as raised:
            return await self.recall(job.request) or MutationResult(failure=failure_of(raised.error))
        except Exception as error:
            # asyncpg's exception for a value that a parameter cannot have is among those for connections.
            if isinstance(error, (*ABORTED, *LOST, NotAdmitted)) and not isinstance(error, ValueError):
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

    async def unseen(self, session: str, ts: int) -> set[int]:
        """The requests of a session that were committed after this timestamp, as far as is known."""
        async with self._database.connection() as connection:
            return {row.request for row in await connection.text(_UNSEEN, session, ts)}

    async def forget_old_results(self) -> None:
        """Delete the results of requests that no client will repeat, if it is time."""
        await begin_next_period(self._database)

    async def _admitted(self, job: Invocation) -> MutationResult:
        """Run the transaction once its turn has come. The call holds no connection while it waits."""
        call = job.call = job.call or self._admission.call(job.function.path, job.given, job.identity)
        while True:
            async with self._admission.admit(call), self._database.connection() as connection:
                if self._admission.must_queue_again(call):
                    continue  # while it waited for the connection, a call like it collided
                with self._admission.attempt(call):
                    return await self._attempt(job, connection)

    async def _attempt(self, job: Invocation, connection: Connection) -> MutationResult:
        async with _transaction(connection):
            ctx = TransactionCtx(connection, job.identity, self._defer, self._secret, self._dependencies)
            value = encode(await _called(job, ctx, connection), job.function.returns)
            if job.request is None:
                return MutationResult(value, commit=await _commit(connection, job))
            request = job.request
            job.announce(request.ref)
            job.in_doubt = True
            await connection.commit_with(
                REMEMBER, request.session, request.number, request.fingerprint, request.seal(value), request.subject
            )
        return MutationResult(value, commit=request.ref)


async def _called(job: Invocation, ctx: TransactionCtx, connection: Connection) -> Any:
    """The function's result. An error of a lost connection is told from one that the function raises by itself.

    Raises:
        _PastDeadline: The function was stopped, because it took too long.
        asyncpg.SerializationError: Also for a duplicate in the index of a replica identity. This index contains the
            primary key, so another transaction has just inserted the row. ``INSERT … ON CONFLICT`` raises this error
            in a race that it resolves for the index that it names.
    """
    limit = asyncio.timeout(job.function.deadline)
    try:
        async with limit:
            return await job.function.call(ctx, **job.given)
    except asyncpg.UniqueViolationError as error:
        if error.table_name is None or error.constraint_name != live_index(error.table_name):
            raise
        raise asyncpg.SerializationError(str(error)) from error
    except (OSError, asyncpg.InterfaceError) as error:
        if isinstance(error, TimeoutError) and limit.expired():
            raise _PastDeadline from error
        if connection.raw.is_closed():
            raise
        raise _RaisedByFunction(error) from error


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
    try:
        await connection.begin(_MODE)
    except asyncpg.FeatureNotSupportedError as error:
        # A standby has no serializable transactions.
        raise asyncpg.ReadOnlySQLTransactionError(str(error)) from error
    try:
        yield
    except BaseException:
        if connection.raw.is_in_transaction():
            with suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await asyncio.shield(connection.raw.execute("ROLLBACK"))
        raise
