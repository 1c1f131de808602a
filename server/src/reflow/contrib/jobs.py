"""Jobs: work that a transaction defers and a worker does after it, on a procrastinate queue in the same database.

A mutation writes the job's row with its other rows, so a job exists if and only if they do. A job may run more than
once, so it must be idempotent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from psycopg.conninfo import conninfo_to_dict

from reflow.extras import missing_extra

try:
    import procrastinate
    from procrastinate.connector import Notify
    from procrastinate.schema import SchemaManager
except ModuleNotFoundError as error:
    raise missing_extra("jobs", error) from error

from reflow.postgres.database import PUBLIC, Connection, Database, quoted

log = logging.getLogger(__name__)

Task = Callable[..., Awaitable[Any]]

QUICK = "default"
SLOW = "slow"
"""The queue of jobs that may take minutes. Workers of their own do them, so that quick jobs never wait behind them."""
_SLOW_PREFIX = "slow:"

_POLL_EVERY = 1.0
_LOOK_EVERY = 0.5  # seconds; a job deferred by at least this long begins on time
_RESTART_PAUSE = 1.0
_CONNECT_TIMEOUT = 3  # seconds; closing a pool waits for connections that it is opening
_SILENT_FOR = 30.0  # seconds without a heartbeat after which a worker counts as dead
_RETRY = procrastinate.RetryStrategy(max_attempts=12, exponential_wait=2)
_UNKNOWN = "a job that this process does not know"
_UNKNOWN_AGAIN = 10  # seconds after which a job that this process does not know is offered again
_UNKNOWN_FOR = 24 * 3600  # seconds after which it fails; no version knows it then
_DEFER = """
    SELECT procrastinate_defer_jobs_v1(ARRAY[
        ROW($4::text, $1::text, 0, NULL, NULL, $2::jsonb, $3::timestamptz)::procrastinate_job_to_defer_v1])"""


_NEXT_DUE = """
    WITH look AS MATERIALIZED (SELECT clock_timestamp() AS at)
    SELECT look.at, extract(epoch FROM due.at - look.at)::float8 AS seconds
    FROM look, LATERAL (
        SELECT min(scheduled_at) AS at FROM procrastinate_jobs
        WHERE status = 'todo' AND scheduled_at > %(since)s
            AND scheduled_at <= look.at + %(horizon)s * interval '1 second') due"""
_DUE = msgspec.json.encode({"type": "job_inserted", "job_id": 0}).decode()
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_TICK = 0.002  # seconds; woken a little too early, the worker would find nothing and wait for its next poll
_COUNTS = "SELECT status::text AS status, count(*) AS count FROM procrastinate_jobs GROUP BY status"
_COUNTS_OF_DUE = """
    SELECT task_name AS kind, count(*) AS count FROM procrastinate_jobs
    WHERE status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now()) GROUP BY task_name"""
_WITHDRAW = """
    DELETE FROM procrastinate_jobs
    WHERE task_name = $1 AND args ->> $2 = ANY ($3::text[]) AND status <> 'doing'"""


def schema() -> str:
    """The queue's DDL, for a migration.

    Its triggers that NOTIFY are dropped again: a notification makes all commits of a database wait for each other.
    The workers poll.
    """
    return SchemaManager.get_schema() + _WITHOUT_NOTIFY


_WITHOUT_NOTIFY = """
DO $$
DECLARE found record;
BEGIN
    FOR found IN SELECT tgname FROM pg_trigger
        WHERE tgrelid = 'procrastinate_jobs'::regclass AND tgname LIKE '%notify%' AND NOT tgisinternal
    LOOP
        EXECUTE format('DROP TRIGGER %I ON procrastinate_jobs', found.tgname);
    END LOOP;
