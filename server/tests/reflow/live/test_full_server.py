"""A PostgreSQL without a free connection refuses new calls at once, and updates go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World

from reflow.errors import AppError
from reflow.postgres.database import Database

ROLE = "limited"
_FOR_ALL = f"""
    CREATE ROLE {ROLE} LOGIN REPLICATION CONNECTION LIMIT -1;
    GRANT ALL ON ALL TABLES IN SCHEMA public TO {ROLE};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {ROLE}"""


@pytest.fixture
async def limited(toy_dsn: str) -> AsyncIterator[Database]:
    """The toy's database, as a role whose connections the tests can limit."""
    psql = await asyncpg.connect(toy_dsn)
    await psql.execute(_FOR_ALL)
    database = Database(toy_dsn.replace("postgres@", f"{ROLE}@"))
    yield database
    await database.close()
    await psql.execute(f"DROP OWNED BY {ROLE}; DROP ROLE {ROLE}")
    await psql.close()


async def test_who_calls_is_told_that_the_server_is_busy_and_screens_stay_current(
    limited: Database, toy_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = toy_engine(limited)
    monkeypatch.setattr(engine.graph.slow, "holds", lambda _: False)  # a slow query waits for a connection
    await engine.start()
    bob = Person(World(engine, limited), "bob")
    wall = await bob.watch(toy.list_messages, channel="c")
    limited.discard_idle()
    psql = await asyncpg.connect(toy_dsn)
    await psql.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT 0")

    with pytest.raises(AppError, match="The server is busy"):
        await engine.run_mutation(toy.send, toy.send.complete({"body": "m0", "channel": "c"}), bob.identity)
    await psql.execute("INSERT INTO messages (channel, author_id, body, rank) VALUES ('c', 'x', 'by hand', 1)")
    await until(lambda: len(wall.now) == 1)

    await psql.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT -1")
    await bob.do(toy.send, body="m1", channel="c")
    assert len(wall.now) == 2
    await psql.close()
    await engine.stop()


async def test_updates_go_on_without_a_connection_to_nudge_the_log_with(
    limited: Database, toy_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = toy_engine(limited)
    monkeypatch.setattr(engine.graph.slow, "holds", lambda _: False)  # a slow query waits for a connection
    await engine.start()
    bob = Person(World(engine, limited), "bob")
    wall = await bob.watch(toy.list_messages, channel="c")
    barrier = engine._source._barrier
    assert barrier.stream is not None

    async def never(_lsn: int, *, within: float) -> bool:
        return False

    monkeypatch.setattr(barrier.stream, "reach", never)
    barrier._nudging.drop()
    limited.discard_idle()
    psql = await asyncpg.connect(toy_dsn)
    await psql.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT 0")

    await psql.execute("INSERT INTO messages (channel, author_id, body, rank) VALUES ('c', 'x', 'by hand', 1)")

    await until(lambda: len(wall.now) == 1)
    await psql.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT -1")
    await psql.close()
    await engine.stop()


async def _limit(dsn: str, connections: int) -> None:
    psql = await asyncpg.connect(dsn)
    await psql.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT {connections}")
    await psql.close()


async def test_a_call_waits_for_a_connection_that_another_one_gives_back(limited: Database, toy_dsn: str) -> None:
    async with limited.connection():
        await _limit(toy_dsn, 0)
        waiting = asyncio.create_task(_first_column(limited))
        await until(lambda: waiters(limited) == 1)

    assert await waiting == 1


async def test_who_holds_the_only_connection_is_not_waited_for(limited: Database, toy_dsn: str) -> None:
    async with limited.connection():
        await _limit(toy_dsn, 0)
        with pytest.raises(AppError, match="The server is busy"):
            async with limited.connection(waits=False):
                pass


async def test_a_committed_mutation_is_never_called_a_failure(
    limited: Database, toy_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = toy_engine(limited)
    await engine.start()
    refused: list[int] = []
    original = engine._source.flushed

    async def too_late(*_given: object, **_named: object) -> int:
        raise TimeoutError

    async def flushed() -> int:
        if not refused:
            limited.discard_idle()
            await _limit(toy_dsn, 0)
        try:
            return await original()
        except AppError:
            refused.append(1)
            await _limit(toy_dsn, -1)
            raise

    monkeypatch.setattr(engine._source, "committed", too_late)
    monkeypatch.setattr(engine._source, "flushed", flushed)

    await engine.run_mutation(toy.send, toy.send.complete({"body": "m0", "channel": "c"}), None)

    assert refused
    await engine.stop()


async def test_updates_go_on_with_an_idle_connection_of_calls(limited: Database, toy_dsn: str) -> None:
    engine = toy_engine(limited)
    await engine.start()
    bob = Person(World(engine, limited), "bob")
    wall = await bob.watch(toy.list_messages, channel="c")
    await bob.do(toy.send, body="m0", channel="c")
    assert limited._idle
    await _limit(toy_dsn, 0)
    engine._source._barrier._reading.drop()

    psql = await asyncpg.connect(toy_dsn)
    await psql.execute("INSERT INTO messages (channel, author_id, body, rank) VALUES ('c', 'x', 'by hand', 1)")
    await psql.close()

    await until(lambda: len(wall.now) == 2)
    await _limit(toy_dsn, -1)
    await engine.stop()


def waiters(database: Database) -> int:
    """How many calls wait for a connection that another one gives back."""
    return len(database._given_back._waiters)


async def _first_column(database: Database) -> object:
    async with database.connection() as connection:
        return await connection.raw.fetchval("SELECT 1")
