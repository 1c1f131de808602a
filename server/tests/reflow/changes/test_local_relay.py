"""Processes of one machine share a relay, which reads the log for them; they notice no difference."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.reflow.changes.test_barrier import (
    test_every_cut_shows_exactly_what_was_handed_out,
    test_somebody_elses_long_open_write_holds_up_no_cut,
)
from tests.reflow.changes.test_cuts import (
    test_a_cancelled_cut_leaves_everything_for_the_next,
    test_a_commit_may_be_asked_for_before_and_after_it_comes,
    test_it_reads_the_state_that_its_transactions_led_to,
    test_losing_the_connection_in_a_cut_is_told_and_leaves_a_gap,
    test_the_timestamp_advances_with_the_log_when_nothing_waits,
    test_what_was_handed_out_in_vain_is_handed_out_again,
    test_whoever_waits_is_called_for_a_write,
)
from tests.reflow.changes.test_decoding import (
    test_a_large_value_that_stays_is_missing_from_the_row,
    test_a_signal_is_a_change_of_a_table_that_does_not_exist,
    test_a_table_written_very_often_counts_as_changed_as_a_whole,
    test_an_altered_table_counts_as_changed_under_its_new_names,
    test_changes_come_in_the_order_of_the_transaction,
    test_the_full_identity_tells_the_whole_old_row,
    test_values_are_text_of_any_language,
    test_what_was_rolled_back_never_comes,
)
from tests.reflow.changes.test_failures import INSERT, KILL_STREAM, SLOTS, until, writer
from tests.reflow.until import until as holds

from reflow.changes import WalSource, wal
from reflow.changes.local_relay import LocalRelay, frames, relay, starting
from reflow.postgres.database import Database
from reflow.unix_sockets import bound, reachable

__all__ = [
    "test_a_cancelled_cut_leaves_everything_for_the_next",
    "test_a_commit_may_be_asked_for_before_and_after_it_comes",
    "test_a_large_value_that_stays_is_missing_from_the_row",
    "test_a_signal_is_a_change_of_a_table_that_does_not_exist",
    "test_a_table_written_very_often_counts_as_changed_as_a_whole",
    "test_an_altered_table_counts_as_changed_under_its_new_names",
    "test_changes_come_in_the_order_of_the_transaction",
    "test_every_cut_shows_exactly_what_was_handed_out",
    "test_it_reads_the_state_that_its_transactions_led_to",
    "test_losing_the_connection_in_a_cut_is_told_and_leaves_a_gap",
    "test_somebody_elses_long_open_write_holds_up_no_cut",
    "test_the_full_identity_tells_the_whole_old_row",
    "test_the_timestamp_advances_with_the_log_when_nothing_waits",
    "test_values_are_text_of_any_language",
    "test_what_was_handed_out_in_vain_is_handed_out_again",
    "test_what_was_rolled_back_never_comes",
    "test_whoever_waits_is_called_for_a_write",
    "writer",
]
"""They run here with a source that follows a relay."""


def _relay(folder: Path, dsn: str) -> LocalRelay:
    return LocalRelay(folder, dsn, ["everything"], lock_timeout="200ms")


def _end(local: LocalRelay, number: signal.Signals = signal.SIGTERM) -> None:
    if local.process is not None and local.process.poll() is None:
        os.kill(local.process.pid, number)


async def _started(database: Database, local: LocalRelay) -> WalSource:
    source = WalSource(database, [], connect=local.connect)
    await source.start()
    async with source.cut() as cut:
        assert cut.resync_required
    return source


@pytest.fixture
def local(tmp_path: Path, dsn: str) -> LocalRelay:
    """The relay as the first process sees it."""
    return _relay(tmp_path, dsn)


@pytest.fixture
async def source(database: Database, local: LocalRelay) -> AsyncIterator[WalSource]:
    source = await _started(database, local)
    yield source
    await source.stop()
    _end(local)


@pytest.fixture
async def other(database: Database, source: WalSource, tmp_path: Path, dsn: str) -> AsyncIterator[WalSource]:
    """The source of another process."""
    local = _relay(tmp_path, dsn)
    other = await _started(database, local)
    yield other
    await other.stop()
    _end(local)


async def written(psql: Any, number: int) -> int:
    return int(await psql.fetchval(INSERT, number))


async def becomes(source: WalSource, *, healthy: bool) -> None:
    await until(source, lambda: source.healthy == healthy)


async def has_slots(psql: Any, number: int) -> None:
    """Wait until the server has so many slots: it may need a moment to notice that a reader has gone."""
    async with asyncio.timeout(60):
        while len(await psql.fetch(SLOTS)) != number:  # noqa: ASYNC110  # the server sends no event
            await asyncio.sleep(0.05)


async def test_two_processes_have_the_server_read_its_log_once(source: WalSource, other: WalSource, psql: Any) -> None:
    await has_slots(psql, 1)
    assert await source.lag() is not None

    xid = await written(psql, 1)

    assert await source.committed(xid) == await other.committed(xid)
    for each in (source, other):
        async with each.cut() as cut:
            # The first process may also see the second one's proof that the stream works.
            assert cut.transactions[-1].xid == xid & 0xFFFFFFFF
            assert cut.exact


async def test_processes_that_start_together_start_one_relay(
    database: Database, tmp_path: Path, dsn: str, psql: Any
) -> None:
    locals_ = [_relay(tmp_path, dsn) for _ in range(4)]

    sources = await asyncio.gather(*(_started(database, each) for each in locals_))

    await has_slots(psql, 1)
    for each in sources:
        await each.stop()
    for relay_ in locals_:
        _end(relay_)


async def test_when_the_relay_is_killed_a_new_one_is_started_and_nothing_is_missed(
    source: WalSource, other: WalSource, local: LocalRelay, psql: Any
) -> None:
    _end(local, signal.SIGKILL)
    await until(source, lambda: not source.healthy)
    await written(psql, 1)

    for each in (source, other):
        await becomes(each, healthy=True)
        async with each.cut() as cut:
            assert cut.resync_required
            assert (await cut.connection.text("SELECT max(id) AS last FROM tally"))[0].last == 1
    xid = await written(psql, 2)
    assert await source.committed(xid) == await other.committed(xid)
    await has_slots(psql, 1)


async def test_when_the_server_ends_the_relays_stream_every_process_reads_everything_again(
    source: WalSource, other: WalSource, psql: Any
) -> None:
    await psql.fetchval(KILL_STREAM)
    for each in (source, other):
        await becomes(each, healthy=False)
    await written(psql, 1)

    for each in (source, other):
        await becomes(each, healthy=True)
        async with each.cut() as cut:
            assert cut.resync_required
    await has_slots(psql, 1)


async def test_a_write_that_is_open_while_a_process_joins_is_not_missed(
    source: WalSource, database: Database, tmp_path: Path, dsn: str, psql: Any
) -> None:
    await psql.execute("BEGIN")
    xid = await written(psql, 1)
    late = await _started(database, _relay(tmp_path, dsn))
    await psql.execute("COMMIT")

    await late.committed(xid)

    async with late.cut() as cut:
        assert [done.xid for done in cut.transactions] == [xid & 0xFFFFFFFF]
    await late.stop()


async def test_a_start_that_meets_an_open_write_serves_without_and_follows_later(
    database: Database, tmp_path: Path, dsn: str, psql: Any, writer: Any
) -> None:
    local = _relay(tmp_path, dsn)
    source = WalSource(database, [], connect=local.connect)
    await writer.execute("BEGIN; INSERT INTO tally VALUES (1, 0)")

    await source.start()

    assert not source.healthy
    await writer.execute("COMMIT")
    await until(source, lambda: source.healthy)
    assert await source.committed(await written(psql, 2))
    await source.stop()
    _end(local)


async def test_a_process_that_finds_no_working_relay_reads_the_log_itself(
    database: Database, tmp_path: Path, dsn: str, psql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "_PATIENCE", 0.1)
    monkeypatch.setattr(frames, "_FIRST_WITHIN", 0.1)
    monkeypatch.setattr(frames, "ALIVE_EVERY", 0.05)
    local = _relay(tmp_path, dsn)
    hung = bound(local.path)
    hung.listen()

    source = await _started(database, local)

    assert await source.committed(await written(psql, 1))
    assert local.process is None
    await source.stop()
    hung.close()


async def test_a_process_that_cannot_start_a_relay_reads_the_log_itself(
    database: Database, tmp_path: Path, dsn: str, psql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting.sys, "executable", str(tmp_path / "removed"))

    source = await _started(database, _relay(tmp_path, dsn))

    assert await source.committed(await written(psql, 1))
    await source.stop()


async def test_a_relay_that_cannot_run_is_started_once(
    database: Database, tmp_path: Path, dsn: str, psql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()
    local = _relay(no_folder, dsn)
    started = []
    start = local._start
    monkeypatch.setattr(local, "_start", lambda: started.append(1) or start())

    source = await _started(database, local)

    assert await source.committed(await written(psql, 1))
    assert len(started) == 1
    await source.stop()


async def test_a_process_leaves_a_relay_that_follows_another_database(
    database: Database, tmp_path: Path, dsn: str, psql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal, "_PROOF_PATIENCE", 0.3)
    await psql.execute("CREATE PUBLICATION nothing")
    local = _relay(tmp_path, dsn)
    served = relay.Relay(starting.Source(dsn, ("nothing",), "public", "5s", "reflow").connect)
    serving = asyncio.create_task(served.serve(bound(local.path)))

    source = await _started(database, local)

    assert await source.committed(await written(psql, 1))
    await holds(lambda: served.followers == 0)
    await source.stop()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    await psql.execute("DROP PUBLICATION nothing")


async def test_a_process_that_does_not_read_is_dropped_and_delays_no_other(
    database: Database, tmp_path: Path, dsn: str, psql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "_MOST_UNREAD", 100_000)
    local = _relay(tmp_path, dsn)
    served = relay.Relay(starting.Source(dsn, ("everything",), "public", "5s", "reflow").connect)
    serving = asyncio.create_task(served.serve(bound(local.path)))
    source = await _started(database, local)
    stuck = socket.socket(socket.AF_UNIX)
    stuck.setblocking(False)
    with reachable(local.path) as name:
        await asyncio.get_running_loop().sock_connect(stuck, name)

    for number in range(100):
        await psql.execute("INSERT INTO posts SELECT $1, 'a', 'c', repeat('b', 10000)", str(number))
    xid = await written(psql, 1)

    await source.committed(xid)
    await holds(lambda: served.followers == 1)
    await source.stop()
    stuck.close()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_a_relay_that_is_told_to_end_serves_those_who_still_need_it(
    source: WalSource, local: LocalRelay, psql: Any
) -> None:
    _end(local)

    assert await source.committed(await written(psql, 1))
    assert source.healthy


async def test_the_relay_ends_when_the_last_process_has_left(
    database: Database, tmp_path: Path, dsn: str, psql: Any
) -> None:
    local = _relay(tmp_path, dsn)
    source = await _started(database, local)
    assert local.process is not None

    await source.stop()

    await holds(lambda: local.process is not None and local.process.returncode is not None)
    assert local.process.returncode == 0
    await has_slots(psql, 0)


async def test_the_address_of_the_database_is_no_argument_of_the_relay(source: WalSource, local: LocalRelay) -> None:
    assert source.healthy

    arguments = _arguments(local)

    assert arguments[1:-1] == [b"-P", b"-m", b"reflow.changes.local_relay", os.fsencode(local.path)]
    assert not local.path.stat().st_mode & 0o077


async def test_the_relay_gets_no_secret_of_the_environment(
    database: Database, tmp_path: Path, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INFLOW_SMTP_URL", "smtp://user:password@example.org")
    local = _relay(tmp_path, dsn)
    source = await _started(database, local)

    assert b"password" not in _environment(local)
    await source.stop()


def _environment(local: LocalRelay) -> bytes:
    assert local.process is not None
    return Path(f"/proc/{local.process.pid}/environ").read_bytes()


def _arguments(local: LocalRelay) -> list[bytes]:
    assert local.process is not None
    return Path(f"/proc/{local.process.pid}/cmdline").read_bytes().split(b"\0")


async def test_a_relay_of_another_log_is_another_relay(tmp_path: Path, dsn: str) -> None:
    paths = {
        LocalRelay(tmp_path, dsn, ["everything"]).path,
        LocalRelay(tmp_path, dsn, ["nothing"]).path,
        LocalRelay(tmp_path, f"{dsn} application_name=other", ["everything"]).path,
        LocalRelay(tmp_path, dsn, ["everything"], schema="tenant").path,
    }

    assert len(paths) == 4


async def test_an_error_of_the_server_keeps_its_kind_on_the_way_to_the_processes() -> None:
    refused = psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")

    assert isinstance(frames.Ended.of(refused).error, psycopg.errors.LockNotAvailable)
    assert isinstance(frames.Ended.of(OSError("gone")).error, psycopg.OperationalError)
