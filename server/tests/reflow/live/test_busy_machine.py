"""On a busy machine fast queries are late now and then, and do not wait for slow ones because of that."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.reflow.live.test_isolation import FANS, _begun, _open_gated, _says, gates, personal
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, Watch, World

from reflow.context import QueryCtx
from reflow.limits.caller_rates import with_call
from reflow.live import recompute

__all__ = ["gates"]  # pytest finds the fixture here


async def test_hundreds_of_personal_views_do_not_delay_those_of_another_function(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("_SLICE", "_REST", "_LONGEST_ALLOWANCE"):
        monkeypatch.setattr(recompute, part, 0.001)
    screens: list[Watch[Any]] = []
    walls: list[Watch[Any]] = []
    for number in range(FANS):
        screens.append(Person(world, f"fan {number}").open(personal, channel="star"))
        if number % 60 == 0:
            walls.append(alice.open(toy.list_messages, channel=f"c{len(walls)}"))
    await until(lambda: all(screen.answered for screen in (*screens, *walls)))
    shown_after: list[int] = []
    for wall in walls:
        wall._subscription._on_change = lambda: shown_after.append(_begun["personal"])
    _begun["personal"] = 0

    channels = ["star", *(f"c{number}" for number in range(10))]
    async with world.database.transaction() as connection:
        await connection.text(
            "INSERT INTO messages (channel, author_id, body) SELECT unnest($1::text[]), 'x', 'new'", channels
        )
    await until(lambda: all(wall.answered and len(wall.now) == 1 for wall in walls))

    assert max(shown_after) < FANS / 2
    await until(lambda: all(screen.answered and len(screen.now) == 1 for screen in screens))


async def test_pages_are_answered_and_updated_by_a_machine_that_has_no_time(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("_SLICE", "_REST", "_LONGEST_ALLOWANCE"):
        monkeypatch.setattr(recompute, part, 0.0)  # even choosing what to run takes longer

    screens = [Person(world, f"fan {number}").open(personal, channel="star") for number in range(20)]
    await until(lambda: all(screen.answered for screen in screens))
    await _says(alice, "hello", "star")

    await until(lambda: all(screen.answered and len(screen.now) == 1 for screen in screens))


async def test_a_fast_query_that_was_late_once_does_not_wait_for_long_ones(alice: Person, bob: Person) -> None:
    wall = await bob.watch(toy.list_messages, channel="c")
    long_ones = [await _open_gated(alice, name) for name in ("slow", "other", "endless")]
    for name in ("slow", "other", "endless"):
        await _says(alice, "m0", name)
    await until(lambda: not any(screen.answered for screen in long_ones))
    assert wall._subscription.node is not None
    wall._subscription.node.seconds = 0.1  # as after a run on a busy machine

    await _says(alice, "m0")

    await until(lambda: wall.answered and len(wall.now) == 1)
    assert not any(screen.answered for screen in long_ones)


async def test_on_a_busy_machine_a_query_as_late_as_its_snapshot_is_not_slow(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = await alice.watch(toy.list_messages, channel="c")
    clock = Clock(asyncio.get_running_loop(), monkeypatch)
    cut, call = world.engine._source.cut, toy.list_messages.call

    def late_cut() -> Any:
        clock.ahead += 0.09
        return cut()

    async def late_call(ctx: QueryCtx, **given: Any) -> Any:
        clock.ahead += 0.09
        return await call(ctx, **given)

    monkeypatch.setattr(world.engine._source, "cut", late_cut)
    assert wall._subscription.node is not None
    wall._subscription.node.function = with_call(toy.list_messages, late_call)
    await _says(alice, "m0")
    await until(lambda: len(wall.now) == 1)

    assert not world.engine.graph.slow.holds(wall._subscription.node)


class Clock:
    """A loop's clock that a test can move."""

    def __init__(self, loop: asyncio.AbstractEventLoop, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        now = loop.time
        monkeypatch.setattr(loop, "time", lambda: now() + self.ahead)
