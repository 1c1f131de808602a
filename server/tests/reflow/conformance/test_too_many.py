"""How the npm client reacts when the server refuses its connection: it reconnects, and not at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.reflow.conformance.clients import Client, Node
from tests.reflow.conformance.servers import House, Server

ITS_OWN_PACE = {"backoff": 0}
"""The client's own backoff; other tests shorten it."""


@pytest.fixture
async def strict(toy_dsn: str, house: House) -> AsyncIterator[Server]:
    """A server with one place for strangers, which they keep for a moment, and one place for each member."""
    server = Server(toy_dsn, house, unauthenticated=1, auth_timeout=0.5, member=1)
    await server.start()
    yield server
    await server.kill()


async def _pause_behind(client: Client, closes: int) -> float:
    """How long the client waits to reconnect after this many closes."""
    clock = asyncio.get_running_loop().time
    await client.until(lambda: len(client.closes) >= closes)
    closed_at, dialled = clock(), len(client.dialled)
    await client.until(lambda: len(client.dialled) > dialled)
    return clock() - closed_at


async def test_a_page_on_which_nobody_signs_in_comes_back_slowly(node: Node, strict: Server) -> None:
    page = await node.open(strict.address, **ITS_OWN_PACE)

    pause = await _pause_behind(page, 1)

    assert page.closes == [(1008, "ExpiredInQueue: nobody has signed in here")]
    assert pause > 1.4


async def test_a_stranger_too_many_comes_back_and_is_let_in(node: Node, strict: Server) -> None:
    first = await node.open(strict.address, **ITS_OWN_PACE)
    await first.until(lambda: first.received("Transition") != [])
    late = await node.open(strict.address, **ITS_OWN_PACE)

    pause = await _pause_behind(late, 1)
    await late.until(lambda: late.received("Transition") != [])

    assert late.closes[0][0] == 1006
    assert pause > 0.4


async def test_a_page_too_many_comes_back_when_another_was_closed(node: Node, strict: Server, house: House) -> None:
    async def token(_forced: bool) -> str:
        return house.token("alice")

    first = await node.open(strict.address)
    await first.log_in(token)
    await first.is_authenticated()
    second = await node.open(strict.address, **ITS_OWN_PACE)
    await second.log_in(token)
    await second.until(lambda: second.closes != [])
    await first.network(offline=True)

    pause = await _pause_behind(second, 1)
    await second.is_authenticated()

    assert second.closes[0] == (1013, "TooManyConcurrentRequests")
    assert pause > 1.4
    assert len(second.wishes) <= 3, "nobody asks for tokens again and again"
