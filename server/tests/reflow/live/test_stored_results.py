"""The results of mutations are kept for 14 days at least, and removed without a write for each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import edges, tables
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person

from reflow.live.engine import Engine
from reflow.live.stored_results import begin_next_period
from reflow.postgres.database import Database
from reflow.results import Outcome

A_WEEK_PASSES = "UPDATE reflow_request_period SET since = since - interval '7 days'"
SLOT = "SELECT pg_create_logical_replication_slot($1, 'pgoutput')"
DECODED = """
    SELECT count(*) FROM pg_logical_slot_get_binary_changes(
        $1, NULL, NULL, 'proto_version', '2', 'publication_names', $2)"""
MANY = """
    INSERT INTO reflow_requests (session, request, fingerprint, result, position)
    SELECT 's', number, '', '', 0 FROM generate_series(1, 1000) AS number"""


async def send(engine: Engine, body: str) -> Outcome:
    return await engine.mutate(session="s", request=0, path="messages:send", arguments={"body": body}, identity=None)


async def send_gated(engine: Engine, gate: str) -> Outcome:
    arguments = {"body": "once", "gate": gate}
    return await engine.mutate(session="s", request=0, path="messages:sendGated", arguments=arguments, identity=None)


async def a_week_passes(database: Database) -> bool:
    async with database.connection() as connection:
        await connection.text(A_WEEK_PASSES)
    return await begin_next_period(database)


async def results(database: Database) -> int:
    async with database.connection() as connection:
        ((count,),) = await connection.text("SELECT count(*) FROM reflow_requests")
    return int(count)


@pytest.fixture
async def other(toy_dsn: str) -> AsyncIterator[Engine]:
    """A second process on the same database."""
    database = Database(toy_dsn)
    engine = toy_engine(database)
    await engine.start()
    yield engine
    await engine.stop()
    await database.close()


async def test_a_repeat_after_two_weeks_is_answered_and_not_run_again(
    engine: Engine, database: Database, bob: Person
) -> None:
    first = await send(engine, "once")

    for _ in range(2):
        assert await a_week_passes(database)
        again = await send(engine, "once")
        assert again.failure is None
        assert again.value == first.value

    assert [message.body for message in await bob.see(toy.list_messages)] == ["once"]
    assert await results(database) == 1


async def test_after_three_weeks_a_result_is_gone(engine: Engine, database: Database) -> None:
    await send(engine, "once")

    for _ in range(3):
        assert await results(database) == 1
        assert await a_week_passes(database)

    assert await results(database) == 0


async def test_a_period_lasts_seven_days_however_many_processes_ask(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        await connection.text(A_WEEK_PASSES)

    begun = await asyncio.gather(*(begin_next_period(database) for _ in range(4)))

    assert sorted(begun) == [False, False, False, True]
    assert not await begin_next_period(database)


@pytest.mark.parametrize("first_ends", ["before the period ends", "after the period ended"])
async def test_a_request_that_two_processes_run_around_the_end_of_a_period_takes_effect_once(
    engine: Engine, other: Engine, database: Database, bob: Person, first_ends: str
) -> None:
    slow = asyncio.create_task(send_gated(other, first_ends))
    await until(lambda: first_ends in edges.attempts)
    gate, toy.gates[first_ends] = toy.gates[first_ends], asyncio.Event()
    toy.gates[first_ends].set()

    # The slow run's snapshot is older than the first run's commit, and than the next period.
    if first_ends == "after the period ended":
        assert await a_week_passes(database)
    first = await send_gated(engine, first_ends)
    if first_ends == "before the period ends":
        assert await a_week_passes(database)
    gate.set()
    second = await slow

    assert first.failure is None
    assert second.value == first.value
    await engine.catch_up()
    assert [message.body for message in await bob.see(toy.list_messages)] == ["once"]


async def test_removing_results_sends_nothing_to_the_processes(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        await connection.text(MANY)
        await connection.text(SLOT, "counted")
        try:
            for _ in range(3):
                await a_week_passes(database)
            ((decoded,),) = await connection.text(DECODED, "counted", tables.PUBLICATION)
        finally:
            await connection.text("SELECT pg_drop_replication_slot('counted')")

    assert await results(database) == 0
    assert decoded == 0
