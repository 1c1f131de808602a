"""Queries that run queries, shared between callers and specialised for one: updates reach all callers when a query
changes from one kind to the other.
"""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterable
from typing import Any

import pytest
import sqlalchemy as sa
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World

from reflow.context import QueryCtx
from reflow.errors import AppError
from reflow.functions import query
from reflow.live import lanes
from reflow.live.nodes import Node
from reflow.live.recompute import RecomputePass
from reflow.statements import statement


@query(path="sharing:personalOnceUsed")
async def personal_once_used(ctx: QueryCtx, *, channel: str) -> str:
    """The same for all callers while the channel is empty; afterwards it depends on the caller."""
    if await ctx.value(toy.COUNT, channel=channel) == 0:
        return "nothing yet"
    return f"for {ctx.identity.subject if ctx.identity else 'a stranger'}"


@query(path="sharing:quoted")
async def quoted(ctx: QueryCtx, *, channel: str) -> str:
    """The same in quotation marks, made by running the query above."""
    return f"'{await ctx.run(personal_once_used, channel=channel)}'"


@query(path="sharing:countedAndNamed")
async def counted_and_named(ctx: QueryCtx, *, channel: str) -> str:
    """Has two reasons to run: the messages that it counts, and the query that it runs."""
    return f"{await ctx.value(toy.COUNT, channel=channel)} {await ctx.run(personal_once_used, channel=channel)}"


@query(path="sharing:carefree")
async def carefree(ctx: QueryCtx, *, channel: str) -> str:
    """A careless author catches every exception, including one of the engine's own."""
    try:
        return await ctx.run(personal_once_used, channel=channel)
    except Exception:  # noqa: BLE001  # the carelessness is the point
        return "something went wrong"


NOW = statement(sa.select(sa.func.clock_timestamp()))


@query(path="sharing:time")
async def time(ctx: QueryCtx) -> str:
    """The database's time."""
    return str(await ctx.value(NOW))


@query(path="sharing:timeInWords")
async def time_in_words(ctx: QueryCtx) -> str:
    """The same in a sentence, made by running the query above."""
    return f"It is {await ctx.run(time)}."


@query(path="sharing:counted")
async def counted(ctx: QueryCtx, *, name: str) -> int:
    """A counter's value."""
    return int(await ctx.value(toy.COUNTER, name=name) or 0)


@query(path="sharing:atLeastOne")
async def at_least_one(ctx: QueryCtx, *, name: str) -> int:
    """A counter, but never less than one."""
    return max(1, await ctx.run(counted, name=name))


@query(path="sharing:doubled")
async def doubled(ctx: QueryCtx, *, name: str) -> int:
    """A query with two queries below it."""
    return 2 * await ctx.run(at_least_one, name=name)


@query(path="sharing:doubledWhenSwitched")
async def doubled_when_switched(ctx: QueryCtx, *, name: str) -> int:
    """Runs the deep query only once a switch is on."""
    if not await ctx.run(counted, name="switch"):
        return 0
    return await ctx.run(doubled, name=name)


@query(path="sharing:eitherCounter")
async def either_counter(ctx: QueryCtx, *, name: str) -> int:
    """One counter, and another one added once a switch is on."""
    switched = await ctx.value(toy.COUNTER, name="switch")
    return int(await ctx.value(toy.COUNTER, name=name) or 0) if not switched else await ctx.run(at_least_one, name=name)


@query(path="sharing:tenfold")
async def tenfold(ctx: QueryCtx, *, name: str) -> int:
    """Runs a query that comes to run more queries without changing its value."""
    return 10 * await ctx.run(either_counter, name=name)


@query(path="sharing:tenfoldNamed")
async def tenfold_named(ctx: QueryCtx, *, name: str) -> str:
    """Has two reasons to run: the counter that it names, and the query that it runs."""
    own = await ctx.value(toy.COUNTER, name=f"{name} beside")
    return f"{own}: {await ctx.run(tenfold, name=name)}"


@query(path="sharing:listed")
async def listed(ctx: QueryCtx, *, name: str) -> list[int]:
    """Whether a counter has been set, as a list: a new one at each run."""
    return [min(1, await ctx.value(toy.COUNTER, name=name) or 0)]


@query(path="sharing:listedFor")
async def listed_for(ctx: QueryCtx, *, name: str, reader: str) -> list[int]:
    """The same list for each reader who has a counter, and an empty one for the others."""
    return await ctx.run(listed, name=name) if await ctx.value(toy.COUNTER, name=reader) else []


async def _set(world: World, **values: int) -> None:
    """Set counters, all in one transaction."""
    async with world.database.transaction() as connection:
        for name, value in values.items():
            await connection.text(
                "INSERT INTO counters VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2",
                name.replace("_", " "),
                value,
            )
    await world.settle()


async def test_a_query_follows_one_that_becomes_personal(alice: Person, bob: Person) -> None:
    hers, his = await alice.watch(quoted, channel="general"), await bob.watch(quoted, channel="general")
    assert hers.evaluation is his.evaluation

    await alice.do(toy.send, body="Hello")

    assert (hers.now, his.now) == ("'for alice'", "'for bob'")


