"""One connection, one call or one request more than a deployment allows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.app.house import House
from tests.app.people import Member
from tests.reflow.wire.peer import Peer, mutation
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mail.mail_server import MailServer

AT_ONCE = 60  # so many that even a machine which needs seconds for them has to refuse some
STRANGERS, SOCKETS, CALLS, REQUESTS = 3, 2, 2, 20
SETTINGS = {
    "INFLOW_STRANGERS_PER_HOST": f"{STRANGERS}",
    "INFLOW_SOCKETS_PER_MEMBER": f"{SOCKETS}",
    "INFLOW_CALLS_PER_MEMBER": f"{CALLS}",
    "INFLOW_REQUESTS_PER_HOST": f"{REQUESTS}",
    "INFLOW_TRUSTED_PROXIES": "127.0.0.1",
}


@pytest.fixture(scope="module")
async def house(home_to_crash_in: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow with low limits that trusts a proxy's headers."""
    async with House(home_to_crash_in, INFLOW_SMTP_URL=mail_server.url, **SETTINGS) as house:
        yield house


@pytest.fixture(scope="module")
async def alice(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "alice")


async def knocks(house: House, stack: AsyncExitStack, host: str) -> int:
    """The status that the server answers a stranger's handshake with, for a client at this address."""
    address = f"{house.address.replace('http', 'ws')}/api/1.48.0/sync"
    headers = {"X-Forwarded-For": host}
    try:
        await stack.enter_async_context(
            connect(address, origin=house.origin, additional_headers=headers, proxy=None, close_timeout=1)  # type: ignore[arg-type]  # its Origin is a str by another name
        )
    except InvalidStatus as refused:
        return refused.response.status_code
    return 101


async def test_strangers_are_counted_by_the_host_that_the_proxy_names(house: House) -> None:
    async with AsyncExitStack() as stack:
        answers = [await knocks(house, stack, "203.0.113.7") for _ in range(STRANGERS + 1)]
        elsewhere = await knocks(house, stack, "203.0.113.8")

    assert answers == [101] * STRANGERS + [429]
    assert elsewhere == 101


async def test_addresses_of_one_household_count_together(house: House) -> None:
    async with AsyncExitStack() as stack:
        answers = [await knocks(house, stack, f"2001:db8:1:2::{number}") for number in range(STRANGERS + 1)]
        next_door = await knocks(house, stack, "2001:db8:1:3::1")

    assert answers == [101] * STRANGERS + [429]
    assert next_door == 101


async def test_a_member_has_so_many_pages_and_the_newest_is_refused(house: House, alice: Member) -> None:
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(alice.page()) for _ in range(SOCKETS)]
        for page in pages:
            await page.follows("users:me")
        newest = await stack.enter_async_context(alice.page())

        with suppress(ConnectionClosed):
            await newest.follows("users:me")

        assert newest.peer.socket.close_code == 1013
        assert newest.peer.socket.close_reason == "TooManyConcurrentRequests"
        assert [await page.follows("users:me") for page in pages] == [1, 1]


async def test_calls_beyond_the_pace_are_refused_and_waiting_helps(alice: Member) -> None:
    clock = asyncio.get_running_loop().time
    async with alice.page() as page:
        await page.follows("users:me")
        began = clock()
        answers = await _all_at_once(page.peer, range(AT_ONCE))
        # A bucket holds twice as many as a second brings; to these come those of the time since.
        most = 2 * CALLS + CALLS * (clock() - began)
        refused = [answer for answer in answers if answer["code"] == "rate_limited"]
        waits = clock() + refused[-1]["retryAfter"]
        while clock() < waits:  # noqa: ASYNC110  # the refusal says how long to wait
            await asyncio.sleep(0.05)
        (later,) = await _all_at_once(page.peer, range(AT_ONCE, AT_ONCE + 1))

    # Her choice of a nook may have been one of them.
    assert 2 * CALLS - 1 <= AT_ONCE - len(refused) <= most
    assert later["code"] == "not_found"


async def test_requests_are_counted_by_host_and_refused_in_words(house: House) -> None:
    clock = asyncio.get_running_loop().time
    async with httpx.AsyncClient(timeout=60, base_url=house.address, trust_env=False) as http:

        async def asks(path: str, host: str = "203.0.113.50") -> httpx.Response:
            return await http.get(path, headers={"X-Forwarded-For": host})

        began = clock()
        # At once: sent one by one by a slow machine they would not pass the limit.
        answers = await asyncio.gather(*(asks("/api/identity/methods") for _ in range(5 * REQUESTS)))
        most = 2 * REQUESTS + REQUESTS * (clock() - began)
        elsewhere, healthy = await asks("/api/identity/methods", "203.0.113.51"), await asks("/healthz")
        page = await asks("/login")

    refused = [answer for answer in answers if answer.status_code == 429]
    assert 2 * REQUESTS <= len(answers) - len(refused) <= most
    assert refused[0].json()["code"] == "rate_limited"
    assert refused[0].headers["retry-after"] == "1"
    assert "frame-ancestors 'none'" in refused[0].headers["content-security-policy"]
    assert [elsewhere.status_code, healthy.status_code, page.status_code] == [200, 200, 200]


async def _all_at_once(peer: Peer, numbers: range) -> list[dict[str, Any]]:
    """Delete posts that do not exist; the refusals."""
    for number in numbers:
        await peer.say(mutation(number, "posts:deletePost", postId="a"))
    return [(await peer.settled(number))["errorData"] for number in numbers]
