"""Machines share one decoder of the log over NATS; the processes on them notice no difference."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

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
from tests.reflow.changes.test_failures import KILL_STREAM, writer
from tests.reflow.changes.test_local_relay import becomes, has_slots, written
from tests.reflow.nats_server import NatsServer

from reflow.changes import WalSource
from reflow.changes.nats_relay import NatsRelay
from reflow.changes.stream import LogConnection
from reflow.postgres.database import PUBLIC, Database

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
"""They run here on a machine that consumes what another one decodes."""

KILL_LOCK = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"


@pytest.fixture
async def nats_server(tmp_path: Path) -> AsyncIterator[NatsServer]:
    server = NatsServer(tmp_path / "nats")
    await server.start()
    yield server
    await server.stop()


def _relay(url: str, dsn: str) -> NatsRelay:
    async def connect_to_log() -> LogConnection:
        return await LogConnection.connect(dsn, ["everything"], lock_timeout="200ms")

    return NatsRelay(url, dsn, ["everything"], schema=PUBLIC, connect_to_log=connect_to_log)


async def _started(database: Database, url: str, dsn: str) -> WalSource:
    source = WalSource(database, [], connect=_relay(url, dsn).connect)
    await source.start()
    async with source.cut() as cut:
        assert cut.resync_required
    return source


@pytest.fixture
async def decoder(database: Database, nats_server: NatsServer, dsn: str) -> AsyncIterator[WalSource]:
    """The machine that comes first, and decodes the log."""
    decoder = await _started(database, nats_server.url, dsn)
    yield decoder
    await decoder.stop()


@pytest.fixture
async def source(database: Database, decoder: WalSource, nats_server: NatsServer, dsn: str) -> AsyncIterator[WalSource]:
    """Another machine."""
    source = await _started(database, nats_server.url, dsn)
    yield source
    await source.stop()


async def test_two_machines_have_the_server_decode_its_log_once(
    decoder: WalSource, source: WalSource, psql: Any
) -> None:
    await has_slots(psql, 1)

    xid = await written(psql, 1)

    assert await source.committed(xid) == await decoder.committed(xid)
    async with source.cut() as cut:
        assert cut.transactions[-1].xid == xid & 0xFFFFFFFF
        assert cut.exact


async def test_when_the_decoder_ends_another_machine_decodes_and_nothing_is_missed(
    decoder: WalSource, source: WalSource, psql: Any
) -> None:
    await decoder.stop()
    await written(psql, 1)
    await becomes(source, healthy=False)

    await becomes(source, healthy=True)
    async with source.cut() as cut:
        assert cut.resync_required
        assert (await cut.connection.text("SELECT max(id) AS last FROM tally"))[0].last == 1
    assert await source.committed(await written(psql, 2))
    await has_slots(psql, 1)


async def test_when_the_decoder_loses_its_lock_there_is_one_decoder_again(
    decoder: WalSource, source: WalSource, psql: Any
) -> None:
    await psql.execute(KILL_LOCK)
    for each in (decoder, source):
        await becomes(each, healthy=False)
    for each in (decoder, source):
        await becomes(each, healthy=True)

    xid = await written(psql, 1)

    assert await source.committed(xid) == await decoder.committed(xid)
    await has_slots(psql, 1)


async def test_when_the_server_ends_the_decoders_stream_every_machine_reads_everything_again(
    decoder: WalSource, source: WalSource, psql: Any
) -> None:
    await psql.fetchval(KILL_STREAM)
    for each in (decoder, source):
        await becomes(each, healthy=False)
    await written(psql, 1)

    for each in (decoder, source):
        await becomes(each, healthy=True)
        async with each.cut() as cut:
            assert cut.resync_required
    await has_slots(psql, 1)


async def test_without_nats_each_machine_reads_the_log_itself_and_returns_when_it_is_back(
    decoder: WalSource, source: WalSource, nats_server: NatsServer, psql: Any
) -> None:
    await nats_server.kill()
    for each in (decoder, source):
        await becomes(each, healthy=False)
    for each in (decoder, source):
        await becomes(each, healthy=True)
    xid = await written(psql, 1)
    assert await source.committed(xid) == await decoder.committed(xid)
    await has_slots(psql, 2)

    await nats_server.start()
    await psql.fetchval(KILL_STREAM)
    await has_slots(psql, 1)
    assert await source.committed(await written(psql, 2))


async def test_a_transaction_larger_than_a_message_of_nats_comes_whole(
    decoder: WalSource, source: WalSource, psql: Any
) -> None:
    await psql.execute("INSERT INTO posts SELECT '1', 'a', 'c', repeat('b', 3000000)")
    xid = await written(psql, 1)

    assert await source.committed(xid)
    async with source.cut() as cut:
        sizes = [len(str(change)) for done in cut.transactions for change in done.changes]
    assert max(sizes) > 3_000_000