async def test_a_query_follows_one_that_becomes_personal_after_it_had_to_wait(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers, his = await alice.watch(quoted, channel="general"), await bob.watch(quoted, channel="general")
    monkeypatch.setattr(RecomputePass, "_run_touched", _no_time)

    await alice.do(toy.send, body="Hello")

    await until(lambda: (hers.now, his.now) == ("'for alice'", "'for bob'"))


async def test_a_query_follows_one_that_becomes_personal_in_a_slow_lane_below_another(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = (personal_once_used, counted_and_named)
    monkeypatch.setattr(world.engine.graph.slow, "holds", lambda node: node.function in slow)
    monkeypatch.setattr(lanes, "nsmallest", _highest_first)
    plain, beside = alice.open(quoted, channel="general"), alice.open(counted_and_named, channel="general")
    await until(lambda: plain.answered and beside.answered)

    await alice.do(toy.send, body="Hello")

    await until(lambda: (plain.now, beside.now) == ("'for alice'", "1 for alice"))


def _highest_first(most: int, nodes: Iterable[Node], **_: object) -> list[Node]:
    """The lane takes queries before those that they are built on."""
    return sorted(nodes, key=lambda node: -node.height)[:most]


async def _no_time(_run: RecomputePass, _connections: list[Any]) -> None:
    """Run nothing, as a cycle in which there is no time left for what a change touched."""


async def test_a_screen_on_the_personal_query_itself_changes_with_those_built_on_it(alice: Person, bob: Person) -> None:
    plain, built = (
        await alice.watch(personal_once_used, channel="general"),
        await bob.watch(quoted, channel="general"),
    )

    await alice.do(toy.send, body="Hello")
    await alice.do(toy.send, body="Again")

    assert (plain.now, built.now) == ("for alice", "'for bob'")


async def test_catching_everything_shows_nobody_what_is_another_persons(alice: Person, bob: Person) -> None:
    await alice.do(toy.send, body="Hello")

    hers, his = await alice.watch(carefree, channel="general"), await bob.watch(carefree, channel="general")

    assert (hers.now, his.now) == ("for alice", "for bob")


async def test_a_result_that_ran_again_without_a_change_is_shared_with_those_who_join_it_at_that_moment(
    alice: Person, bob: Person, world: World
) -> None:
    await _set(world, shared=1, alice=1)
    hers = await alice.watch(listed_for, name="shared", reader="alice")
    his = await bob.watch(listed_for, name="shared", reader="bob")

    await _set(world, shared=2, bob=1)

    assert hers.now is his.now
    assert hers.evaluation.value is his.evaluation.value


async def test_a_query_that_begins_to_look_deeper_sees_what_changed_there_too(bob: Person, world: World) -> None:
    names = [f"counter{number}" for number in range(8)]
    await _set(world, switch=0, **dict.fromkeys(names, 5))
    deep = [await bob.watch(doubled, name=name) for name in names]
    late = [await bob.watch(doubled_when_switched, name=name) for name in names]

    await _set(world, switch=1, **dict.fromkeys(names, 7))

    assert [screen.now for screen in (*deep, *late)] == [14] * 16


async def test_a_query_below_may_grow_deeper_without_being_overtaken(bob: Person, world: World) -> None:
    await _set(world, visitors=5, switch=0, visitors_beside=0)
    screen = await bob.watch(tenfold_named, name="visitors")
    await _set(world, switch=1)

    for round_ in range(8):
        await _set(world, visitors=6 + round_, visitors_beside=round_)
        assert screen.now == f"{round_}: {60 + 10 * round_}"


async def test_a_refused_query_keeps_nothing_of_the_cycle_that_refused_it(bob: Person, world: World) -> None:
    runs = _notes["general"] = []
    screen = await bob.watch(remembers_its_run, channel="general")

    assert isinstance(screen.evaluation.raised, AppError)
    await bob.see(toy.default)  # waits until the cycle is over
    gc.collect()
    assert runs
    assert not any(run() for run in runs)


_notes: dict[str, list[weakref.ref[RecomputePass]]] = {}


@query(path="sharing:remembersItsRun")
async def remembers_its_run(ctx: QueryCtx, *, channel: str) -> str:
    """Refuses, and records the run in which it did."""
    _notes[channel].append(weakref.ref(ctx._run))  # type: ignore[attr-defined]  # the test looks behind the context
    raise AppError("refused", "No.")


async def test_what_time_outdates_is_not_kept_for_who_asks_later(world: World, alice: Person) -> None:
    for asked in (time, time_in_words):
        assert await alice.see(asked) != await alice.see(asked)

    async with asyncio.timeout(60):
        screen = alice.open(time)
        while not screen.answered:
            await world.engine.catch_up()
        before = screen.now
        alice.open(time)
        while screen.now == before:
            await world.engine.catch_up()


async def test_whoever_leafed_through_thousands_of_pages_leaves_them_all(world: World, bob: Person) -> None:
    # More than the engine keeps after their last reader, each running another one: when a query goes, all that only it
    # used must go too.
    pages = [bob.open(doubled, name=f"page {number}") for number in range(2_500)]
    async with asyncio.timeout(60):
        while not all(page.answered for page in pages):
            await world.engine.catch_up()

    for page in pages:
        page.close()

    await _set(world, **{"page_7": 4})
    assert await bob.see(doubled, name="page 7") == 8
    assert [await bob.see(doubled, name=f"page {number}") for number in (0, 1_234, 2_499)] == [2, 2, 2]


@pytest.mark.parametrize(
    "clock",
    [
        *(sa.func.now(), sa.func.clock_timestamp(), sa.func.statement_timestamp(), sa.func.transaction_timestamp()),
        *(sa.func.age(sa.literal("2026-01-01")), sa.func.current_timestamp(), sa.func.current_date()),
    ],
    ids=str,
)
def test_each_clock_of_postgresql_is_known_as_one(clock: sa.ColumnElement[Any]) -> None:
    assert statement(sa.select(clock)).is_timed
