"""Members make any calls in any order, and every open query shows the same as a query that is asked now.

With INFLOW_SOAK there are 100 schedules, with other seeds at each run, and all queries are compared after each call.
Otherwise it is one schedule, always the same, and they are compared after every fifth call. A schedule has 60 calls,
and goes on until the screens were updated 60 times: with each call that the app gains, chance makes other calls. A
failure names the seed of its schedule, and INFLOW_SEED=… repeats it.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from tests.app.authorization import MATRIX
from tests.app.cast import CALLERS, Cast, cast
from tests.members import Member
from tests.product import product, world
from tests.world import Person, Watch, World

from inflow.app.functions import registry
from reflow.errors import AppError, PlainError
from reflow.functions import Function
from reflow.values import decode

__all__ = ["product", "world"]

CALLS = {call.path: call for call in registry()}
QUERIES = sorted(path for path, call in CALLS.items() if call.kind == "query")
MUTATIONS = sorted(path for path, call in CALLS.items() if call.kind == "mutation")
SOAKING = bool(os.environ.get("INFLOW_SOAK"))
SEEDS = (
    [int(os.environ["INFLOW_SEED"])]
    if "INFLOW_SEED" in os.environ
    else [random.randrange(2**32) for _ in range(100)]
    if SOAKING
    else [1]
)
SCREENS, STEPS, COMPARED_AFTER = (150, 60, 1) if SOAKING else (100, 60, 5)
LONGEST = 2
"""A schedule may have this many times its calls, to update the screens often enough."""
ALLOWED = {"done", "something"}
KINDS = {
    "posts:createPost": ("foto", "second", "cue"),
    "grids:createGrid": ("grid",),
    "comments:create": ("words", "words_of_friend"),
    "flowRequests:requestSync": ("request", "asked"),
    "messages:sendMessage": ("message",),
    "messages:openConversation": ("conversation",),
    "moderation:act": ("measure", "appealed"),
    "moderation:createInvitation": ("invitation",),
    "niches:createProposal": ("proposal",),
}
"""What a call makes, by its names in the cast."""


class Schedule:
    """Random calls of the cast. What a call makes is an argument of later calls."""

    def __init__(self, seed: int, people: Cast) -> None:
        self._chance = random.Random(seed)
        self._people = people
        self._members = [each for each in people.people.values() if isinstance(each, Member)]
        self._made = {name: [getattr(people, name)] for names in KINDS.values() for name in names}
        self.done: list[str] = []

    async def open(self, world: World) -> list[Watch[Any]]:
        """Open screens of random callers; each query is on some screen."""
        screens = []
        for path in (*QUERIES, *self._chance.choices(QUERIES, k=SCREENS - len(QUERIES))):
            view = self._seen_by()
            screens.append(await _watch(world, self._caller(path, view), CALLS[path], MATRIX[path].given(view)))
        return screens

    async def step(self) -> None:
        """Make one call, which may be refused."""
        path = self._chance.choice(MUTATIONS)
        view = self._seen_by()
        if path in ("posts:createPost", "profiles:updateProfileImage"):
            view = replace(view, photo=await view.owner.upload())
        caller = self._caller(path, view)
        try:
            done = await _do(caller, CALLS[path], MATRIX[path].given(view))
        except (AppError, PlainError) as refused:
            self.done.append(f"{caller.name} {path}: {refused}")
            return
        self.done.append(f"{caller.name} {path}")
        for name in KINDS.get(path, ()):
            self._made[name].append(getattr(done, "id", done))

    def _seen_by(self) -> Cast:
        """The cast with newer things, and sometimes as another member describes it: with others as owner and so on."""
        others = self._chance.sample(self._members, 4) if self._chance.random() < 0.4 else []
        members = dict(zip(("owner", "friend", "other", "asker"), others, strict=False))
        made = {name: self._chance.choice(ids) for name, ids in self._made.items()}
        return replace(self._people, **members, **made)

    def _caller(self, path: str, view: Cast) -> Person:
        """Mostly a member who may make the call."""
        people = {**self._people.people, "owner": view.owner}
        may = [name for name, outcome in zip(CALLERS, MATRIX[path].outcomes, strict=True) if outcome in ALLOWED]
        if "owner" in may and self._chance.random() < 0.5:
            return view.owner
        return people[self._chance.choice(may if may and self._chance.random() < 0.8 else CALLERS)]


@pytest.mark.timeout(3600 if SOAKING else 180)
@pytest.mark.parametrize("seed", SEEDS)
async def test_every_open_query_shows_what_it_would_show_now(world: World, seed: int) -> None:
    people = await cast(world)
    schedule = Schedule(seed, people)
    screens = await schedule.open(world)
    before = sum(each.updates for each in screens)

    for step in range(1, LONGEST * STEPS + 1):
        await schedule.step()
        try:
            await (world.show(screens) if step % COMPARED_AFTER else world.settle())
        except AssertionError as missed:
            raise AssertionError(f"seed {seed}, after {schedule.done[-6:]}: {missed}") from missed
        updates = sum(each.updates for each in screens) - before
        if step >= STEPS and updates >= STEPS and not step % COMPARED_AFTER:
            break

    print(f"seed {seed}: {updates} updates of {len(screens)} screens in {step} calls")
    assert sum(": " not in each for each in schedule.done) >= len(schedule.done) / 4, schedule.done
    assert updates >= STEPS


async def _watch(world: World, caller: Person, query: Function[..., Any], given: dict[str, Any]) -> Watch[Any]:
    screen: Watch[Any] = Watch(world, query, query.decode(decode(msgspec.json.encode(given))), caller.identity)
    await world.show([screen])
    world.watches.append(screen)
    return screen


async def _do(caller: Person, mutation: Function[..., Any], given: dict[str, Any]) -> Any:
    engine = caller.world.engine
    ready = mutation.decode(decode(msgspec.json.encode(given)))
    return await engine.run_mutation(mutation, ready, caller.identity)
