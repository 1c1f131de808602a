"""Limits per member over all of their connections and calls over HTTP; other members are not affected."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.peer import Peer, add, mutation
from tests.reflow.wire.test_places import ended, signed_in, works
from tests.reflow.wire.toy import ToyEngine

from reflow.wire.limits import Limits

ALICE = {"authorization": "Bearer good-alice"}
LARGE = {"a": "x" * 70_000}


def echo(request: int) -> dict[str, Any]:
    """An action's frame with a file in it."""
    return {"type": "Action", "requestId": request, "udfPath": "actions:echo", "args": [LARGE]}


def body(arguments: dict[str, Any]) -> dict[str, Any]:
    """The same action over HTTP."""
    return {"path": "actions:echo", "format": "convex_encoded_json", "args": arguments}


async def _everything_that_can_happen() -> None:
    for _ in range(500):
        await asyncio.sleep(0)


@pytest.fixture
async def http(stage: Stage) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(timeout=60, base_url=f"http://{stage.address}", trust_env=False) as client:
        yield client


class TestLargeCalls:
    """Each large call holds a file in memory while it is pending."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(large=frozenset({"actions:echo"}))

    @pytest.fixture
    def gate(self, toy: ToyEngine) -> asyncio.Event:
        gate = toy.gates["actions:echo"] = asyncio.Event()
        return gate

    @pytest.fixture
    async def pages(self, stage: Stage) -> list[Peer]:
        return [await signed_in(stage, session=f"{number}") for number in range(4)]

    async def test_a_member_with_four_pages_has_two_pending(
        self, stage: Stage, pages: list[Peer], toy: ToyEngine, gate: asyncio.Event
    ) -> None:
        for page in pages:
            await page.say(echo(0))
            await works(await signed_in(stage, "good-bob", f"bob-{id(page)}"))
        await _everything_that_can_happen()

        assert toy.begun["actions:echo"] == 2
        gate.set()
        assert [(await page.response(0))["success"] for page in pages] == [True] * 4

    async def test_over_http_too(
        self, pages: list[Peer], http: httpx.AsyncClient, toy: ToyEngine, gate: asyncio.Event
    ) -> None:
        await pages[0].say(echo(0))
        calls = [asyncio.ensure_future(http.post("/api/action", json=body(LARGE), headers=ALICE)) for _ in range(4)]
        while toy.begun["actions:echo"] < 2:  # noqa: ASYNC110  # the calls are on their way
            await asyncio.sleep(0)
        assert (await http.post("/api/query", json={**body({}), "path": "messages:list"}, headers=ALICE)).is_success

        assert toy.begun["actions:echo"] == 2
        gate.set()
        assert [(await call).json()["status"] for call in calls] == ["success"] * 4


class TestBytes:
    """A member may send a mebibyte, and then only very little."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(bytes=1024, bytes_burst=1024 * 1024, bytes_wait=1, large=frozenset({"actions:echo"}))

    async def test_they_are_counted_over_all_pages_of_a_member(self, stage: Stage) -> None:
        first, second = [await signed_in(stage, session=f"{number}") for number in range(2)]
        bob = await signed_in(stage, "good-bob", "bobs")
        await first.socket.send('{"type":"Event","event":"' + "x" * 900_000 + '"}')
        assert await works(first)

        await second.socket.send('{"type":"Event","event":"' + "x" * 900_000 + '"}')

        assert await ended(second) == (1013, "TooManyConcurrentRequests")
        assert await works(first)
        assert await works(bob)

    async def test_calls_over_http_count_as_well(self, http: httpx.AsyncClient) -> None:
        photo = {"a": "x" * 900_000}
        statuses = [(await http.post("/api/action", json=body(photo), headers=ALICE)).status_code for _ in range(2)]
        others = await http.post("/api/action", json=body(photo), headers={"authorization": "Bearer good-bob"})

        assert statuses == [200, 429]
        assert others.status_code == 200

    async def test_a_frame_that_must_be_mended_counts_four_times(self, stage: Stage) -> None:
        page = await signed_in(stage)
        await page.socket.send('{"type":"Event","event":"\\ud83d' + "x" * 300_000 + '"}')

        assert (await ended(page))[0] == 1013


QUERIES = 8


async def _open_many(stage: Stage, token: str, session: str, queries: int = QUERIES) -> Peer:
    """A page with so many queries that every message changes, with their first answers."""
    page = await signed_in(stage, token, session)
    await page.follow(*(add(number, "messages:list") for number in range(queries)))
    await page.until(lambda: len(page.results) == queries)
    return page


async def _send(page: Peer, request: int) -> None:
    await page.say(mutation(request, "messages:send", body=f"{request}"))
    await page.settled(request)


class TestUpdates:
    """A member may have as many changed answers as one of their pages has queries, and then none for an hour."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(updates=1 / 3600, updates_burst=QUERIES)

    async def test_the_pages_of_a_member_with_very_many_queries_are_held_and_those_of_others_are_not(
        self, stage: Stage
    ) -> None:
        held = await _open_many(stage, "good-alice", "first")
        bob = await _open_many(stage, "good-bob", "bobs", queries=1)
        await _send(bob, 1)
        await held.until(lambda: held.results[QUERIES - 1] == ["1"])
        await _send(bob, 2)
        await held.until(lambda: held.results[QUERIES - 1] == ["1", "2"])

        for number in range(3, 6):
            await _send(bob, number)
            assert bob.results[0][-1] == f"{number}"

        await _everything_that_can_happen()
        await held.say(mutation(7, "messages:touch"))
        await held.response(7)  # after all frames that were sent before
        assert held.results[0] == ["1", "2"]

    async def test_first_answers_are_not_held(self, stage: Stage) -> None:
        bob = await _open_many(stage, "good-bob", "bobs", queries=1)
        page = await _open_many(stage, "good-alice", "first")
        for number in range(1, 3):
            await _send(bob, number)
            await page.until(lambda number=number: page.results[0][-1:] == [f"{number}"])

        another = await _open_many(stage, "good-alice", "second")

        assert another.results[0] == ["1", "2"]


class TestManyUpdates:
    """A member may have ten changed answers a second."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(updates=10, updates_burst=1)

    async def test_a_page_that_was_held_gets_the_newest_answers_without_a_further_change(self, stage: Stage) -> None:
        page = await _open_many(stage, "good-alice", "first")
        bob = await _open_many(stage, "good-bob", "bobs", queries=1)

        for number in range(1, 6):
            await _send(bob, number)

        await page.until(lambda: all(answer[-1:] == ["5"] for answer in page.results.values()))
