"""Very large transactions come while they run, and nothing waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import asyncpg
import psycopg
import pytest
from tests.reflow.changes.buffer import buffered
from tests.reflow.until import until

from reflow.changes import Change, Transaction, WalSource
from reflow.changes.stream import LogConnection
from reflow.postgres.database import Database

Written = Callable[[str], Awaitable[Transaction]]
MANY = 150_000
MUCH = 10_000
ONE_READ = 500  # messages; 16 kB have half of them
BULK = f"INSERT INTO tally SELECT n, 0 FROM generate_series(1, {MANY}) n"
PATIENCE = 60


def _streamed(source: WalSource) -> int:
    assert source._stream is not None
    return source._stream._decoder.streamed


async def _comes(source: WalSource, rows: int) -> None:
    """Wait until this many rows of running transactions have come."""
    await until(lambda: _streamed(source) >= rows)


@pytest.fixture
async def bulk(dsn: str) -> Any:
    """A second connection, for the large transaction."""
    connection = await asyncpg.connect(dsn)
    yield connection
    connection.terminate()


async def _delivered(source: WalSource, connection: Any) -> Transaction:
    """Commit the connection's transaction, and take it from the source."""
    xid = int(await connection.fetchval("SELECT pg_current_xact_id()::text"))
    await connection.execute("COMMIT")
    await source.committed(xid, within=PATIENCE)
    async with source.cut() as cut:
        [transaction] = [each for each in cut.transactions if each.xid == xid & 0xFFFFFFFF]
    return transaction


async def test_a_bulk_write_has_come_before_it_is_committed(source: WalSource, written: Written, bulk: Any) -> None:
    await bulk.execute(f"BEGIN; {BULK}")
    await _comes(source, MANY // 2)

    beside = await written("INSERT INTO people VALUES ('a', 'Alice')")
    assert beside.changes == [Change("people", {"id": "a", "name": "Alice", "town": None}, None)]

    done = await _delivered(source, bulk)
    assert done.whole_tables == {"tally"}
    assert done.changes == []


async def test_a_bulk_write_that_is_rolled_back_never_was(source: WalSource, written: Written, bulk: Any) -> None:
    await bulk.execute(f"BEGIN; {BULK}")
    await _comes(source, MANY // 2)
    await bulk.execute("ROLLBACK")

    done = await written("INSERT INTO tally VALUES (1, 1)")

    assert done.changes == [Change("tally", {"id": "1", "amount": "1"}, None)]
    assert done.whole_tables == frozenset()


async def test_a_savepoint_that_is_rolled_back_takes_its_rows_with_it(source: WalSource, bulk: Any) -> None:
    await bulk.execute("BEGIN; INSERT INTO people VALUES ('a', 'Alice')")
    await bulk.execute("SAVEPOINT s; INSERT INTO people VALUES ('b', 'Bob')")
    await bulk.execute(BULK)
    await _comes(source, MANY // 2)
    await bulk.execute("ROLLBACK TO s; INSERT INTO people VALUES ('c', 'Charlie')")

    done = await _delivered(source, bulk)

    assert [change.new["id"] for change in done.changes if change.new is not None] == ["a", "c"]


async def test_what_a_running_transaction_alters_is_seen_by_it_alone(
    source: WalSource, written: Written, bulk: Any
) -> None:
    await written("INSERT INTO people VALUES ('a', 'Alice', 'Faro')")
    await bulk.execute("BEGIN; ALTER TABLE people RENAME town TO home; INSERT INTO people VALUES ('b', 'Bob', 'Lagos')")
    await bulk.execute(BULK)
    await _comes(source, MANY // 2)
    await bulk.execute("ROLLBACK")

    after = await written("UPDATE people SET name = 'Alina' WHERE id = 'a'")

    assert after.changes == [Change("people", {"id": "a", "name": "Alina", "town": "Faro"}, None)]


async def test_two_that_run_at_once_are_not_mixed_up(source: WalSource, dsn: str, bulk: Any) -> None:
    other = await asyncpg.connect(dsn)
    await bulk.execute("BEGIN; INSERT INTO people VALUES ('a', 'Alice')")
    await other.execute("BEGIN; INSERT INTO people VALUES ('b', 'Bob')")
    await bulk.execute(BULK)
    await other.execute(f"INSERT INTO tally SELECT -n, 0 FROM generate_series(1, {MANY}) n")
    await _comes(source, MANY)

    first, second = await _delivered(source, other), await _delivered(source, bulk)
    other.terminate()

    for done, name in ((first, "b"), (second, "a")):
        assert [change.new["id"] for change in done.changes if change.new is not None] == [name]
        assert done.whole_tables == {"tally"}


async def test_a_busy_process_reads_all_that_has_come_meanwhile(database: Database, dsn: str) -> None:
    names = ["everything"]
    with buffered(dsn) as far:
        connect = partial(LogConnection.connect, far, names, lock_timeout="5s")
        source = WalSource(database, names, connect=connect)
        await source.start()
        with psycopg.connect(dsn) as busy:
            busy.execute(BULK)  # this process does nothing else meanwhile
        in_one_turn = 0
        while (before := _streamed(source)) < MUCH:
            await asyncio.sleep(0)
            in_one_turn = max(in_one_turn, _streamed(source) - before)
        await source.stop()

    assert in_one_turn > ONE_READ
