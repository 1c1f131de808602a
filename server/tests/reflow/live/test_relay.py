"""A relay may stand in for the log: two engines follow one decoder, and their people notice no difference."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.live.relay import Relay
from tests.reflow.live.test_live_queries import (
    test_a_message_appears_on_a_screen_already_open,
    test_a_message_that_moves_leaves_one_screen_and_enters_another,
    test_a_name_shown_beside_a_message_is_live,
    test_a_query_built_on_another_follows_it,
    test_a_removed_message_disappears,
    test_a_row_written_by_hand_appears_too,
    test_an_unchanged_result_is_not_sent_again,
    test_truncating_a_table_empties_its_screens,
)
from tests.reflow.live.test_mutations import (
    test_a_repeat_on_another_server_is_not_run_again,
    test_fifty_people_counting_at_once_all_count,
    test_its_position_is_reached_only_after_its_answer,
)
from tests.reflow.toy import functions as toy
from tests.reflow.toy import tables
from tests.reflow.until import until
from tests.world import Person, World

from reflow.changes import ChangeStream, StreamConnection, WalSource
from reflow.live.engine import Engine
from reflow.postgres.database import Database

__all__ = [
    "test_a_message_appears_on_a_screen_already_open",
    "test_a_message_that_moves_leaves_one_screen_and_enters_another",
    "test_a_name_shown_beside_a_message_is_live",
    "test_a_query_built_on_another_follows_it",
    "test_a_removed_message_disappears",
    "test_a_repeat_on_another_server_is_not_run_again",
    "test_a_row_written_by_hand_appears_too",
    "test_an_unchanged_result_is_not_sent_again",
    "test_fifty_people_counting_at_once_all_count",
    "test_its_position_is_reached_only_after_its_answer",
    "test_truncating_a_table_empties_its_screens",
]
"""They run here with an engine that follows the relay, beside another one."""

SLOTS = "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"


@pytest.fixture
def relay(toy_dsn: str) -> Relay:
    """The only reader of the log in these tests."""
    return Relay(toy_dsn, [tables.PUBLICATION])


def _engine(database: Database, relay: Relay) -> Engine:
    return toy_engine(database, WalSource(database, [], connect=relay.connect))


@pytest.fixture
async def engine(database: Database, relay: Relay) -> AsyncIterator[Engine]:
    engine = _engine(database, relay)
    await engine.start()
    yield engine
    await engine.stop()


@pytest.fixture(autouse=True)
async def elsewhere(engine: Engine, toy_dsn: str, relay: Relay) -> AsyncIterator[World]:
    """The same app on a second engine, which follows the same relay."""
    database = Database(toy_dsn)
    second = _engine(database, relay)
    await second.start()
    yield World(second, database)
    await second.stop()
    await database.close()


@pytest.fixture
def carol(elsewhere: World) -> Person:
    """Carol, whose screens the second engine serves."""
    return Person(elsewhere, "carol")


@pytest.fixture
async def psql(toy_dsn: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(toy_dsn)
    yield connection
    await connection.close()


async def test_both_engines_follow_one_decoder(carol: Person, relay: Relay, psql: Any) -> None:
    await carol.watch(toy.list_messages, channel="general")

    assert (relay.decoders, len(relay.followers)) == (1, 2)
    assert await psql.fetchval(SLOTS) == 1


async def test_what_one_engine_writes_is_on_the_others_screens_in_both_directions(alice: Person, carol: Person) -> None:
    here = await alice.watch(toy.list_messages, channel="general")
    there = await carol.watch(toy.list_messages, channel="general")

    await alice.do(toy.send, body="Hello")
    await carol.world.settle()
    await carol.do(toy.send, body="Hello, Alice")
    await alice.world.settle()

    for screen in (here, there):
        assert sorted(message.body for message in screen.now) == ["Hello", "Hello, Alice"]


async def test_when_the_relay_loses_the_log_its_followers_miss_no_commit(
    alice: Person, carol: Person, relay: Relay, psql: Any
) -> None:
    here = await alice.watch(toy.list_messages, channel="general")
    there = await carol.watch(toy.list_messages, channel="general")

    relay.interrupt()
    await psql.execute("INSERT INTO messages (channel, author_id, body) VALUES ('general', 'psql', 'meanwhile')")
    await until(lambda: relay.decoders == 2 and len(relay.followers) == 2)
    await alice.do(toy.send, body="afterwards")
    await carol.world.settle()

    for screen in (here, there):
        assert sorted(message.body for message in screen.now) == ["afterwards", "meanwhile"]


async def test_an_engine_that_joins_during_a_commit_shows_it(
    alice: Person, relay: Relay, toy_dsn: str, psql: Any
) -> None:
    database = Database(toy_dsn)
    late = _engine(database, relay)
    async with psql.transaction():
        await psql.execute("INSERT INTO messages (channel, author_id, body) VALUES ('general', 'psql', 'half')")
        await late.start()
        there = await Person(World(late, database), "bob").watch(toy.list_messages, channel="general")
        assert there.now == []
    await until(lambda: [message.body for message in there.now] == ["half"])
    await late.stop()
    await database.close()


async def test_a_relayed_stream_keeps_the_contract(engine: Engine, relay: Relay, psql: Any) -> None:
    connection: StreamConnection = await relay.connect()
    delivered: list[int] = []
    stream: ChangeStream = await connection.stream(lambda batch: delivered.extend(each.lsn for each in batch))
    began = stream.position

    for body in ("one", "two"):
        await psql.execute("INSERT INTO messages (channel, author_id, body) VALUES ('general', 'psql', $1)", body)
    flushed = int(await psql.fetchval("SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn"))
    assert await stream.reach(flushed, within=60)

    assert stream.position >= flushed > began
    assert delivered == sorted(set(delivered))
    assert len(delivered) >= 2
    assert delivered[0] > began
    assert delivered[-1] <= stream.position
    relay.interrupt()
    async with asyncio.timeout(60):
        await asyncio.shield(stream.lost)
    assert not await stream.reach(flushed + 2**40, within=60)
    stream.close()
