"""A cut is one committed state, with the transactions that led to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from reflow.changes import CutLost, Transaction, WalSource
from reflow.postgres.database import Database

Written = Callable[[str], Awaitable[Transaction]]

INSERT = "INSERT INTO tally VALUES ($1, 0) RETURNING pg_current_xact_id()::text"
KILL = "SELECT pg_terminate_backend($1)"


async def insert(psql: Any, number: int) -> int:
    return int(await psql.fetchval(INSERT, number))


async def test_it_reads_the_state_that_its_transactions_led_to(source: WalSource, psql: Any) -> None:
    await source.committed(await insert(psql, 1))

    async with source.cut() as cut:
        await source.committed(await insert(psql, 2))
        rows = await cut.connection.text("SELECT id FROM tally")
    async with source.cut() as after:
        pass

    assert [row.id for row in rows] == [1]
    assert [change.new for done in after.transactions for change in done.changes] == [{"id": "2", "amount": "0"}]


async def test_others_can_read_in_the_same_snapshot(source: WalSource, psql: Any, database: Database) -> None:
    async with source.cut() as cut:
        name = await cut.export()
        await insert(psql, 1)
        async with database.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") as beside:
            await beside.raw.execute(f"SET TRANSACTION SNAPSHOT '{name}'")
            assert await beside.text("SELECT id FROM tally") == []


async def test_the_timestamp_advances_with_the_log_when_nothing_waits(source: WalSource, psql: Any) -> None:
    async with source.cut() as before:
        pass
    await psql.execute("INSERT INTO diaries VALUES ('not published')")
    async with source.cut() as after:
        pass

    assert after.exact
    assert before.ts < after.ts < 2**63


async def test_a_commit_may_be_asked_for_before_and_after_it_comes(source: WalSource, psql: Any) -> None:
    async with psql.transaction():
        xid = await insert(psql, 1)
        early = asyncio.create_task(source.committed(xid))
        await asyncio.sleep(0)

    assert await early == await source.committed(xid)


async def test_what_was_handed_out_in_vain_is_handed_out_again(source: WalSource, psql: Any) -> None:
    await source.committed(await insert(psql, 1))
    with pytest.raises(ZeroDivisionError):
        async with source.cut():
            raise ZeroDivisionError
    await source.committed(await insert(psql, 2))

    async with source.cut() as cut:
        assert [change.new["id"] for done in cut.transactions for change in done.changes if change.new] == ["1", "2"]
        assert not cut.resync_required


async def test_a_cancelled_cut_leaves_everything_for_the_next(source: WalSource, psql: Any) -> None:
    await source.committed(await insert(psql, 1))
    opened = asyncio.Event()

    async def stay() -> None:
        async with source.cut() as cut:
            opened.set()
            await cut.connection.text("SELECT pg_sleep(60)")

    staying = asyncio.create_task(stay())
    await opened.wait()
    staying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await staying

    async with source.cut() as cut:
        assert len(cut.transactions) == 1


async def test_a_second_cut_waits_for_the_first(source: WalSource) -> None:
    async def enter() -> None:
        async with source.cut():
            pass

    async with source.cut():
        second = asyncio.create_task(enter())
        await asyncio.sleep(0)
        assert not second.done()
    await second


async def test_losing_the_connection_in_a_cut_is_told_and_leaves_a_gap(source: WalSource, psql: Any) -> None:
    with pytest.raises(CutLost):
        async with source.cut() as cut:
            await psql.fetchval(KILL, cut.connection.raw.get_server_pid())
            await cut.connection.text("SELECT 1")

    async with source.cut() as cut:
        assert cut.resync_required
    async with source.cut() as cut:
        assert not cut.resync_required


async def test_a_connection_that_died_between_cuts_costs_one_cut_at_most(source: WalSource, psql: Any) -> None:
    async with source.cut() as cut:
        pid = cut.connection.raw.get_server_pid()
    await psql.fetchval(KILL, pid)

    # The source may notice the connection's end before it uses the connection, or only then.
    with suppress(CutLost):
        async with source.cut() as cut:
            assert cut.connection.raw.get_server_pid() != pid
    async with source.cut() as cut:
        assert cut.connection.raw.get_server_pid() != pid


async def test_whoever_waits_is_called_for_a_write(source: WalSource, psql: Any) -> None:
    called = asyncio.Event()
    source.on_pending = called.set

    await insert(psql, 1)

    await asyncio.wait_for(called.wait(), 60)
