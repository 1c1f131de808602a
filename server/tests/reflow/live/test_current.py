"""A query over HTTP shows every commit acknowledged before the call."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person

from reflow.live.engine import Engine
from reflow.results import Outcome

_BY_HAND = "INSERT INTO messages (channel, author_id, body, rank) VALUES ($1, 'x', 'by hand', 0)"
_SENDER = """
    SELECT active_pid FROM pg_replication_slots
    WHERE database = current_database() AND slot_name LIKE 'reflow%' AND active_pid IS NOT NULL"""


@pytest.fixture
async def sql(toy_dsn: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection that commits without the engine."""
    connection = await asyncpg.connect(toy_dsn)
    yield connection
    await connection.close()


@asynccontextmanager
async def held_log(sql: asyncpg.Connection) -> AsyncIterator[None]:
    """Stop the WAL sender: PostgreSQL acknowledges commits, and the engine does not learn of them."""
    pid = await sql.fetchval(_SENDER)
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


async def counted(engine: Engine, channel: str) -> Outcome:
    return await engine.query(path="messages:count", arguments={"channel": channel}, identity=None)


async def test_where_the_log_lags_the_answer_waits_for_it(engine: Engine, bob: Person, sql: asyncpg.Connection) -> None:
    screen = await bob.watch(toy.count, channel="held")
    async with held_log(sql):
        await sql.execute(_BY_HAND, "held")
        asked = asyncio.create_task(counted(engine, "held"))
        cycles = engine.graph.revision
        await until(lambda: engine.graph.revision >= cycles + 3)

        assert screen.now == 0
        assert not asked.done(), "it was answered from before the commit"

    assert (await asked).value == "1"


async def test_a_cycle_that_began_before_the_commit_does_not_answer(engine: Engine, sql: asyncpg.Connection) -> None:
    held = asyncio.create_task(engine.query(path="values:held", arguments={"gate": "before"}, identity=None))
    await until(lambda: "before" in toy.gates)
    await sql.execute(_BY_HAND, "before")
    asked = asyncio.create_task(counted(engine, "before"))
    await asyncio.sleep(0)
    toy.gates["before"].set()

    assert (await asked).value == "1"
    assert (await held).value == '"before"'


async def test_each_question_after_a_commit_by_hand_shows_it(engine: Engine, sql: asyncpg.Connection) -> None:
    for number in range(30):
        await sql.execute(_BY_HAND, "one by one")
        assert (await counted(engine, "one by one")).value == str(number + 1)


async def test_many_who_ask_at_once_share_a_cycle(engine: Engine) -> None:
    await counted(engine, "many")
    cycles = engine.graph.revision

    outcomes = await asyncio.gather(*(counted(engine, "many") for _ in range(200)))

    assert {outcome.value for outcome in outcomes} == {"0"}
    assert engine.graph.revision - cycles <= 3


async def test_where_the_log_stays_silent_the_call_is_refused_in_words(
    engine: Engine, sql: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reflow.live.engine._REACHED_TIMEOUT", 0.3)
    async with held_log(sql):
        await sql.execute(_BY_HAND, "silent")
        outcome = await counted(engine, "silent")

    assert outcome.failure is not None
    assert outcome.failure.data is not None
    assert outcome.failure.data["code"] == "busy"


async def test_somebody_who_goes_away_is_not_waited_for(engine: Engine, sql: asyncpg.Connection) -> None:
    async with held_log(sql):
        await sql.execute(_BY_HAND, "away")
        asked = asyncio.create_task(counted(engine, "away"))
        cycles = engine.graph.revision
        await until(lambda: engine.graph.revision > cycles)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)

    assert (await counted(engine, "away")).value == "1"
