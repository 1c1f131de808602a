"""Rate limits on requests per host, and time limits on their bodies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple

import msgspec

from reflow.errors import AppError
from reflow.limits.hosts import host_of
from reflow.limits.rate_limits import RateLimit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_SLOW = {"code": "too_slow", "message": "The request took too long to arrive."}


class RequestCost(NamedTuple):
    """The cost of a request.

    Attributes:
        rate_limit: The rate limit that counts it, by host.
        cost: How many requests it counts as.
        max_wait: Seconds that it may wait for its turn; if its turn is further away, it is refused.
    """

    rate_limit: RateLimit
    cost: float = 1.0
    max_wait: float = 0.0


class RateLimitMiddleware:
    """Middleware that limits the requests of each host. Handshakes of sockets count as requests.

    Args:
        app: The application behind it.
        request_cost: The cost of a request with this scope; None if it is not limited.
    """

    def __init__(self, app: App, request_cost: Callable[[Scope], RequestCost | None]) -> None:
        self._app = app
        self._toll = request_cost

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection or request."""
        request_cost = self._toll(scope) if scope["type"] in {"http", "websocket"} else None
        if request_cost is not None:
            try:
                wait = request_cost.rate_limit.reserve(
                    host_in(scope), max_wait=request_cost.max_wait, cost=request_cost.cost
                )
            except AppError as refusal:
                await turn_away(scope, send, refusal)
                return
            if wait:
                await asyncio.sleep(wait)
        await self._app(scope, receive, send)


class BodyTimeoutMiddleware:
    """Middleware that limits the time for a request's body to arrive.

    Args:
        app: The application behind it.
        timeout: Seconds for a body to arrive.
        rate: Bytes of the body for which there is one more second.
    """

    def __init__(self, app: App, *, timeout: float = 30.0, rate: float = 16 * 1024) -> None:
        self._app = app
        self._timeout = timeout
        self._rate = rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection or request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _Body(receive, send, self._timeout, self._rate)
        try:
            async with body.time:
                await self._app(scope, body.receive, body.send)
        except TimeoutError:
            if not body.is_late:
                raise
            if not body.is_answered:
                await answer(send, 408, _SLOW, {b"connection": b"close"})


class _Body:
    """One request's body, and its remaining time, which runs only while the application waits for the body.

    Attributes:
        time: Cancels its block when the time is over.
        is_late: Whether the time was over.
        is_answered: Whether an answer was begun.
    """

    def __init__(self, receive: Receive, send: Send, timeout: float, rate: float) -> None:
        self._receive = receive
        self._send = send
        self._rate = rate
        self._end = asyncio.get_running_loop().time() + timeout
        self._is_whole = False
        self.time = asyncio.timeout(None)
        self.is_answered = False

    @property
    def is_late(self) -> bool:
        return self.time.expired()

    async def receive(self) -> Message:
        if self._is_whole or self.is_answered:
            return await self._receive()  # a wait for the caller to disconnect, which has no time limit
        self.time.reschedule(self._end)
        message = await self._receive()
        self.time.reschedule(None)
        self._end += len(message.get("body", b"")) / self._rate
        self._is_whole = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        self.is_answered = True
        await self._send(message)


def host_in(scope: Scope) -> str:
    """The host that a connection or request comes from."""
    return host_of(scope["client"][0] if scope.get("client") else None)


async def turn_away(scope: Scope, send: Send, refusal: AppError) -> None:
    """Answer 429, also to a handshake: a socket that was never opened costs no memory."""
    after = {b"retry-after": str(refusal.data["retryAfter"]).encode()}
    content = {"code": refusal.code, "message": refusal.message, **refusal.data}
    if scope["type"] == "http":
        await answer(send, 429, content, after)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await answer(send, 429, content, after, prefix="websocket.")
    else:
        await send({"type": "websocket.close", "code": 1013})


async def answer(
    send: Send, status: int, content: dict[str, Any], headers: dict[bytes, bytes], *, prefix: str = ""
) -> None:
    """Answer with a status and JSON, without the application."""
    body = msgspec.json.encode(content)
    said = {b"content-type": b"application/json", b"content-length": str(len(body)).encode(), **headers}
    await send({"type": f"{prefix}http.response.start", "status": status, "headers": list(said.items())})
    await send({"type": f"{prefix}http.response.body", "body": body})
