"""Jobs: work that is promised in a transaction and done after it, on a procrastinate queue in the same database.

A mutation writes the job's row with whatever else it writes, so a job exists exactly if its reason does. A job may run
more than once; it must not matter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import procrastinate
import structlog
from procrastinate.schema import SchemaManager

from reflow.store import Connection, Database

log = structlog.get_logger(__name__)

Task = Callable[..., Awaitable[Any]]

_POLL_EVERY = 1.0
_RESTART_PAUSE = 1.0
_RETRY = procrastinate.RetryStrategy(max_attempts=12, exponential_wait=2)
_DEFER = """
    SELECT procrastinate_defer_jobs_v1(ARRAY[
        ROW('default', $1::text, 0, NULL, NULL, $2::jsonb, NULL)::procrastinate_job_to_defer_v1])"""


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


async def defer(connection: Connection, job: str, arguments: Mapping[str, object]) -> None:
    """Write a job's row in the connection's transaction. Arguments must fit JSON."""
    await connection.text(_DEFER, job, dict(arguments))


class Worker:
    """Runs jobs as they come, several at a time.

    Args:
        tasks: The jobs this process can do, by name.
    """

    def __init__(self, database: Database, tasks: Mapping[str, Task]) -> None:
        self._app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(conninfo=database.dsn, min_size=1, max_size=3)
        )
        for name, task in tasks.items():
            self._app.task(name=name, retry=_RETRY)(task)

    async def run(self) -> None:
        """Work until cancelled. A database that goes away is waited for."""
        while True:
            try:
                async with self._app.open_async():
                    await self._app.run_worker_async(
                        concurrency=2,
                        install_signal_handlers=False,
                        listen_notify=False,
                        fetch_job_polling_interval=_POLL_EVERY,
                        delete_jobs="successful",
                        shutdown_graceful_timeout=2,
                    )
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("jobs interrupted")
            with suppress(TimeoutError):
                await asyncio.sleep(_RESTART_PAUSE)