END;
$$;
"""


async def defer(
    connection: Connection, job: str, arguments: Mapping[str, object], not_before: datetime | None = None
) -> None:
    """Write a job's row in the connection's transaction. Arguments must fit JSON.

    Args:
        job: Its name, which is that of a task of the workers. One that begins with ``slow:`` waits in the queue `SLOW`.
        not_before: When it may begin, by the database's clock; at once if none.
    """
    queue = SLOW if job.startswith(_SLOW_PREFIX) else QUICK
    await connection.text(_DEFER, job, dict(arguments), not_before, queue)


async def withdraw(connection: Connection, job: str, argument: str, values: Sequence[str]) -> None:
    """Delete the jobs of this name that were deferred with one of these values as this argument, failed ones too.

    A running job is not deleted: it must find out by itself that its reason no longer exists.
    """
    await connection.text(_WITHDRAW, job, argument, list(values))


async def count_jobs(connection: Connection) -> dict[str, int]:
    """How many jobs there are by status: ``todo``, ``doing``, and ``failed`` after the last attempt."""
    return {row.status: row.count for row in await connection.text(_COUNTS)}


async def count_due_jobs(connection: Connection) -> dict[str, int]:
    """How many jobs wait for a worker though they are due, by the name that they are deferred by."""
    return {row.kind: row.count for row in await connection.text(_COUNTS_OF_DUE)}


class _PunctualConnector(procrastinate.PsycopgConnector):
    """Wakes the worker when a job is due. PostgreSQL sends no notifications for this queue, see :func:`schema`."""

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """Notify of a job when it becomes due, instead of when it is inserted."""
        channel = next(iter(channels))
        since = _LONG_AGO
        while True:
            row = await self.execute_query_one_async(_NEXT_DUE, since=since, horizon=_LOOK_EVERY)
            since = row["at"]  # includes jobs that become due between two queries
            if row["seconds"] is None:
                await asyncio.sleep(_LOOK_EVERY)
            else:
                await asyncio.sleep(max(row["seconds"], 0) + _TICK)
                await on_notification(channel=channel, payload=_DUE)


class _UnknownJob(Exception):
    """This process does not know the job: another version deferred it, and a process of that version can do it."""


async def _put_off(**_: object) -> None:
    raise _UnknownJob


class _Tasks(dict[str, Any]):
    """The library's tasks by name, with one for all names that are not there. Without it their jobs would fail at
    once.
    """

    def get(self, name: str, default: object = None) -> Any:
        return super().get(name, default) or self[_UNKNOWN]


class Worker:
    """Runs jobs as they come, several at a time, and those for later when they are due. While two versions work on one
    queue, a job that only one of them knows waits for that one.

    Args:
        tasks: The jobs that this process can do, by name.
        queue: The queue that it works on.
        connections: How many connections it may open.
    """

    def __init__(
        self, database: Database, tasks: Mapping[str, Task], *, queue: str = QUICK, connections: int = 3
    ) -> None:
        self._queue = queue
        # Without them, a connection whose network is gone is waited for. Other connections have the same limits.
        noticing = {"keepalives_idle": 5, "keepalives_interval": 1, "tcp_user_timeout": 10_000}
        connecting: dict[str, Any] = {"connect_timeout": _CONNECT_TIMEOUT, **noticing}
        if database.schema != PUBLIC:
            connecting["options"] = _options(database)
        self._app = procrastinate.App(
            connector=_PunctualConnector(conninfo=database.dsn, kwargs=connecting, min_size=1, max_size=connections)
        )
        for name, task in tasks.items():
            self._app.task(name=name, retry=_RETRY)(task)
        again = procrastinate.RetryStrategy(max_attempts=_UNKNOWN_FOR // _UNKNOWN_AGAIN, wait=_UNKNOWN_AGAIN)
        self._app.task(name=_UNKNOWN, retry=again)(_put_off)
        self._app.tasks = _Tasks(self._app.tasks)

    async def run(self) -> None:
        """Work until cancelled. If the database goes away, the worker waits for it."""
        while not _is_cancelled():
            try:
                await self._shift()
            except Exception:
                log.exception("jobs interrupted")
            await asyncio.sleep(0 if _is_cancelled() else _RESTART_PAUSE)

    async def _shift(self) -> None:
        """Work until an error or a cancellation."""
        try:
            await self._app.open_async()
            if _is_cancelled():
                return
            async with asyncio.TaskGroup() as group:
                rescuing = group.create_task(self._rescue())
                try:
                    await self._work()
                finally:
                    rescuing.cancel()
        finally:
            # Also if opening failed half-way: connections that the pool has begun to open would stay open.
            await self._app.close_async()

    async def _work(self) -> None:
        await self._app.run_worker_async(
            queues=[self._queue],
            concurrency=2,
            install_signal_handlers=False,
            listen_notify=True,
            fetch_job_polling_interval=_POLL_EVERY,
            delete_jobs="successful",
            shutdown_graceful_timeout=2,
        )

    async def _rescue(self) -> None:
        """Retry the jobs of workers that were killed while doing them."""
        manager = self._app.job_manager
        while not _is_cancelled():
            for job in await manager.get_stalled_jobs(seconds_since_heartbeat=_SILENT_FOR):
                log.warning("a job is taken up again", extra={"job": job.task_name})
                await manager.retry_job(job)
            await asyncio.sleep(0 if _is_cancelled() else _SILENT_FOR)


def _options(database: Database) -> str:
    """The options of the database's connection string, and the search path."""
    path = quoted(database.schema).replace("\\", "\\\\").replace(" ", "\\ ")
    return f"{conninfo_to_dict(database.dsn).get('options') or ''} -c search_path={path}".strip()


def _is_cancelled() -> bool:
    """Whether this task was cancelled. If that happens while it starts or queries the database, the library may swallow
    the exception and continue, so this is the only sign.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
