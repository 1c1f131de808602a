"""Everything on a page is of one moment, also while one of its queries is slow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam
from tests.reflow.toy.tables import messages
from tests.reflow.until import until
from tests.world import Person, World

from reflow.context import QueryCtx
from reflow.functions import query
from reflow.live.engine import Engine
from reflow.statements import statement
from reflow.wire.limits import Limits
from reflow.wire.messages import Add, ModifyQuerySet, Remove
from reflow.wire.transitions import Transitions

COUNT = statement(sa.select(sa.func.count()).select_from(messages).where(messages.c.channel == bindparam("channel")))
SLOW, LIST = 0, 1
_gate = asyncio.Event()
_begun: list[int] = []


@query(path="moment:slowCount", deadline=30)
async def slow_count(ctx: QueryCtx, *, channel: str) -> int:
    """How many messages a channel has, counted slowly."""
    found: int = await ctx.value(COUNT, channel=channel)
    _begun.append(found)
    await _gate.wait()
    return found


@query(path="moment:onSlow", deadline=30)
async def on_slow(ctx: QueryCtx, *, channel: str) -> str:
    """A fast query that is built on it."""
    return f"{await ctx.run(slow_count, channel=channel)} messages"


class Page:
    """A page with two queries, and what its socket would send."""

    def __init__(self, engine: Engine, path: str = "moment:slowCount") -> None:
        for each in (slow_count, on_slow):
            engine._registry._functions.setdefault(each.path, each)
        self.shown: dict[int, Any] = {}
        self.ts = 0
        self.transitions = Transitions(engine, Limits(), lambda: None)
        arguments = msgspec.Raw(b'[{"channel": "c"}]')
        queries: list[Add | Remove] = [Add(SLOW, path, arguments), Add(LIST, "messages:count", arguments)]
        self.transitions.modify(ModifyQuerySet(0, 1, queries), None, again=False)

    def looks(self) -> list[dict[int, Any]]:
        """What the client shows after each Transition that is due now."""
        seen = []
        while (frame := self.transitions.compose()) is not None:
            sent = json.loads(frame)
            for change in sent["modifications"]:
                self.shown[change["queryId"]] = change.get("value")
            seen.append(dict(self.shown))
        return seen

    async def shows(self, *expected: Any) -> None:
        """Wait until the page shows these answers of its two queries."""
        await until(lambda: bool(self.looks()) and [self.shown.get(SLOW), self.shown.get(LIST)] == list(expected))


@pytest.fixture(autouse=True)
async def gate() -> AsyncIterator[None]:
    global _gate  # noqa: PLW0603  # an event belongs to the loop of one test
    _gate = asyncio.Event()
    _begun.clear()
    yield
    _gate.set()


async def _says(person: Person, body: str) -> None:
    await person.world.engine.mutate(
        session=body, request=1, path="messages:send", arguments={"body": body, "channel": "c"}, identity=None
    )


async def _published(world: World) -> None:
    await world.engine.reached(await world.engine._source.flushed())


async def _open(world: World, monkeypatch: pytest.MonkeyPatch, path: str = "moment:slowCount") -> Page:
    """A page that shows both queries of an empty channel; the slow one waits at its gate from then on."""
    page = Page(world.engine, path)
    _gate.set()
    await page.shows(*(["0 messages", 0] if path == "moment:onSlow" else [0, 0]))
    _gate.clear()
    for node in set(world.engine.graph._nodes.values()):
        if node.function is slow_count:
            node.seconds = 1.0  # as after a slow run, and it stays slow
    monkeypatch.setattr(world.engine.graph.slow, "measure", lambda _node, _seconds: None)
    _begun.clear()
    return page


async def test_a_fast_answer_waits_for_a_slow_one_of_its_page(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await _open(world, monkeypatch)

    await _says(alice, "m0")
    await until(lambda: _begun == [1])
    assert page.looks() == [], "the list would show a message that is not counted"

    _gate.set()
    await page.shows(1, 1)


@pytest.mark.parametrize("path", ["moment:slowCount", "moment:onSlow"])
async def test_a_slow_answer_that_is_outdated_all_the_time_is_shown_with_the_rest_of_its_moment(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    page = await _open(world, monkeypatch, path)
    await _says(alice, "m0")
    await until(lambda: _begun == [1])
    looks: list[dict[int, Any]] = []

    def has_begun(times: int) -> bool:
        looks.extend(page.looks())  # as a socket does, whenever it can
        return len(_begun) == times

    for number in range(1, 4):
        await _says(alice, f"m{number}")
        await _published(world)
        _gate.set()
        await until(lambda n=number: has_begun(n + 1))  # type: ignore[misc]  # bound to this round
        _gate.clear()

    shown = [(look[SLOW], look[LIST]) for look in looks]
    counted = ["1 messages", "2 messages", "3 messages"] if path == "moment:onSlow" else [1, 2, 3]
    assert all(pair in zip(counted, [1, 2, 3], strict=True) for pair in shown)
    assert len(shown) >= 2
    _gate.set()
    await page.shows("4 messages" if path == "moment:onSlow" else 4, 4)


async def test_a_query_that_is_not_followed_any_more_keeps_no_moment_waiting(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await _open(world, monkeypatch)
    await _says(alice, "m0")
    await until(lambda: _begun == [1])

    page.transitions.modify(ModifyQuerySet(1, 2, [Remove(SLOW)]), None, again=False)

    await until(lambda: bool(page.looks()) and page.shown[LIST] == 1)


async def test_a_login_meanwhile_is_answered_for_that_person(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await _open(world, monkeypatch)
    await _says(alice, "m0")
    await until(lambda: _begun == [1])

    page.transitions.set_identity(alice.identity)
    _gate.set()

    await page.shows(1, 1)
