"""The npm client before the whole engine, on a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from tests.reflow.conformance.conftest import Visit
from tests.reflow.conformance.page import Page
from tests.reflow.engine.conftest import toy_dsn, toy_engine
from tests.reflow.wire.conftest import Stage, serving

from reflow.engine import Engine
from reflow.store import Database
from reflow.wire.app import Wire
from reflow.wire.engine import Engine as Served

__all__ = ["toy_dsn"]
BODIES = "messages:bodies"


@pytest.fixture
async def engine(toy_dsn: str) -> AsyncIterator[Engine]:  # a fixture asks for another by its name
    """The toy product on PostgreSQL."""
    database = Database(toy_dsn)
    engine = toy_engine(database)
    await engine.start()
    yield engine
    await engine.stop()
    await database.close()


@pytest.fixture
async def stage(engine: Engine) -> AsyncIterator[Stage]:
    """The toy, served."""
    served: Served = engine
    wire = Wire(served)
    async with serving(wire) as address, AsyncExitStack() as stack:
        yield Stage(wire, address, stack)


async def test_a_message_appears_on_every_page(visit: Visit) -> None:
    pages = [await visit() for _ in range(3)]
    for page in pages:
        page.follow("bodies", BODIES)
        await page.shows("bodies", [])

    await pages[0].end(pages[0].send("hello", shows=BODIES))

    for page in pages:
        await page.shows("bodies", ["hello"])
    assert {tuple(shown) for shown in pages[0].shown["bodies"]} == {(), ("hello",)}
    assert pages[1].shown["bodies"] == [[], ["hello"]]


async def test_nothing_is_shown_twice_or_taken_back_while_a_page_chats(page: Page) -> None:
    page.follow("bodies", BODIES)
    await page.shows("bodies", [])

    for call in [page.send(f"{each}", shows=BODIES) for each in range(30)]:
        await page.end(call)

    lengths = [len(shown) for shown in page.shown["bodies"]]
    assert page.shown["bodies"][-1] == [f"{each}" for each in range(30)]
    assert lengths == sorted(lengths)


async def test_messages_take_effect_once_through_broken_connections(page: Page, stage: Stage) -> None:
    page.follow("bodies", BODIES)
    await page.shows("bodies", [])
    calls = [page.send(f"{each}") for each in range(20)]
    for broken_after in (2, 11):
        await page.end(calls[broken_after])
        stage.wire.connections.shutdown()

    for call in calls:
        await page.end(call)

    await page.shows("bodies", [f"{each}" for each in range(20)])


async def test_pages_grow_where_something_is_inserted(page: Page) -> None:
    for rank in (10, 20, 30, 40, 50):
        await page.result("mutate", "messages:send", {"body": f"{rank}", "channel": "c", "rank": rank})
    page.do("turn", name="pages", path="messages:page", args={"channel": "c"}, size=2)
    await page.until(lambda: page.shown.get("pages") and page.shown["pages"][-1]["status"] == "CanLoadMore")
    first = page.shown["pages"][-1]["results"]
    page.do("more", name="pages", count=2)
    await page.until(lambda: len(page.shown["pages"][-1]["results"]) == 4)

    middle = (int(first[0]) + int(first[1])) // 2
    await page.result("mutate", "messages:send", {"body": f"{middle}", "channel": "c", "rank": middle})

    await page.until(lambda: len(page.shown["pages"][-1]["results"]) == 5)
    shown = page.shown["pages"][-1]["results"]
    assert shown[:3] == [first[0], f"{middle}", first[1]]


async def test_pages_stay_whole_over_a_reconnect(page: Page, stage: Stage) -> None:
    for rank in range(6):
        await page.result("mutate", "messages:send", {"body": f"{rank}", "channel": "c", "rank": rank})
    page.do("turn", name="pages", path="messages:page", args={"channel": "c"}, size=2)
    await page.until(lambda: page.shown.get("pages") and page.shown["pages"][-1]["status"] == "CanLoadMore")
    page.do("more", name="pages", count=2)
    await page.until(lambda: len(page.shown["pages"][-1]["results"]) == 4)
    before = page.shown["pages"][-1]["results"]

    stage.wire.connections.shutdown()
    await page.until(lambda: page.connection["count"] == 2 and page.connection["connected"])
    await page.result("mutate", "messages:remove", {"messageId": 1})
    page.do("more", name="pages", count=2)

    await page.until(lambda: page.shown["pages"][-1]["status"] == "Exhausted")
    after = page.shown["pages"][-1]["results"]
    assert len(after) == len(set(after)) == 5
    assert set(before) - set(after) <= {"0"}
