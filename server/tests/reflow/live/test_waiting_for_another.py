"""Two pages may wait for one evaluation. Stopping one of them stops neither the other nor the engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, Watch, World

from reflow.context import QueryCtx
from reflow.functions import query
from reflow.live.engine import Engine
from reflow.postgres.database import Database

FAST = 12  # so many queries run on two connections
_gate = asyncio.Event()
_begun: list[str] = []


@query(path="waiting:base", deadline=30)
async def base(ctx: QueryCtx, *, channel: str) -> int:
    """How many messages a channel has, when the gate is open."""
    _begun.append("base")
    found = len(await ctx.rows(toy.MESSAGES, channel=channel))
    await _gate.wait()
    return found


@query(path="waiting:above", deadline=30)
async def above(ctx: QueryCtx, *, channel: str) -> int:
    """A query that is built on it."""
    _begun.append("above")
    return await ctx.run(base, channel=channel)


@query(path="waiting:stubborn", deadline=30)
async def stubborn(_ctx: QueryCtx) -> str:
    """A query that continues when it is cancelled."""
    _begun.append("stubborn")
    try:
        await _gate.wait()
    except asyncio.CancelledError:
        return "went on"
    return "answered"


@pytest.fixture(autouse=True)
async def gate() -> AsyncIterator[None]:
    global _gate  # noqa: PLW0603  # an event belongs to the loop of one test
    _gate = asyncio.Event()
    _begun.clear()
    yield
    _gate.set()


@pytest.fixture
async def engine(database: Database) -> AsyncIterator[Engine]:
    engine = toy_engine(database)
    await engine.start()
    yield engine
    async with asyncio.timeout(60):
        await engine.stop()


async def _many_pages(world: World) -> list[Watch[int]]:
    """Two pages that wait for one evaluation, and so many other pages that two connections are used."""
    watches = [Watch(world, base, {"channel": "general"}, None), Watch(world, above, {"channel": "general"}, None)]
    for number in range(FAST):
        Watch(world, toy.bodies, {"channel": f"channel {number}"}, None)
    await until(lambda: {"base", "above"} <= set(_begun))
    return watches


async def test_pages_that_wait_for_one_evaluation_are_answered_after_it_was_too_slow(
    world: World, alice: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await alice.do(toy.send, body="first")
    pages = await _many_pages(world)
    await until(lambda: len(_begun) > 2)  # it was stopped, and runs again in a lane of its own
    _gate.set()
    await until(lambda: all(page.answered for page in pages))

    assert [page.now for page in pages] == [1, 1]
    assert "cycle failed" not in caplog.text


async def test_an_engine_stops_while_two_pages_wait_for_one_evaluation(world: World, engine: Engine) -> None:
    await _many_pages(world)
    async with asyncio.timeout(60):
        await engine.stop()


async def test_an_engine_stops_although_a_query_ignores_its_cancellation(world: World, engine: Engine) -> None:
    Watch(world, stubborn, {}, None)
    await until(lambda: _begun == ["stubborn"])
    async with asyncio.timeout(60):
        await engine.stop()
