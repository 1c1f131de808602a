"""What the npm client shows before the answer is here, and what it keeps when the connection breaks."""

from __future__ import annotations

import asyncio

import pytest
from tests.reflow.conformance.page import Page
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.toy import ToyEngine

from reflow.wire.limits import Limits

LIST = "messages:list"


@pytest.fixture(autouse=True)
async def _list(page: Page) -> None:
    page.follow("list", LIST)
    await page.shows("list", [])


async def test_a_message_shown_at_once_is_never_shown_twice(page: Page) -> None:
    for each in range(10):
        await page.end(page.send(f"{each}", shows=LIST))

    assert page.shown["list"][-1] == [f"{each}" for each in range(10)]
    assert [shown for shown in page.shown["list"] if len(shown) != len(set(shown))] == []
    assert [len(shown) for shown in page.shown["list"]] == sorted(len(shown) for shown in page.shown["list"])


async def test_messages_shown_at_once_stack(page: Page) -> None:
    calls = [page.send(body, shows=LIST) for body in "abc"]
    for call in calls:
        await page.end(call)

    assert page.shown["list"][1:4] == [["a"], ["a", "b"], ["a", "b", "c"]]
    assert {tuple(shown) for shown in page.shown["list"][4:]} <= {("a", "b", "c")}


async def test_a_lagging_engine_makes_nothing_flicker(page: Page, toy: ToyEngine) -> None:
    toy.lagging = True
    call = page.send("a", shows=LIST)
    await page.shows("list", ["a"])
    await toy.has_started("messages:send")
    toy.release()

    await page.end(call)

    assert [shown for shown in page.shown["list"] if shown not in ([], ["a"])] == []
    assert page.shown["list"].count([]) == 1


async def test_what_is_refused_is_taken_back(page: Page) -> None:
    call = page.send("a", path="messages:refuse", shows=LIST)

    assert "error" in await page.end(call)
    assert page.shown["list"] == [[], ["a"], []]


async def test_a_mutation_committed_on_a_broken_connection_took_effect_once(
    page: Page, stage: Stage, toy: ToyEngine
) -> None:
    toy.on_commit = stage.wire.connections.shutdown
    call = page.send("once", shows=LIST)
    await page.until(lambda: page.connection["connected"] is False)
    toy.on_commit = None

    assert (await page.end(call))["value"] == 1
    assert toy.ran == ["once"]
    assert {tuple(shown) for shown in page.shown["list"]} == {(), ("once",)}
    assert page.shown["list"].count([]) == 1


async def test_a_mutation_that_is_still_running_when_it_is_sent_again_runs_once(
    page: Page, stage: Stage, toy: ToyEngine
) -> None:
    gate = toy.gates["messages:sendSlowly"] = asyncio.Event()
    call = page.send("once", path="messages:sendSlowly")
    await toy.has_started("messages:sendSlowly")
    stage.wire.connections.shutdown()
    await page.until(lambda: page.connection["count"] == 2)
    gate.set()

    assert (await page.end(call))["value"] == 1
    assert toy.ran == ["once"]


async def test_a_response_without_its_transition_is_made_good(page: Page, stage: Stage, toy: ToyEngine) -> None:
    toy.lagging = True
    call = page.send("once", shows=LIST)
    await page.end(page.call("act", "actions:echo"))
    stage.wire.connections.shutdown()
    await page.until(lambda: page.connection["connected"] is False)
    toy.release()

    assert (await page.end(call))["value"] == 1
    assert toy.ran == ["once"]


async def test_messages_written_offline_are_sent_in_order(page: Page, stage: Stage, toy: ToyEngine) -> None:
    stage.wire.connections.shutdown()
    await page.until(lambda: page.connection["connected"] is False)
    calls = [page.send(body, shows=LIST) for body in ("a", "b", "c")]

    for call in calls:
        await page.end(call)

    assert toy.ran == ["a", "b", "c"]
    assert page.shown["list"][-1] == ["a", "b", "c"]


async def test_an_action_is_lost_with_its_connection(page: Page, stage: Stage, toy: ToyEngine) -> None:
    gate = toy.gates["actions:wait"] = asyncio.Event()
    call = page.call("act", "actions:wait")
    await toy.has_started("actions:wait")
    stage.wire.connections.shutdown()

    assert "Connection lost" in (await page.end(call))["error"]["message"]
    gate.set()


async def test_after_a_reconnect_the_client_is_content(page: Page, stage: Stage) -> None:
    stage.wire.connections.shutdown()
    await page.until(lambda: page.connection["count"] == 2 and page.connection["connected"])

    await page.end(page.send("hello"))
    await page.shows("list", ["hello"])

    await page.until(lambda: page.connection["retries"] == 0)
    assert page.shown["list"][-2:] == [[], ["hello"]]


class TestThroughAStorm:
    """Connections break again and again while messages are sent."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(resend=0.2)

    async def test_every_message_arrives_once_and_in_order(self, page: Page, stage: Stage, toy: ToyEngine) -> None:
        left = [3, 17]

        def break_sometimes() -> None:
            if left and len(toy.ran) >= left[0]:
                left.pop(0)
                stage.wire.connections.shutdown()

        toy.on_commit = break_sometimes
        calls = [page.send(f"{each}", shows=LIST) for each in range(24)]
        for call in calls:
            await page.end(call)

        assert left == []
        assert toy.ran == [f"{each}" for each in range(24)]
        assert page.shown["list"][-1] == toy.ran
        assert [shown for shown in page.shown["list"] if len(shown) != len(set(shown))] == []
