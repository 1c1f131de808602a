"""Everything on a page is of one moment, also while one of its queries is slow."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam
from tests.reflow.live.pages import Page, publish
from tests.reflow.toy import functions as toy
from tests.reflow.toy.tables import messages
from tests.reflow.until import SelfClosingGate, until
from tests.world import Person, World

from reflow.context import QueryCtx
from reflow.functions import query
from reflow.limits.rate_limits import RateLimit
from reflow.live.nodes import Subscription
from reflow.statements import statement
from reflow.wire.messages import Add, ModifyQuerySet, Remove

COUNT = statement(sa.select(sa.func.count()).select_from(messages).where(messages.c.channel == bindparam("channel")))
SLOW, LIST, BODIES = 0, 1, 2
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
    publish(world.engine, slow_count, on_slow)
    page = Page(world.engine, (path, "messages:count"), {"channel": "c"})
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
    global _gate  # noqa: PLW0603  # an event belongs to the loop of one test
    page = await _open(world, monkeypatch, path)
    _gate = SelfClosingGate()
    await _says(alice, "m0")
    await until(lambda: _begun == [1])
    looks: list[dict[int, Any]] = []

    def has_begun(times: int) -> bool:
        looks.extend(page.looks())  # as a socket does, whenever it can
        return len(_begun) == times and len(looks) >= times - 1

    for number in range(1, 4):
        await _says(alice, f"m{number}")
        await _published(world)
        _gate.set()
        await until(lambda n=number: has_begun(n + 1))  # type: ignore[misc]  # bound to this round

    counted = ["1 messages", "2 messages", "3 messages"] if path == "moment:onSlow" else [1, 2, 3]
    assert [(look[SLOW], look[LIST]) for look in looks] == list(zip(counted, [1, 2, 3], strict=True))
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


async def test_a_query_that_waits_for_its_callers_turn_is_not_left_behind(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await _open(world, monkeypatch)
    added = Add(BODIES, "messages:bodies", msgspec.Raw(b'[{"channel":"c"}]'))
    page.transitions.modify(ModifyQuerySet(1, 2, [added]), None, again=False)
    subscription = page.transitions._queries._followed[BODIES].subscription
    assert isinstance(subscription, Subscription)
    await until(lambda: subscription.result is not None)

    await _says(alice, "m0")
    await until(lambda: _begun == [1])
    assert subscription.node is not None
    world.engine.graph.postpone(subscription.node)  # as if its caller had too many updates
    await _says(alice, "m1")
    await _published(world)
    _gate.set()
    await until(lambda: bool(page.looks()))
    assert page.shown == {SLOW: 1, LIST: 1, BODIES: ["m0"]}

    await until(lambda: _begun[-1] == 2 and not world.engine.graph.stale_count)
    assert page.looks() == [], "the bodies would lack a message that is counted"

    world.engine._late.attach(subscription)
    await until(lambda: bool(page.looks()))
    assert page.shown == {SLOW: 2, LIST: 2, BODIES: ["m0", "m1"]}


async def test_a_login_meanwhile_is_answered_for_that_person(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await _open(world, monkeypatch)
    await _says(alice, "m0")
    await until(lambda: _begun == [1])

    page.transitions.set_identity(alice.identity)
    _gate.set()

    await page.shows(1, 1)


@query(path="moment:slowList", deadline=30)
async def slow_list(ctx: QueryCtx, *, channel: str) -> list[str]:
    """Another slow query of the same rows."""
    found = [row.body for row in await ctx.rows(toy.MESSAGES, channel=channel)]
    for _ in range(_DICE.randrange(200)):
        await asyncio.sleep(0)
    return found


@query(path="moment:slowNumber", deadline=30)
async def slow_number(ctx: QueryCtx, *, channel: str) -> int:
    """A slow count, as long as chance has it."""
    found: int = await ctx.value(COUNT, channel=channel)
    for _ in range(_DICE.randrange(200)):
        await asyncio.sleep(0)
    return found


@query(path="moment:onBoth", deadline=30)
async def on_both(ctx: QueryCtx, *, channel: str) -> list[int]:
    """A fast query that is built on two slow ones and on a fast one."""
    bodies = await ctx.run(slow_list, channel=channel)
    return [len(bodies), await ctx.run(slow_number, channel=channel), await ctx.run(toy.count, channel=channel)]


_read: list[tuple[int, int]] = []


@query(path="moment:counts", deadline=30)
async def counts(ctx: QueryCtx, *, channel: str) -> list[int]:
    """What a slow query counts, and what this query counts itself."""
    below = await ctx.run(slow_number, channel=channel)
    own: int = await ctx.value(COUNT, channel=channel)
    _read.append((below, own))
    return [below, own]


@query(path="moment:serializableCount", serializable=True)
async def serializable_count(ctx: QueryCtx, *, channel: str) -> int:
    """A count in a snapshot of its own."""
    found: int = await ctx.value(COUNT, channel=channel)
    return found


async def test_a_query_never_reads_two_moments_though_one_that_it_is_built_on_is_slow(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _read.clear()
    publish(world.engine, slow_number, counts)
    is_slow = world.engine.graph.slow.holds
    monkeypatch.setattr(world.engine.graph.slow, "holds", lambda node: node.function is slow_number or is_slow(node))
    page = Page(world.engine, ("moment:counts", "moment:slowNumber"), {"channel": "c"})

    await _all_count(page, 0)
    for number in range(1, 11):
        await _says(alice, f"m{number}")
        await _all_count(page, number)

    assert all(below == own for below, own in _read), _read


_DICE = random.Random(7)
_PATHS = (
    "moment:slowList",
    "moment:slowNumber",
    "moment:onBoth",
    "moment:serializableCount",
    "messages:count",
    "messages:bodies",
)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("updates", [1, 100, 1_000_000])
@pytest.mark.parametrize("is_full", [False, True])
async def test_whatever_is_slow_and_whatever_changes_a_page_never_mixes_two_moments(
    alice: Person,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    updates: int,
    seed: int,
    *,
    is_full: bool,
) -> None:
    if is_full:
        request.getfixturevalue("attempts_to_share")
    _DICE.seed(seed)
    dice = random.Random(seed)
    publish(world.engine, slow_list, slow_number, on_both, serializable_count)
    slow = {slow_list.path, slow_number.path, serializable_count.path}
    world.engine.graph.update_rate = RateLimit((updates, 0.5))  # a page's queries are withdrawn if there are more
    monkeypatch.setattr(world.engine.graph.slow, "holds", lambda node: node.function.path in slow)
    pages = [Page(world.engine, dice.sample(_PATHS, k), {"channel": "c"}) for k in (6, 5, 4, 3, 2) for _ in range(2)]
    shown = 0

    def look() -> bool:
        nonlocal shown
        for page in pages:
            for state in page.looks():
                sizes = {size for value in state.values() for size in _sizes(value)}
                assert len(sizes) == 1, {page.paths[each]: _sizes(value) for each, value in state.items()}
                shown += 1
        return False

    for number in range(60):
        await _says(alice, f"m{number}")
        if dice.random() < 0.3:
            async with world.database.transaction() as connection:
                await connection.text("DELETE FROM messages WHERE id = (SELECT max(id) FROM messages)")
        for _ in range(dice.randrange(300)):
            look()
            await asyncio.sleep(0)
    async with world.database.connection() as connection:
        (row,) = await connection.text("SELECT count(*) AS count FROM messages")
    await until(lambda: look() or all(_holds(page, row.count) for page in pages))
    assert shown > 3 * len(pages)


async def _all_count(page: Page, count: int) -> None:
    await until(lambda: bool(page.looks()) and _holds(page, count))


def _holds(page: Page, count: int) -> bool:
    """Whether each of a page's answers counts so many messages."""
    return len(page.shown) == len(page.paths) and all({count} == set(_sizes(each)) for each in page.shown.values())


def _sizes(value: Any) -> list[int]:
    """How many messages an answer counts."""
    if isinstance(value, list):
        return [int(each) for each in value] if value and not isinstance(value[0], str) else [len(value)]
    return [int(value)]
