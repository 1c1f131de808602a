"""Live queries may read on a standby, and people notice no difference."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.app.house import until as until_true
from tests.postgres_servers import Server, primary_and_standby
from tests.reflow.live.conftest import toy_engine
from tests.reflow.live.test_isolation import (
    gates,
    test_a_query_that_never_returns_delays_no_update_of_others,
    test_a_slow_query_that_a_change_outdates_while_it_runs_runs_again,
    test_a_slow_result_is_not_shown_beside_a_newer_one_of_the_same_page,
    test_slow_queries_of_two_members_do_not_wait_for_each_other,
)
from tests.reflow.live.test_live_queries import (
    test_a_message_appears_on_a_screen_already_open,
    test_a_message_that_moves_leaves_one_screen_and_enters_another,
    test_a_name_shown_beside_a_message_is_live,
    test_a_query_built_on_another_follows_it,
    test_a_removed_message_disappears,
    test_a_row_written_by_hand_appears_too,
    test_truncating_a_table_empties_its_screens,
)
from tests.reflow.live.test_mutations import (
    test_fifty_people_counting_at_once_all_count,
    test_its_position_is_reached_only_after_its_answer,
)
from tests.reflow.toy import functions as toy
from tests.reflow.toy import tables
from tests.world import Person

from reflow.changes import WalSource
from reflow.live.engine import Engine
from reflow.postgres.database import Database

__all__ = [
    "gates",
    "test_a_message_appears_on_a_screen_already_open",
    "test_a_message_that_moves_leaves_one_screen_and_enters_another",
    "test_a_name_shown_beside_a_message_is_live",
    "test_a_query_built_on_another_follows_it",
    "test_a_query_that_never_returns_delays_no_update_of_others",
    "test_a_removed_message_disappears",
    "test_a_row_written_by_hand_appears_too",
    "test_a_slow_query_that_a_change_outdates_while_it_runs_runs_again",
    "test_a_slow_result_is_not_shown_beside_a_newer_one_of_the_same_page",
    "test_fifty_people_counting_at_once_all_count",
    "test_its_position_is_reached_only_after_its_answer",
    "test_slow_queries_of_two_members_do_not_wait_for_each_other",
    "test_truncating_a_table_empties_its_screens",
]
"""They run here with an engine that reads on a standby."""

COMMIT = "SELECT pg_logical_emit_message(true, 'toy', '')"
EXISTS = "SELECT count(*) = 1 FROM pg_database WHERE datname = '{}'"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL's account may enter."""
    with TemporaryDirectory(prefix="reflow-standby-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.fixture(scope="module")
async def servers(folder: Path) -> AsyncIterator[tuple[Server, Server]]:
    """A primary and its standby."""
    async with AsyncExitStack() as stack:
        primary, standby = await primary_and_standby(folder, stack)
        yield primary, standby


@pytest.fixture
async def name(servers: tuple[Server, Server]) -> str:
    """The name of a database with the toy's schema, on both servers."""
    name = f"test_{secrets.token_hex(6)}"
    await servers[0].sql(f"CREATE DATABASE {name}")
    await tables.create(servers[0].dsn_of(name))
    await until_true(lambda: servers[1].sql(EXISTS.format(name)))
    return name


@pytest.fixture
def toy_dsn(servers: tuple[Server, Server], name: str) -> str:
    return servers[0].dsn_of(name)


@pytest.fixture
async def engine(database: Database, servers: tuple[Server, Server], name: str) -> AsyncIterator[Engine]:
    reader = Database(servers[1].dsn_of(name))
    source = WalSource(database, [tables.PUBLICATION], readers=[reader])
    engine = toy_engine(database, source)
    await engine.start()
    await until_true(partial(_is_reading, engine))
    yield engine
    assert source.reads_on_standby
    await engine.stop()
    await reader.close()


async def test_many_screens_share_one_snapshot_of_the_standby(alice: Person, bob: Person) -> None:
    walls = [await bob.watch(toy.list_messages, channel=f"c{number}") for number in range(40)]
    sql = "INSERT INTO messages (channel, author_id, body) SELECT 'c' || n, '', 'all' FROM generate_series(0, 39) n"
    async with alice.world.database.transaction() as connection:
        await connection.text(sql)
    await alice.world.settle()

    assert [len(wall.now) for wall in walls] == [1] * 40


async def test_a_query_over_http_shows_what_was_acknowledged_although_the_standby_is_late(
    alice: Person, servers: tuple[Server, Server], engine: Engine
) -> None:
    await servers[1].sql("SELECT pg_wal_replay_pause()")
    async with alice.world.database.transaction() as connection:
        await connection.text("INSERT INTO messages (channel, author_id, body) VALUES ('c', '', 'committed')")

    outcome = await engine.query(path="messages:count", arguments={"channel": "c"}, identity=alice.identity)

    assert outcome.value == "1"
    await servers[1].sql("SELECT pg_wal_replay_resume()")
    await until_true(partial(_is_reading, engine))


async def test_screens_stay_live_while_the_standby_goes_and_comes_back(
    alice: Person, bob: Person, servers: tuple[Server, Server], engine: Engine
) -> None:
    wall = await bob.watch(toy.list_messages, channel="c")
    await servers[1].kill()
    await alice.do(toy.send, channel="c", body="while it is down")
    assert [each.body for each in wall.now] == ["while it is down"]

    await servers[1].start()
    await alice.do(toy.send, channel="c", body="while it comes back")
    await until_true(partial(_is_reading, engine))
    await alice.do(toy.send, channel="c", body="after")
    assert [each.body for each in wall.now] == ["while it is down", "while it comes back", "after"]


async def _is_reading(engine: Engine) -> bool:
    """Run a cycle; whether it reads on the standby."""
    async with engine._database.connection() as connection:
        await connection.text(COMMIT)
    await engine.catch_up()
    return engine._source.reads_on_standby  # type: ignore[attr-defined]  # of a WalSource, as here
