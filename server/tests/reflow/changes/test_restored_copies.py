"""Timestamps grow, whatever log the server continues after a restart."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa
from tests.reflow.homes import cluster_home, copy_home

from reflow import embedded
from reflow.changes import WalSource
from reflow.changes.publication import create_publication
from reflow.changes.tables import reflow_epoch
from reflow.embedded.account import server_account
from reflow.embedded.place import Place
from reflow.embedded.programs import copied_programs, wheel_programs
from reflow.postgres.database import Database

WRITE = "SELECT pg_logical_emit_message(true, 'somebody', repeat('x', 1000000))"
# The last segment but one of 16 megabytes below 256 TiB.
BELOW_256_TIB = "000000010000FFFF000000FE"
POSITION = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"


@pytest.fixture
def home() -> Iterator[Path]:
    with cluster_home() as home:
        yield home


@asynccontextmanager
async def server(home: Path) -> AsyncIterator[str]:
    """A server on this home; its DSN."""
    postgres = await embedded.start(home)
    try:
        yield postgres.dsn
    finally:
        await postgres.stop()


async def create(dsn: str) -> None:
    connection = await asyncpg.connect(dsn)
    await connection.execute(str(sa.schema.CreateTable(reflow_epoch)))
    published = {"reflow_epoch": ["system_id", "timeline", "epoch", "beats"]}
    await connection.execute(create_publication("everything", published))
    await connection.close()


async def timestamps(dsn: str) -> list[int]:
    """The timestamps of two commits and of the states that show them, in the order of time."""
    database = Database(dsn)
    source = WalSource(database, ["everything"])
    await source.start()
    seen = []
    try:
        for _ in range(2):
            async with database.transaction() as connection:
                await connection.text(WRITE)
                xid = (await connection.text("SELECT pg_current_xact_id()::text::bigint AS xid"))[0].xid
            seen.append(await source.committed(xid, within=60))
            async with source.cut() as cut:
                assert cut.exact
                seen.append(cut.ts)
    finally:
        await source.stop()
        await database.close()
    return seen


async def test_a_page_that_outlives_the_database_is_served_later_times_by_the_restored_copy(home: Path) -> None:
    copy = home.parent / "copy"
    async with server(home) as dsn:
        await create(dsn)
        first = await timestamps(dsn)
    copy_home(home, copy)
    lost = []
    for _ in range(2):  # each start is one that the copy does not know of
        async with server(home) as dsn:
            lost += await timestamps(dsn)

    shutil.rmtree(home)
    copy.rename(home)
    async with server(home) as dsn:
        restored = await timestamps(dsn)

    seen = first + lost + restored
    assert seen == sorted(seen)
    assert restored[0] > lost[-1]


async def test_time_goes_on_past_256_tib_of_log(home: Path) -> None:
    async with server(home) as dsn:
        await create(dsn)
    set_position(home, BELOW_256_TIB)

    async with server(home) as dsn:
        seen = await timestamps(dsn)
        connection = await asyncpg.connect(dsn)
        assert await connection.fetchval(POSITION) < 2**48
        for _ in range(3):
            await connection.execute(WRITE)
            await connection.execute("SELECT pg_switch_wal()")
        assert await connection.fetchval(POSITION) > 2**48
        await connection.close()
        seen += await timestamps(dsn)

    assert seen == sorted(seen)
    assert seen[-1] < 2**63


def set_position(home: Path, segment: str) -> None:
    account, shelf = server_account("nobody"), home.parent / "programs"
    shelf.mkdir(mode=0o755)
    program = copied_programs(wheel_programs(), shelf).binaries / "pg_resetwal"
    data = Place(home / "cluster").data
    subprocess.run([program, "-l", segment, "-D", data], check=True, capture_output=True, **account.identity())
