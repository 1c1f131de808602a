"""Pages that show serializable queries, alone or beside plain ones, show one moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from tests.reflow.live import batches
from tests.reflow.live.batches import CLOSED_WITH_ONE, OPEN, begins_a_receipt, begun, does, gates
from tests.reflow.live.pages import Page, publish
from tests.reflow.toy import functions as toy
from tests.reflow.until import SelfClosingGate, until
from tests.world import Person, World

from reflow.errors import AppError
from reflow.live import recompute
from reflow.live.slow_queries import SlowQueries

_BATCHES = [f"b{number}" for number in range(5)]


@pytest.fixture(autouse=True)
async def opened(world: World) -> AsyncIterator[None]:
    """Open batches."""
    publish(world.engine, *batches.CALLS)
    await batches.make(world, "b", *_BATCHES)
    yield
    for gate in gates.values():
        gate.set()


async def test_a_plain_query_waits_for_a_serializable_one_of_its_page(alice: Person, bob: Person) -> None:
    page = Page(alice.world.engine, ("batches:report", "batches:draft"), {"batch": "b"})
    await page.shows(OPEN, OPEN)
    adding = await begins_a_receipt(alice)
    await does(bob, batches.close_batch, batch="b")
    await until(lambda: alice.world.engine._lanes.is_busy)

    assert page.looks() == []

    gates["receipt"].set()
    await adding
    await page.shows(CLOSED_WITH_ONE, CLOSED_WITH_ONE)


async def test_a_page_that_is_outdated_all_the_time_shows_moments(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the plain query may count as slow. It then runs in another lane, and no moment has both.
    monkeypatch.setattr(SlowQueries, "holds", lambda _, node: node.function.is_serializable)
    monkeypatch.setattr(recompute, "_PATIENCE", 60)  # seconds
    page = Page(world.engine, ("batches:report", "batches:draft"), {"batch": "b"})
    await page.shows(OPEN, OPEN)
    gates["report"] = SelfClosingGate()
    begun.clear()
    looks: list[dict[int, Any]] = []

    def has_begun(times: int) -> bool:
        looks.extend(page.looks())  # as a socket does, whenever it can
        return begun.count("report") == times

    await does(alice, toy.send, body="m0", channel="b")
    await until(lambda: has_begun(1))
    for number in range(1, 5):
        await does(alice, toy.send, body=f"m{number}", channel="b")
        await world.engine.reached(await world.engine._source.flushed())
        gates["report"].set()
        await until(lambda n=number: has_begun(n + 1))  # type: ignore[misc]  # bound to this round

    moments = [[0, 1], [0, 2], [0, 3], [0, 4]]
    assert [(look[0], look[1]) for look in looks] == list(zip(moments, moments, strict=True))
    gates["report"].set()
    await page.shows([0, 5], [0, 5])


async def test_two_serializable_queries_of_a_page_agree(
    alice: Person, bob: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt comes after the cycle that saw the batch closed, and before the snapshot in which that is read."""
    engine = world.engine
    page = Page(engine, ("batches:isClosed", "batches:receipts"), {"batch": "b"})
    await page.shows(0, 0)
    adding = await begins_a_receipt(alice)
    look, looks = engine._source.look, 0

    async def looking(connection: Any) -> Any:
        nonlocal looks
        looks += 1
        if looks > 1:
            return await look(connection)
        gates["receipt"].set()
        await adding
        found = await look(connection)
        await does(bob, batches.close_batch, batch="b")  # outdates the run, so that only its moment could be shown
        return found

    monkeypatch.setattr(engine._source, "look", looking)
    await does(bob, batches.close_batch, batch="b")
    seen: list[dict[int, Any]] = []
    await until(lambda: bool(seen.extend(page.looks())) or page.shown == {0: 1, 1: 1})

    assert {0: 1, 1: 0} not in seen


@pytest.mark.parametrize("seed", range(3))
async def test_once_a_page_shows_that_a_batch_is_closed_its_receipts_are_final(
    alice: Person, world: World, seed: int
) -> None:
    batches.DICE.seed(seed)
    paths = ("batches:isClosed", "batches:receipts", "batches:total", "batches:report")
    pages = [Page(world.engine, batches.DICE.sample(paths, 4), {"batch": batch}) for batch in _BATCHES for _ in "ab"]
    final: dict[int, Any] = {}

    def look() -> bool:
        for number, page in enumerate(pages):
            for state in page.looks():
                shown = {page.paths[each]: value for each, value in state.items()}
                whole = shown.keys() >= {*paths} and None not in shown.values()  # some may be refused
                halves = [shown.get("batches:isClosed"), shown.get("batches:receipts")]
                assert not whole or halves == shown["batches:total"] == shown["batches:report"]
                if whole and halves[0]:
                    assert final.setdefault(number, halves) == halves, "a receipt was added to a closed batch"
        return len(final) == len(pages)

    async def add(batch: str) -> None:
        await batches.hesitate(2_000)
        with suppress(AppError):
            await does(alice, batches.add_receipt_by_chance, batch=batch)

    async def close(batch: str) -> None:
        await batches.hesitate(3_000)
        await does(alice, batches.close_batch, batch=batch)

    works = [asyncio.create_task(add(batch)) for batch in _BATCHES for _ in range(20)]
    works += [asyncio.create_task(close(batch)) for batch in _BATCHES]
    await until(lambda: look() and all(work.done() for work in works))
    await asyncio.gather(*works)

    await world.engine.catch_up()
    async with world.database.connection() as connection:
        rows = await connection.text("SELECT channel, count(*) AS count FROM messages GROUP BY channel")
    counts = {row.channel: row.count for row in rows}
    await until(lambda: look() and all(page.shown.keys() == {*range(4)} for page in pages))
    assert {number: halves[1] for number, halves in final.items()} == {
        number: counts.get(_BATCHES[number // 2], 0) for number in range(len(pages))
    }
