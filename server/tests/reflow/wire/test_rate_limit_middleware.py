"""How many requests a host may make, and how long the server waits for a body."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from tests.reflow.wire.conftest import Served, served
from tests.reflow.wire.test_serving import Caller
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from reflow.limits.rate_limits import RateLimit
from reflow.wire.rate_limit_middleware import BodyTimeoutMiddleware, RateLimitMiddleware, RequestCost, Scope

MOST = 10
NEIGHBOUR = "127.0.0.2"


def tolls(span: float, now: Callable[[], float] = time.monotonic) -> RateLimitMiddleware:
    """Ten requests in so many seconds. A light request counts as a tenth, a patient one waits, and a free one is not
    limited.
    """
    rate_limit, patient = RateLimit((MOST, span), now=now), RateLimit((MOST, span), now=now)

    def request_cost(scope: Scope) -> RequestCost | None:
        path = scope["path"]
        if path == "/free":
            return None
        if path == "/patient":
            return RequestCost(patient, max_wait=span)
        return RequestCost(rate_limit, cost=0.1 if path == "/light" else 1.0)

    return RateLimitMiddleware(_application(), request_cost)


def _application() -> Starlette:
    async def answer(request: Request) -> Response:
        return PlainTextResponse(f"{len(await request.body())}")

    async def socket(opened: WebSocket) -> None:
        await opened.accept()
        await opened.send_text("hello")
        await opened.close()

    return Starlette(routes=[WebSocketRoute("/socket", socket), Route("/{path:path}", answer, methods=["GET", "POST"])])


@pytest.fixture
async def server() -> AsyncIterator[Served]:
    async with served(tolls(10_000.0)) as server:
        yield server


@pytest.fixture
async def http(server: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(timeout=60, base_url=f"http://{server.address}", trust_env=False) as http:
        yield http


async def test_so_many_are_answered_and_the_next_is_refused(http: httpx.AsyncClient) -> None:
    answers = [await http.get("/") for _ in range(MOST + 1)]

    refused = answers.pop()
    assert [answer.status_code for answer in answers] == [200] * MOST
    assert refused.status_code == 429
    assert refused.json()["code"] == "rate_limited"
    assert int(refused.headers["retry-after"]) == refused.json()["retryAfter"] == 1000


async def test_another_host_is_not_counted(server: Served, http: httpx.AsyncClient) -> None:
    for _ in range(MOST):
        await http.get("/")
    transport = httpx.AsyncHTTPTransport(local_address=NEIGHBOUR)

    async with httpx.AsyncClient(base_url=f"http://{server.address}", transport=transport, timeout=60) as neighbour:
        assert (await neighbour.get("/")).status_code == 200


async def test_handshakes_are_requests_too(server: Served, http: httpx.AsyncClient) -> None:
    for _ in range(MOST - 1):
        await http.get("/")
    async with connect(f"ws://{server.address}/socket", proxy=None) as socket:
        assert await socket.recv() == "hello"

    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://{server.address}/socket", proxy=None)
    assert refused.value.response.status_code == 429


async def test_what_is_light_counts_less_and_what_is_free_not_at_all(http: httpx.AsyncClient) -> None:
    light = [(await http.get("/light")).status_code for _ in range(10 * MOST + 1)]
    free = [(await http.get("/free")).status_code for _ in range(3)]

    assert light == [200] * (10 * MOST) + [429]
    assert free == [200] * 3


async def test_what_is_patient_waits_for_its_turn() -> None:
    stopped = 1_000.0
    async with served(tolls(1.0, lambda: stopped)) as server, AsyncExitStack() as stack:
        address = f"http://{server.address}"
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=60, base_url=address, trust_env=False))
        asked = [asyncio.create_task(http.get("/patient")) for _ in range(2 * MOST + 5)]
        answers = [(await each).status_code for each in asyncio.as_completed(asked)]

    # Ten pass at once, and ten more within the second that they may wait. The others are refused while these wait, so
    # the last answer is that of the request which waited longest.
    assert sorted(answers) == [200] * 2 * MOST + [429] * 5
    assert answers[-1] == 200


class TestBodies:
    """A client that sends a body."""

    @pytest.fixture
    async def server(self) -> AsyncIterator[Served]:
        async with served(BodyTimeoutMiddleware(_application(), timeout=0.3, rate=10.0)) as server:
            yield server

    @pytest.fixture
    async def caller(self, server: Served) -> AsyncIterator[Caller]:
        caller = await Caller.of(server)
        yield caller
        caller.writer.close()

    async def test_that_comes(self, http: httpx.AsyncClient) -> None:
        assert (await http.post("/", content=b"x" * 100_000)).text == "100000"

    @pytest.mark.parametrize("begun", [b"", b"x"])
    async def test_that_does_not_come_to_its_end(self, caller: Caller, begun: bytes) -> None:
        caller.writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n" + begun)

        assert await caller.status() == 408
        await caller.is_let_go()

    async def test_that_comes_slowly_and_steadily(self, caller: Caller) -> None:
        caller.writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n")
        for _ in range(10):
            caller.writer.write(b"x")
            await caller.writer.drain()
            await asyncio.sleep(0.05)  # ten of these pauses are longer than the limit of one

        assert await caller.status() == 200

    async def test_that_nobody_asked_for(self, caller: Caller) -> None:
        caller.writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")

        assert await caller.status() == 200
