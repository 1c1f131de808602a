"""Mutations that collide run one after another, and hold up no others."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import asyncpg
import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import edges
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person

from reflow.functions import Mutation
from reflow.limits import concurrency
from reflow.limits.concurrency import ConcurrencyLimit, Gate, NotAdmitted
from reflow.live.admission import Admission, MutationCounts
from reflow.live.engine import Engine
from reflow.postgres.database import Database


def _counts(engine: Engine) -> MutationCounts:
    """The transactions of all functions."""
    counts = engine._mutations.counts.values()
    return MutationCounts(
        sum(each.attempts for each in counts),
        sum(each.aborts for each in counts),
        sum(each.successes for each in counts),
    )


async def _repeat(engine: Engine, times: int, function: Mutation[..., Any], **given: Any) -> None:
    for _ in range(times):
        await engine.run_mutation(function, given, None)


def _run(engine: Engine, function: Mutation[..., Any], **given: Any) -> asyncio.Task[Any]:
    return asyncio.create_task(engine.run_mutation(function, given, None))


async def _make_hot(engine: Engine, *names: str) -> None:
    """Let two calls collide on each of these counters, so that the engine knows them."""
    for name in names:
        await engine.run_mutation(toy.increment, {"name": name}, None)
        gates = f"first {name}", f"second {name}"
        calls = [_run(engine, edges.increment_slowly, name=name, gate=gate) for gate in gates]
        await until(lambda gates=gates: all(gate in edges.attempts for gate in gates))  # type: ignore[misc]  # bound to this round
        for gate in gates:
            toy.gates[gate].set()
        await asyncio.gather(*calls)


async def test_thirty_two_callers_of_one_counter_hardly_ever_collide(engine: Engine, bob: Person) -> None:
    await asyncio.gather(*(_repeat(engine, 10, toy.increment, name="visitors") for _ in range(32)))

    counts = engine._mutations.counts["counters:increment"]
    assert counts.successes == 320
    assert counts.attempts == counts.successes + counts.aborts
    assert counts.attempts <= 1.25 * counts.successes
    assert await bob.see(toy.counter, name="visitors") == 320


async def test_two_functions_that_name_the_counter_differently_share_its_queue(engine: Engine, bob: Person) -> None:
    await engine.run_mutation(toy.increment, {"name": "visitors"}, None)
    await asyncio.gather(
        *(_repeat(engine, 10, toy.increment, name="visitors") for _ in range(8)),
        *(_repeat(engine, 10, edges.add_two, counter="visitors") for _ in range(8)),
    )

    counts = _counts(engine)
    assert counts.successes == 161
    assert counts.attempts <= 1.4 * counts.successes
    assert await bob.see(toy.counter, name="visitors") == 241


async def test_calls_without_arguments_wait_for_calls_of_their_function(engine: Engine, bob: Person) -> None:
    await asyncio.gather(*(_repeat(engine, 10, edges.increment_visitors) for _ in range(16)))

    counts = _counts(engine)
    assert counts.attempts <= 1.4 * counts.successes
    assert await bob.see(toy.counter, name="visitors") == 160


async def test_functions_that_collide_without_a_common_value_all_get_through(engine: Engine, bob: Person) -> None:
    await asyncio.gather(
        *(_repeat(engine, 10, edges.increment_visitors) for _ in range(8)),
        *(_repeat(engine, 10, toy.increment, name="visitors") for _ in range(8)),
    )

    counts = _counts(engine)
    assert counts.attempts <= 3 * counts.successes
    assert await bob.see(toy.counter, name="visitors") == 160


async def test_two_servers_that_count_on_one_counter_get_through(engine: Engine, toy_dsn: str, bob: Person) -> None:
    other_database = Database(toy_dsn)
    other = toy_engine(other_database)
    await other.start()
    try:
        await asyncio.gather(
            *(_repeat(each, 10, toy.increment, name="visitors") for each in (engine, other) for _ in range(8))
        )
    finally:
        await other.stop()
        await other_database.close()

    await engine.catch_up()
    assert await bob.see(toy.counter, name="visitors") == 160


async def test_calls_that_wait_hold_up_no_others_and_no_connections(engine: Engine, database: Database) -> None:
    await _make_hot(engine, "hot")
    first = _run(engine, edges.increment_slowly, name="hot", gate="held")
    await until(lambda: "held" in edges.attempts)
    begun = _counts(engine).attempts

    waiting = [_run(engine, edges.increment_slowly, name="hot", gate="first hot") for _ in range(40)]
    assert await engine.run_mutation(toy.increment, {"name": "other"}, None) == 1
    assert await engine.run_mutation(toy.increment, {"name": "other"}, None) == 2

    assert not any(call.done() for call in (first, *waiting))
    assert _counts(engine).attempts == begun + 2
    assert not database.is_busy
    toy.gates["held"].set()
    assert sorted(await asyncio.gather(first, *waiting)) == list(range(4, 45))


async def test_a_caller_that_is_cancelled_in_the_queue_holds_up_no_others(engine: Engine) -> None:
    await _make_hot(engine, "queue")
    first = _run(engine, edges.increment_slowly, name="queue", gate="holds the queue")
    await until(lambda: "holds the queue" in edges.attempts)
    waiting = [_run(engine, edges.increment_slowly, name="queue", gate="first queue") for _ in range(3)]
    await asyncio.sleep(0)

    waiting[0].cancel()
    first.cancel()
    await asyncio.gather(first, waiting[0], return_exceptions=True)

    assert await asyncio.gather(*waiting[1:]) == [4, 5]
    assert await engine.run_mutation(toy.increment, {"name": "queue"}, None) == 6


async def test_callers_are_admitted_in_the_order_in_which_they_came(engine: Engine) -> None:
    await _make_hot(engine, "order")
    first = _run(engine, edges.increment_slowly, name="order", gate="holds the order")
    await until(lambda: "holds the order" in edges.attempts)
    waiting = []
    for _ in range(10):
        waiting.append(_run(engine, edges.increment_slowly, name="order", gate="first order"))
        await asyncio.sleep(0)
    toy.gates["holds the order"].set()

    assert await asyncio.gather(first, *waiting) == list(range(4, 15))


async def test_a_call_whose_turn_does_not_come_is_refused_as_busy(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _make_hot(engine, "patience")
    first = _run(engine, edges.increment_slowly, name="patience", gate="for long")
    await until(lambda: "for long" in edges.attempts)
    monkeypatch.setattr(concurrency, "_LONGEST_WAIT", 0.0)

    given = {"name": "patience", "gate": "first patience"}
    outcome = await engine.mutate(
        session=None, request=None, path="counters:incrementSlowly", arguments=given, identity=None
    )

    assert outcome.failure is not None
    assert outcome.failure.data is not None
    assert outcome.failure.data["code"] == "busy"
    toy.gates["for long"].set()
    assert await first == 4


async def test_after_a_while_a_collision_is_forgotten() -> None:
    now = [0.0]
    admission = Admission(lambda: now[0])
    calls = [admission.call("counters:increment", {"name": "a", "step": number}, None) for number in range(3)]
    with pytest.raises(asyncpg.SerializationError), admission.attempt(calls[0]), admission.attempt(calls[1]):
        raise asyncpg.SerializationError("could not serialize access")

    assert [limit.places for limit in admission._limits_of(calls[2])] == [{("counters:increment", "name")}]
    assert admission._limits_of(admission.call("counters:increment", {"name": "b", "step": 7}, None)) == []
    assert admission._limits_of(admission.call("other:function", {"name": "a"}, None)) == []
    now[0] = 11.0
    assert admission._limits_of(calls[2]) == []


async def test_a_limit_falls_to_one_with_collisions_and_rises_with_successes() -> None:
    limit = ConcurrencyLimit(16.0)
    for _ in range(5):
        limit.lower_level()
    for number in range(3):
        turn = asyncio.create_task(limit.acquire(number))
        await asyncio.sleep(0)
        assert turn.done() == (number == 0)

    successes = Counter(limit.raise_level() for _ in range(2000)).total()

    assert successes == 2000
    assert limit.is_lifted


async def test_a_turn_that_comes_at_the_moment_of_a_cancellation_is_passed_on() -> None:
    limit = ConcurrencyLimit(1.0)
    await limit.acquire(0)
    cancelled, last = (asyncio.create_task(limit.acquire(number)) for number in (1, 2))
    await asyncio.sleep(0)

    limit.release()
    cancelled.cancel()

    await last
    assert cancelled.cancelled()


async def test_a_call_runs_alone_once_the_others_have_ended() -> None:
    gate = Gate()
    assert gate.enter_at_once(is_alone=False)
    alone = asyncio.create_task(gate.enter(is_alone=True))
    await asyncio.sleep(0)
    assert not gate.enter_at_once(is_alone=False)
    late = asyncio.create_task(gate.enter(is_alone=False))
    gate.leave(is_alone=False)
    await alone
    assert not late.done()

    gate.leave(is_alone=True)

    await late


async def test_a_call_that_stops_waiting_to_run_alone_lets_the_others_run() -> None:
    gate = Gate()
    assert gate.enter_at_once(is_alone=False)
    alone = asyncio.create_task(gate.enter(is_alone=True))
    await asyncio.sleep(0)

    alone.cancel()
    await asyncio.gather(alone, return_exceptions=True)

    assert gate.enter_at_once(is_alone=False)


async def test_the_last_resort_waits_for_no_call_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concurrency, "_DRAINING", 0.0)
    gate = Gate()
    assert gate.enter_at_once(is_alone=False)

    await gate.enter(is_alone=True)

    assert not gate.enter_at_once(is_alone=False)


async def test_a_call_not_admitted_leaves_its_place() -> None:
    limit = ConcurrencyLimit(1.0)
    await limit.acquire(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(concurrency, "_LONGEST_WAIT", 0.0)
        with pytest.raises(NotAdmitted):
            await limit.acquire(1)
    last = asyncio.create_task(limit.acquire(2))

    limit.release()

    await last
