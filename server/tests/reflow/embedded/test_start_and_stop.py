"""One app and its server, from start to stop."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import asyncpg
import psycopg
import pytest
from tests.reflow.embedded.stage import ACCOUNTS, Stage, wait_until

from reflow.embedded import embedded_postgres, reaper, start

PROMISED = {
    "wal_level": "logical",
    "max_wal_senders": "32",
    "max_replication_slots": "32",
    "max_slot_wal_keep_size": "2GB",
    "fsync": "on",
    "synchronous_commit": "on",
    "listen_addresses": "",
    "max_connections": "250",
    "TimeZone": "UTC",
    "server_encoding": "UTF8",
}


@pytest.mark.parametrize("account", ACCOUNTS)
def test_the_last_app_to_stop_leaves_no_process(stage: Stage) -> None:
    first, second = stage.app(), stage.app()
    assert first.ready
    assert second.ready

    first.stop()
    assert second.query("SELECT 1") == [(1,)]
    second.stop()

    wait_until("every process has gone", stage.is_empty)
    assert stage.log.count("database system is shut down") == 1


async def test_both_drivers_read_the_dsn_whatever_is_in_the_path(stage: Stage) -> None:
    stage.move_home("é +%41&=?#@:'")

    async with embedded_postgres(stage.home) as dsn:
        by_asyncpg = await asyncpg.connect(dsn)
        assert await by_asyncpg.fetchval("SELECT current_user") == "postgres"
        await by_asyncpg.close()
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as by_psycopg:
            assert await (await by_psycopg.execute("SELECT current_user")).fetchone() == ("postgres",)


@pytest.mark.parametrize("account", ACCOUNTS)
@pytest.mark.parametrize("name", ["a long name " * 15, "a name, with a comma"])
def test_a_path_that_cannot_hold_a_socket_borrows_a_short_one(stage: Stage, name: str) -> None:
    stage.move_home(name)
    app = stage.app()
    directory = stage.sockets(app).parent

    assert app.query("SELECT 1") == [(1,)]
    assert directory.parent == Path("/tmp")
    assert directory.stat().st_mode & 0o777 == 0o700
    assert stage.app().dsn == app.dsn

    stage.kill_apps()
    wait_until("the short directory has gone", lambda: not directory.exists())


async def test_settings_are_the_promised_ones_and_the_callers(stage: Stage) -> None:
    async with embedded_postgres(stage.home, settings={"work_mem": "5MB"}) as dsn:
        connection = await asyncpg.connect(dsn)
        shown = {name: await connection.fetchval(f"SHOW {name}") for name in (*PROMISED, "work_mem")}
        locale = await connection.fetchrow(
            "SELECT datlocprovider, datlocale FROM pg_database WHERE datname = 'postgres'"
        )
        await connection.close()

    assert shown == {**PROMISED, "work_mem": "5MB"}
    assert tuple(locale or ()) == (b"b", "C.UTF-8")


async def test_two_uses_in_one_process_count_as_two(stage: Stage) -> None:
    first = await start(stage.home)
    second = await start(stage.home)

    await first.stop()
    await first.stop()
    connection = await asyncpg.connect(second.dsn)
    assert await connection.fetchval("SELECT 1") == 1
    await connection.close()
    await second.stop()

    assert stage.is_empty()


async def test_a_client_that_does_not_leave_cannot_hold_up_the_stop(stage: Stage) -> None:
    postgres = await start(stage.home)
    connection = await asyncpg.connect(postgres.dsn)
    await connection.execute("BEGIN")

    await postgres.stop()

    assert stage.is_empty()
    assert connection.is_closed()


async def test_a_start_that_nobody_waits_for_any_more_leaves_nothing(stage: Stage) -> None:
    starting = asyncio.ensure_future(start(stage.home))
    await asyncio.to_thread(wait_until, "the start has begun", (stage.root / "data/postmaster.pid").exists)

    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting

    await asyncio.to_thread(wait_until, "the server has gone", stage.is_empty)


def test_the_log_keeps_its_end_and_one_older_part(tmp_path: Path) -> None:
    log = tmp_path / "postgres.log"
    writing = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(writing, b"x" * reaper.LOG_LIMIT + b"the end")

    reaper.trim_log(str(tmp_path))
    os.write(writing, b"a new line")
    os.close(writing)

    assert log.read_bytes() == b"a new line"
    older = (tmp_path / "postgres.log.old").read_bytes()
    assert len(older) == reaper.LOG_LIMIT
    assert older.endswith(b"the end")


def test_files_of_the_cluster_are_closed_to_others(stage: Stage) -> None:
    app = stage.app()
    assert app.ready

    for path in (stage.root / "data", stage.sockets(app).parent, stage.root / "postgres.log"):
        assert path.stat().st_mode & 0o077 == 0, path
