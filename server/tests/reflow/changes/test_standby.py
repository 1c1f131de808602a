"""Cuts on a standby: they show exactly what was delivered, and go on at the primary when the standby cannot serve."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest
from tests.app.house import until
from tests.postgres_servers import Server, primary_and_standby
from tests.reflow.changes.conftest import make_tables
from tests.reflow.changes.test_barrier import check_cuts

from reflow.changes import CutLost, WalSource
from reflow.postgres.database import Database

IS_STANDBY = "SELECT pg_is_in_recovery() AS here"
ROWS = "SELECT count(*) AS rows FROM tally"
CAUGHT_UP = "SELECT pg_last_wal_replay_lsn() >= '{}'"


class Pair:
    """A primary with its standby, and a source that reads on the standby.

    Attributes:
        source: It has delivered its first cut.
    """

    def __init__(self, primary: Server, standby: Server, source: WalSource) -> None:
        self.primary = primary
        self.standby = standby
        self.source = source

    async def add(self, number: int) -> int:
        """Commit a row on the primary; the timestamp of the commit."""
        connection = await asyncpg.connect(self.primary.dsn)
        sql = f"INSERT INTO tally VALUES ({number}, 0) RETURNING pg_current_xact_id()::text"
        xid = int(await connection.fetchval(sql))
        await connection.close()
        return await self.source.committed(xid)

    async def cut(self) -> tuple[bool, int, int]:
        """Whether the next cut is read on the standby, how many rows it shows, and its timestamp."""
        async with self.source.cut() as cut:
            (on,), (shown,) = await cut.connection.text(IS_STANDBY), await cut.connection.text(ROWS)
            return on.here, shown.rows, cut.ts

    async def is_read_on_standby(self) -> bool:
        try:
            return (await self.cut())[0]
        except CutLost:
            return False

    async def is_read_on_primary(self) -> bool:
        return not await self.is_read_on_standby()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL's account may enter."""
    with TemporaryDirectory(prefix="reflow-standby-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.fixture
async def pair(folder: Path) -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        primary, standby = await primary_and_standby(folder, stack)
        make_tables(primary.dsn)
        database, reader = Database(primary.dsn), Database(standby.dsn)
        source = WalSource(database, ["everything"], reader=reader)
        stack.push_async_callback(database.close)
        stack.push_async_callback(reader.close)
        await source.start()
        stack.push_async_callback(source.stop)
        async with source.cut() as cut:
            assert cut.resync_required
        pair = Pair(primary, standby, source)
        await until(pair.is_read_on_standby)
        yield pair


async def test_every_cut_on_a_standby_shows_exactly_what_was_handed_out(pair: Pair) -> None:
    await check_cuts(pair.source, pair.primary.dsn)
    assert await pair.is_read_on_standby()


async def test_beside_a_long_write_transaction_too(pair: Pair) -> None:
    writer = await asyncpg.connect(pair.primary.dsn)
    await writer.execute("BEGIN; INSERT INTO diaries VALUES ('long')")
    await check_cuts(pair.source, pair.primary.dsn)
    assert await pair.is_read_on_standby()
    await writer.close()


async def test_a_standby_that_no_longer_replays_is_left_and_no_cut_goes_back(pair: Pair) -> None:
    await pair.standby.sql("SELECT pg_wal_replay_pause()")
    ts = await pair.add(1)
    await until(pair.is_read_on_primary)
    assert (await pair.cut())[1:] >= (1, ts)

    await pair.add(2)
    assert (await pair.cut())[1] == 2
    await pair.standby.sql("SELECT pg_wal_replay_resume()")
    await until(pair.is_read_on_standby)
    assert (await pair.cut())[1] == 2


async def test_a_standby_that_replays_everything_late_is_left(pair: Pair) -> None:
    await pair.standby.sql("ALTER SYSTEM SET recovery_min_apply_delay = '1min'")
    await pair.standby.sql("SELECT pg_reload_conf()")
    rows = count(1)

    async def is_read_on_primary() -> bool:
        await pair.add(next(rows))
        return await pair.is_read_on_primary()

    await until(is_read_on_primary)


async def test_while_the_standby_is_down_cuts_are_read_on_the_primary(pair: Pair) -> None:
    await pair.standby.kill()
    await until(pair.is_read_on_primary)
    ts = await pair.add(1)
    assert (await pair.cut()) >= (False, 1, ts)

    await pair.standby.start()
    await until(pair.is_read_on_standby)
    assert (await pair.cut())[1] == 1


async def test_a_standby_that_no_longer_answers_holds_up_no_cut_for_long(pair: Pair) -> None:
    pair.standby.freeze()
    await until(pair.is_read_on_primary)
    ts = await pair.add(1)
    assert (await pair.cut()) >= (False, 1, ts)

    pair.standby.thaw()
    await until(pair.is_read_on_standby)


async def test_a_standby_that_was_promoted_is_not_read(pair: Pair) -> None:
    await pair.standby.sql("SELECT pg_promote()")
    await pair.standby.sql("INSERT INTO tally VALUES (7, 0)")
    ts = await pair.add(1)

    assert (await pair.cut()) >= (False, 1, ts)
    assert (await pair.cut())[1] == 1
