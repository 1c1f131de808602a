"""A job exists if and only if its transaction committed, and is done even if a worker dies during it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from tests.conftest import NewDatabase

from reflow.contrib import jobs
from reflow.contrib.jobs import SLOW, Worker, defer, schema
from reflow.postgres.database import Database


@pytest.fixture
async def database(new_database: NewDatabase) -> AsyncIterator[Database]:
    dsn = await new_database()
    connection = await asyncpg.connect(dsn)
    await connection.execute(schema())
    await connection.close()
    database = Database(dsn)
    yield database
    await database.close()


async def test_a_job_is_done_after_its_transaction(database: Database) -> None:
    async with database.transaction() as connection:
        await defer(connection, "write", {"word": "hello"})

    assert await _first_word(database) == "hello"


async def test_a_queue_may_be_in_the_schema_of_its_app(new_database: NewDatabase) -> None:
    database = Database(await new_database(), schema="of its own")
    async with database.transaction() as connection:
        await connection.raw.execute(f'CREATE SCHEMA "of its own"; {schema()}')
        await defer(connection, "write", {"word": "hello"})

    assert await _first_word(database) == "hello"
    await database.close()


async def test_a_job_of_a_transaction_that_failed_is_never_done(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with database.transaction() as connection:
            await defer(connection, "write", {"word": "never"})
            raise ZeroDivisionError

    async with database.transaction() as connection:
        await defer(connection, "write", {"word": "hello"})

    assert await _first_word(database) == "hello"


async def test_a_job_for_later_waits_until_then(database: Database) -> None:
    soon = datetime.now(UTC) + timedelta(seconds=1)
    async with database.transaction() as connection:
        await defer(connection, "write", {"word": "in an hour"}, soon + timedelta(hours=1))
        await defer(connection, "write", {"word": "in a second"}, soon)
        await defer(connection, "write", {"word": "at once"})
    written: dict[str, datetime] = {}
    done = asyncio.Event()

    async def write(word: str) -> None:
        written[word] = datetime.now(UTC)
        if written.keys() >= {"at once", "in a second"}:
            done.set()

    async with _working(Worker(database, {"write": write})):
        await done.wait()

    assert written["in a second"] >= soon
    assert "in an hour" not in written


async def test_a_job_that_only_another_version_knows_waits_for_a_process_of_that_version(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_UNKNOWN_AGAIN", 1)
    async with database.transaction() as connection:
        await defer(connection, "write in colour", {"word": "hello", "colour": "green"})
    written: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    async def write(word: str) -> None:
        raise AssertionError(word)

    async def write_in_colour(word: str, colour: str) -> None:
        written.put_nowait((word, colour))

    async with _working(Worker(database, {"write": write})):
        while (await _states(database)) != [("todo", 1)]:  # noqa: ASYNC110  # the worker changes it
            await asyncio.sleep(0.01)
    async with _working(Worker(database, {"write": write, "write in colour": write_in_colour})):
        assert await written.get() == ("hello", "green")


async def test_a_job_that_is_due_soon_does_not_wait_for_the_next_poll(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reflow.contrib.jobs._POLL_EVERY", 3_600.0)
    done: list[str] = []
    both = asyncio.Event()

    async def write(word: str) -> None:
        done.append(word)
        if len(done) == 2:
            both.set()

    now = datetime.now(UTC)
    async with database.transaction() as connection:
        for seconds in (2, 1):
            await defer(connection, "write", {"word": f"{seconds}"}, now + timedelta(seconds=seconds))
    async with _working(Worker(database, {"write": write})):
        await both.wait()

    assert sorted(done) == ["1", "2"]


async def test_a_quick_job_does_not_wait_for_slow_ones(database: Database) -> None:
    begun: asyncio.Queue[str] = asyncio.Queue()
    end = asyncio.Event()

    async def read(word: str) -> None:
        begun.put_nowait(word)
        await end.wait()

    async def write(word: str) -> None:
        begun.put_nowait(word)

    async with database.transaction() as connection:
        for number in range(4):
            await defer(connection, "slow:read", {"word": f"slow {number}"})
    slow = Worker(database, {"slow:read": read}, queue=SLOW, connections=1)
    async with _working(slow), _working(Worker(database, {"write": write}, connections=2)):
        assert {await begun.get(), await begun.get()} == {"slow 0", "slow 1"}
        async with database.transaction() as connection:
            await defer(connection, "write", {"word": "quick"})

        assert await begun.get() == "quick"
        end.set()
        assert {await begun.get(), await begun.get()} == {"slow 2", "slow 3"}


async def test_a_job_that_fails_is_tried_again(database: Database) -> None:
    tries: list[str] = []
    done = asyncio.Event()

    async def write(word: str) -> None:
        tries.append(word)
        if len(tries) == 1:
            raise ConnectionError("not now")
        done.set()

    async with database.transaction() as connection:
        await defer(connection, "write", {"word": "hello"})
    async with _working(Worker(database, {"write": write})):
        await done.wait()

    assert tries == ["hello", "hello"]


async def test_a_job_whose_worker_was_killed_is_taken_up_again(database: Database) -> None:
    async with database.transaction() as connection:
        await defer(connection, "write", {"word": "hello"})
        # The rows of a worker that was killed an hour ago.
        await connection.text(
            "WITH dead AS (INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 hour')"
            " RETURNING id) UPDATE procrastinate_jobs SET status = 'doing', worker_id = (SELECT id FROM dead)"
        )

    assert await _first_word(database) == "hello"


async def test_no_commit_waits_for_a_notification(database: Database) -> None:
    async with database.connection() as connection:
        triggers = await connection.text("SELECT tgname::text AS name FROM pg_trigger WHERE tgname LIKE '%notify%'")

    assert triggers == []


@pytest.mark.parametrize("turns", range(0, 60, 3))
async def test_a_worker_that_is_ended_while_it_starts_leaves_nothing_behind(
    database: Database, caplog: pytest.LogCaptureFixture, turns: int
) -> None:
    before = asyncio.all_tasks()
    working = asyncio.ensure_future(Worker(database, {}).run())
    for _ in range(turns):
        await asyncio.sleep(0)

    await _end(working)

    assert _begun_since(before) == set()
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_nor_where_the_database_does_not_answer(caplog: pytest.LogCaptureFixture) -> None:
    called = asyncio.Event()
    silent = await asyncio.start_server(lambda *_: called.set(), "127.0.0.1", 0)
    before = asyncio.all_tasks()
    host, port = silent.sockets[0].getsockname()
    working = asyncio.ensure_future(Worker(Database(f"postgresql://inflow@{host}:{port}/inflow"), {}).run())
    await called.wait()

    await _end(working)
    silent.close()

    assert _begun_since(before) == set()
    assert [record.message for record in caplog.records if "couldn't stop" in record.message] == []


def _begun_since(before: set[asyncio.Task[Any]]) -> set[asyncio.Task[Any]]:
    """The tasks that began since, without those of an engine that other tests of this process keep running."""
    return {task for task in asyncio.all_tasks() - before if "RecomputePass" not in str(task.get_coro())}


async def _end(task: asyncio.Future[None]) -> None:
    """Cancel the worker as the application does at its end: again, if it did not react the first time."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=6)


async def _first_word(database: Database) -> str:
    written: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def write(word: str) -> None:
        written.set_result(word)

    async with _working(Worker(database, {"write": write})):
        return await written


class _working:  # noqa: N801  # reads as a word in a with statement
    """A worker at work."""

    def __init__(self, worker: Worker) -> None:
        self._task = asyncio.ensure_future(worker.run())

    async def __aenter__(self) -> None:
        """The worker runs already."""

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def _states(database: Database) -> list[tuple[str, int]]:
    """Status and attempts of all jobs."""
    async with database.connection() as connection:
        rows = await connection.text("SELECT status::text AS status, attempts FROM procrastinate_jobs ORDER BY id")
    return [(row.status, row.attempts) for row in rows]
