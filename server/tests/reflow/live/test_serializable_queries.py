"""A plain query may show a state that fits no order of the mutations; a serializable query never does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.reflow.live import batches
from tests.reflow.live.batches import CLOSED, CLOSED_WITH_ONE, OPEN, Screen, begins_a_receipt, begun, does, gates
from tests.reflow.live.pages import publish
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World, refusal

from reflow.functions import Query
from reflow.live import serializable_lane

_END_OF_LOG = """
    SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots
    WHERE database = current_database() AND slot_name LIKE 'reflow%' AND active_pid IS NOT NULL"""


@pytest.fixture(autouse=True)
async def batch(world: World) -> AsyncIterator[None]:
    """An open batch `b`."""
    publish(world.engine, *batches.CALLS)
    await batches.make(world, "b")
    yield
    for gate in gates.values():
        gate.set()


async def test_a_plain_query_may_show_a_closed_batch_that_gets_a_receipt_later(alice: Person, bob: Person) -> None:
    """The limit that docs/promises.md tells of."""
    screen = Screen(bob, batches.draft)
    await screen.shows(OPEN)
    adding = await begins_a_receipt(alice)

    await does(bob, batches.close_batch, batch="b")
    await screen.shows(CLOSED)
    gates["receipt"].set()
    await adding

    await screen.shows(CLOSED_WITH_ONE)


@pytest.mark.parametrize(
    "serializable", [batches.report, batches.total, batches.summary], ids=lambda each: each.path.partition(":")[2]
)
async def test_a_serializable_query_shows_the_closed_batch_with_its_last_receipt(
    alice: Person, bob: Person, serializable: Query[Any, Any]
) -> None:
    screen, plain = Screen(bob, serializable), Screen(alice, batches.draft)
    await screen.shows(OPEN)
    adding = await begins_a_receipt(alice)

    await does(bob, batches.close_batch, batch="b")
    await plain.shows(CLOSED)
    late = Screen(alice, serializable)
    for number in range(20):
        await does(alice, toy.send, body=f"m{number}", channel="elsewhere")
    gates["receipt"].set()
    await adding

    await screen.shows(CLOSED_WITH_ONE)
    await late.shows(CLOSED_WITH_ONE)
    assert screen.shown == [OPEN, CLOSED_WITH_ONE]
    assert late.shown == [CLOSED_WITH_ONE]


async def test_only_serializable_queries_wait_for_a_slow_mutation(alice: Person, bob: Person) -> None:
    screen = Screen(bob, batches.report)
    await screen.shows(OPEN)
    other = await alice.watch(toy.count, channel="elsewhere")
    before = other.updates
    adding = await begins_a_receipt(alice)
    await does(bob, batches.close_batch, batch="b")

    for number in range(10):
        await does(alice, toy.send, body=f"m{number}", channel="elsewhere")
        await until(lambda n=number: other.answered and other.now == n + 1)  # type: ignore[misc]  # bound to this round

    assert other.updates - before == 10
    assert not screen.watch.answered
    gates["receipt"].set()
    await adding
    await screen.shows(CLOSED_WITH_ONE)


@pytest.mark.parametrize("kind", ["query", "action"])
async def test_a_call_over_http_or_in_an_action_waits_as_well(alice: Person, bob: Person, kind: str) -> None:
    engine, given = alice.world.engine, {"batch": "b"}
    adding = await begins_a_receipt(alice)
    await does(bob, batches.close_batch, batch="b")

    if kind == "query":
        call = engine.query(path="batches:report", arguments=given, identity=bob.identity)
    else:
        call = engine.run_action(path="batches:print", arguments=given, identity=bob.identity)
    asked = asyncio.create_task(call)
    await until(lambda: engine._lanes.is_busy)
    plain = await engine.query(path="batches:draft", arguments=given, identity=bob.identity)
    assert json.loads(plain.value or "") == CLOSED
    assert not asked.done()
    gates["receipt"].set()
    await adding

    assert json.loads((await asked).value or "") == CLOSED_WITH_ONE


@pytest.mark.parametrize("when", ["while it runs", "before its snapshot is taken", "after its snapshot was taken"])
async def test_no_change_is_lost_around_a_run(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    engine = bob.world.engine
    screen = Screen(bob, batches.report)
    await screen.shows(OPEN)
    look, looks = engine._source.look, 0

    async def meanwhile() -> None:
        await does(alice, toy.send, body="m1", channel="b")
        await engine.reached(await engine._source.flushed())

    async def looking(connection: Any) -> Any:
        nonlocal looks
        looks += 1
        if looks == 1 and when == "before its snapshot is taken":
            await meanwhile()
        found = await look(connection)
        if looks == 1 and when == "after its snapshot was taken":
            await meanwhile()
        return found

    monkeypatch.setattr(engine._source, "look", looking)
    begun.clear()
    if when == "while it runs":
        gates["report"].clear()
    await does(alice, toy.send, body="m0", channel="b")
    if when == "while it runs":
        await until(lambda: "report" in begun)
        await meanwhile()
        gates["report"].set()

    await screen.shows([0, 2])
    assert screen.shown == [OPEN, [0, 2]]
    assert begun.count("report") == (1 if when == "before its snapshot is taken" else 2)


async def test_while_a_mutation_takes_too_long_it_is_refused_and_then_tried_again(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(bob, batches.report)
    await screen.shows(OPEN)
    monkeypatch.setattr(serializable_lane, "_LONGEST_WAIT", 0.2)
    adding = await begins_a_receipt(alice)
    await does(bob, batches.close_batch, batch="b")

    await screen.shows("timed_out")
    assert await refusal(bob.see(batches.total, batch="b")) == "timed_out"
    gates["receipt"].set()
    await adding

    await screen.shows(CLOSED_WITH_ONE)
    assert CLOSED not in screen.shown


async def test_while_the_database_gives_no_safe_snapshot_it_keeps_what_it_shows(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """For example a standby, to which the address leads until a failover is complete."""
    screen = Screen(bob, batches.report)
    await screen.shows(OPEN)
    with monkeypatch.context() as broken:
        broken.setattr(serializable_lane, "_MODE", "; SELECT 1 / 0")
        await does(alice, toy.send, body="m0", channel="b")
        await until(lambda: "a slow lane could not take a snapshot" in caplog.messages)
        assert screen.shown == [OPEN]

    await screen.shows([0, 1])


async def test_after_a_gap_in_the_log_it_runs_again(bob: Person, world: World) -> None:
    screen = Screen(bob, batches.report)
    await screen.shows(OPEN)

    async with world.database.transaction() as connection:
        await connection.text(_END_OF_LOG)
        await connection.text("INSERT INTO messages (channel, author_id, body) VALUES ('b', 'x', 'by hand')")

    await screen.shows([0, 1])


async def test_a_plain_query_cannot_run_a_serializable_one(alice: Person) -> None:
    screen = alice.open(batches.careless, batch="b")

    await until(lambda: screen.answered)

    assert isinstance(screen.evaluation.raised, TypeError)
    assert "batches:careless must be serializable to run batches:report" in str(screen.evaluation.raised)


async def test_a_mutation_can_run_a_serializable_query(alice: Person) -> None:
    assert await alice.do(batches.archive, batch="b") == OPEN
