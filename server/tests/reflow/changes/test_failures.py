"""The stream may end at any time; the source must not miss a change because of it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
import psycopg
import pytest

from reflow.changes import CutLost, SourceUnproven, WalSource, wal
from reflow.embedded import EmbeddedPostgres
from reflow.postgres.database import Database

SLOTS = "SELECT slot_name::text FROM pg_replication_slots WHERE database = current_database()"
KILL_STREAM = """
    SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE database = current_database()
"""
INSERT = "INSERT INTO tally VALUES ($1, 0) RETURNING pg_current_xact_id()::text"


async def until(source: WalSource, true: Callable[[], bool]) -> None:
    """Wait until a condition on the source holds, and check it whenever the source reports pending changes."""
    called = asyncio.Event()
    source.on_pending = called.set
    async with asyncio.timeout(60):
        while not true():
            await called.wait()
            called.clear()


@pytest.fixture
async def writer(dsn: str) -> AsyncIterator[Any]:
    """A connection on which a test leaves a transaction open."""
    connection = await asyncpg.connect(dsn)
    yield connection
    connection.terminate()


async def test_a_cut_stream_comes_back_on_a_new_slot_with_a_gap(source: WalSource, psql: Any) -> None:
    old = await psql.fetchval(SLOTS)
    await psql.fetchval(KILL_STREAM)
    await until(source, lambda: not source.healthy)
    missed = int(await psql.fetchval(INSERT, 1))
    await until(source, lambda: source.healthy)

    assert await psql.fetchval(SLOTS) != old
    async with source.cut() as cut:
        assert cut.resync_required
        assert [row.id for row in await cut.connection.text("SELECT id FROM tally")] == [1]
    seen = await source.committed(int(await psql.fetchval(INSERT, 2)))
    async with source.cut() as after:
        assert not after.resync_required
        assert after.ts >= seen > cut.ts
        assert [done.changes[0].new for done in after.transactions] == [{"id": "2", "amount": "0"}]
    assert missed & 0xFFFFFFFF not in {done.xid for done in after.transactions}


async def test_a_server_that_crashed_and_came_back_is_followed_again(
    source: WalSource, psql: Any, dsn: str, postgres: EmbeddedPostgres
) -> None:
    before = await source.committed(int(await psql.fetchval(INSERT, 1)))
    os.kill(int((postgres.place.data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)
    await until(source, lambda: not source.healthy)
    with pytest.raises(CutLost):
        async with source.cut():
            pytest.fail("there is no server")
    await postgres.ensure()
    await until(source, lambda: source.healthy)

    again = await asyncpg.connect(dsn)
    await source.committed(int(await again.fetchval(INSERT, 2)))
    async with source.cut() as cut:
        assert cut.resync_required
        assert cut.ts > before
        assert len(await cut.connection.text("SELECT id FROM tally")) == 2
    await again.close()


async def test_without_a_stream_every_cut_has_a_gap_and_shows_the_latest(
    source: WalSource, psql: Any, writer: Any
) -> None:
    await writer.execute("BEGIN; INSERT INTO tally VALUES (0, 0)")
    await psql.fetchval(KILL_STREAM)
    await until(source, lambda: not source.healthy)
    last = 0
    for number in (1, 2):
        await psql.fetchval(INSERT, number)
        async with source.cut() as cut:
            assert cut.resync_required
            assert not cut.exact
            assert cut.ts > last
            last = cut.ts
            assert (await cut.connection.text("SELECT max(id) AS last FROM tally"))[0].last == number

    await writer.execute("COMMIT")
    await until(source, lambda: source.healthy)


async def test_a_start_that_meets_an_open_write_serves_without_and_follows_later(
    database: Database, psql: Any, writer: Any
) -> None:
    source = WalSource(database, ["everything"], lock_timeout="50ms")
    # The epoch's row must exist, as after any earlier start: the source writes when it creates one.
    await writer.execute("BEGIN; INSERT INTO tally VALUES (1, 0)")

    await source.start()

    assert not source.healthy
    async with source.cut() as cut:
        assert cut.resync_required
    await writer.execute("COMMIT")
    await until(source, lambda: source.healthy)
    xid = int(await psql.fetchval(INSERT, 2))
    assert await source.committed(xid) > cut.ts
    await source.stop()


async def test_a_write_that_was_open_at_the_gap_is_not_missed(source: WalSource, psql: Any) -> None:
    await psql.fetchval(KILL_STREAM)
    await until(source, lambda: not source.healthy)
    await until(source, lambda: source.healthy)
    await psql.execute("BEGIN")
    xid = int(await psql.fetchval(INSERT, 1))
    async with source.cut() as cut:
        assert cut.resync_required
    await psql.execute("COMMIT")
    await source.committed(xid)

    async with source.cut() as after:
        assert [done.xid for done in after.transactions] == [xid & 0xFFFFFFFF]
        assert not after.resync_required


async def test_a_missing_publication_fails_loudly(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wal, "_PROOF_PATIENCE", 0.3)
    source = WalSource(database, ["nowhere"])

    # Before version 18, the server itself ends the stream.
    with pytest.raises((SourceUnproven, psycopg.Error), match="nowhere"):
        await source.start()


async def test_a_server_that_is_not_there_fails_loudly() -> None:
    source = WalSource(Database("postgresql://postgres@/postgres?host=/nowhere"), ["everything"])

    with pytest.raises(Exception, match="nowhere"):
        await source.start()


async def test_stopping_leaves_no_slot(database: Database, psql: Any) -> None:
    source = WalSource(database, ["everything"])
    await source.start()
    pid = await psql.fetchval("SELECT active_pid FROM pg_replication_slots WHERE database = current_database()")
    await source.stop()

    assert not source.healthy
    await psql.fetchval("SELECT pg_terminate_backend($1, 5000)", pid)
    assert await psql.fetch(SLOTS) == []


async def test_every_process_has_its_own_stream(source: WalSource, database: Database, psql: Any) -> None:
    other = WalSource(database, ["everything"])
    await other.start()
    xid = int(await psql.fetchval(INSERT, 1))

    assert await source.committed(xid) == await other.committed(xid)
    await other.stop()
