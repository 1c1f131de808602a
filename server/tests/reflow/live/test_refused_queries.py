"""A query that takes too long is refused alone, and tried again more and more rarely."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.reflow.live.pages import Page, publish
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World

from reflow.context import QueryCtx
from reflow.functions import query
from reflow.live import lanes

_gates: list[asyncio.Event] = []


@query(path="refused:endless", deadline=0.05)
async def endless(ctx: QueryCtx, *, channel: str) -> int:
    """Returns once its gate is open."""
    found: int = await ctx.run(toy.count, channel=channel)
    await _gates[-1].wait()
    return found


@pytest.fixture(autouse=True)
async def gate() -> AsyncIterator[asyncio.Event]:
    """A gate that opens at the end."""
    _gates.append(asyncio.Event())
    yield _gates[-1]
    _gates.pop().set()


async def _says(person: Person, body: str) -> None:
    """Send a message without waiting for any screen."""
    outcome = await person.world.engine.mutate(
        session=f"{person.name} {body}",
        request=1,
        path="messages:send",
        arguments={"body": body, "channel": "c"},
        identity=person.identity,
    )
    assert outcome.failure is None


async def test_the_other_queries_of_a_page_go_on_beside_a_refused_one(
    alice: Person, world: World, gate: asyncio.Event
) -> None:
    publish(world.engine, endless)
    page = Page(world.engine, ["refused:endless", "messages:count", "messages:bodies"], {"channel": "c"})
    await page.shows(None, 0, [])

    for number in range(3):
        await _says(alice, f"m{number}")
        await page.shows(None, number + 1, [f"m{each}" for each in range(number + 1)])

    gate.set()
    await page.shows(3, 3, ["m0", "m1", "m2"])


async def test_a_query_that_is_refused_again_and_again_is_tried_more_and_more_rarely(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "FIRST_RETRY", 0.001)
    monkeypatch.setattr(lanes, "_LONGEST_RETRY", 0.005)
    pauses: list[float] = []
    loop = asyncio.get_running_loop()

    class Recording:
        """The loop, whose retries are recorded."""

        def call_later(self, pause: float, callback: object, *arguments: object) -> object:
            pauses.append(pause)
            return loop.call_later(pause, callback, *arguments)  # type: ignore[arg-type]  # handed on as it came

        def __getattr__(self, name: str) -> object:
            return getattr(loop, name)

    alice.open(endless, channel="c")
    with monkeypatch.context() as patched:
        patched.setattr(lanes.asyncio, "get_running_loop", Recording)
        await until(lambda: len([each for each in pauses if each <= 0.005]) >= 5)

    assert [each for each in pauses if each <= 0.005][:5] == [0.001, 0.002, 0.004, 0.005, 0.005]
