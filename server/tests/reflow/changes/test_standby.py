"""Cuts on a standby: they show exactly what was delivered, and go on at the primary when the standby cannot serve."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
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


class Follower:
    """Keeps the rows of a table as a page does: all of them at a resync, and then by what is delivered."""

    def __init__(self, source: WalSource) -> None:
        self._source = source
        self._rows: set[str] = set()
        self._shown: set[str] = set()

    async def cut(self) -> None:
        """Take the next cut, if there is one."""
        with suppress(CutLost):
            async with self._source.cut() as cut:
                self._shown = {str(row.id) for row in await cut.connection.text("SELECT id FROM tally")}
                if cut.resync_required:
                    self._rows = set(self._shown)
                changes = [change for each in cut.transactions for change in each.changes]
                self._rows |= {str(each.new["id"]) for each in changes if each.table == "tally" and each.new}

    async def opens_anew_on_primary(self) -> bool:
        """Read all rows as a page that is opened now, if the next cut is read on the primary."""
        await self.cut()
        self._rows = set(self._shown)
        return not self._source.reads_on_standby

    def knows_all_of(self, count: int) -> Callable[[], Awaitable[bool]]:
        """Whether it keeps as many rows, and the table has as many."""

        async def knows() -> bool:
            await self.cut()
            return len(self._rows) == len(self._shown) == count

        return knows


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
        source = WalSource(database, ["everything"], readers=[reader])
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


async def test_one_that_stops_within_a_cut_ends_that_cut(pair: Pair) -> None:
    async with pair.source.cut() as cut:
        assert (await cut.connection.text(IS_STANDBY))[0].here
        pair.standby.freeze()

    assert not (await pair.cut())[0]
    pair.standby.thaw()


async def test_commits_that_were_dropped_before_the_standby_showed_them_require_another_resync(pair: Pair) -> None:
    pair.source._backlog._most_changes = 10
    follower = Follower(pair.source)
    await pair.standby.sql("SELECT pg_wal_replay_pause()")
    for number in range(12):
        await pair.add(number)
    await follower.cut()
    await pair.standby.sql("SELECT pg_wal_replay_resume()")

    await until(follower.knows_all_of(12))


async def test_a_commit_that_the_standby_shows_before_the_primary_is_not_lost_when_the_standby_dies(
    pair: Pair,
) -> None:
    await pair.primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'another'")
    await pair.primary.sql("SELECT pg_reload_conf()")
    follower = Follower(pair.source)
    adding = asyncio.create_task(pair.primary.sql("INSERT INTO tally VALUES (1, 0)"))
    await until(follower.knows_all_of(1))

    await pair.standby.kill()
    await until(follower.opens_anew_on_primary)
    await pair.primary.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
    await pair.primary.sql("SELECT pg_reload_conf()")
    await adding

    await until(follower.knows_all_of(1))


async def test_a_standby_that_no_longer_streams_is_not_read(pair: Pair, caplog: pytest.LogCaptureFixture) -> None:
    await pair.standby.sql("ALTER SYSTEM SET primary_conninfo = ''")
    await pair.standby.kill()
    await pair.standby.start()

    async def is_said() -> bool:
        await pair.is_read_on_standby()
        return "it does not stream" in caplog.text

    await until(is_said)
    ts = await pair.add(1)
    assert (await pair.cut()) >= (False, 1, ts)


async def test_of_two_standbys_the_other_is_read_when_one_dies(folder: Path) -> None:
    async with AsyncExitStack() as stack:
        primary, one = await primary_and_standby(folder, stack)
        make_tables(primary.dsn)
        other = Server(folder / "other")
        stack.push_async_callback(other.kill)
        await other.copy(primary)
        await other.start()
        database, *readers = [Database(each.dsn) for each in (primary, one, other)]
        for each in (database, *readers):
            stack.push_async_callback(each.close)
        source = WalSource(database, ["everything"], readers=readers)
        await source.start()
        stack.push_async_callback(source.stop)
        pair = Pair(primary, one, source)
        await until(pair.is_read_on_standby)

        await one.kill()

        await until(pair.is_read_on_primary)
        await until(pair.is_read_on_standby)
        await pair.add(1)

        async def is_shown() -> bool:
            return (await pair.cut())[:2] == (True, 1)

        await until(is_shown)


async def test_a_standby_that_was_promoted_is_not_read(pair: Pair) -> None:
    await pair.standby.sql("SELECT pg_promote()")
    await pair.standby.sql("INSERT INTO tally VALUES (7, 0)")
    ts = await pair.add(1)

    assert (await pair.cut()) >= (False, 1, ts)
    assert (await pair.cut())[1] == 1
