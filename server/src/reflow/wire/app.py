"""The routes of the wire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from reflow.errors import AppError
from reflow.limits.rate_limits import RateLimit
from reflow.wire.caller_limits import CallerLimits
from reflow.wire.calls import Calls
from reflow.wire.connection import Connection, Receive
from reflow.wire.connections import Connections
from reflow.wire.engine import Engine
from reflow.wire.http import Calling, Run, preflight
from reflow.wire.limits import Limits
from reflow.wire.rate_limit_middleware import Scope, host_in, turn_away
from reflow.wire.unfinished_messages import CALLER_EXTENSION
from reflow.wire.writer import Send

FRAME = 16 * 1024 * 1024
"""The largest frame that the ASGI server must accept (uvicorn's `ws_max_size`). A larger one closes the socket, and a
client whose mutation closes its socket sends it again for ever. So this is far above the limits of arguments.
"""


class Wire:
    """An engine's sockets and requests.

    Args:
        origins: The origins whose pages may connect, exactly as browsers write them (``https://example.org``). Clients
            other than browsers send none, and may connect.

    Attributes:
        connections: The open connections, for revocation.
    """

    def __init__(self, engine: Engine, *, origins: Iterable[str] = (), limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        burst = self._limits.unauthenticated_burst
        self.connections = Connections(RateLimit((burst, burst / self._limits.unauthenticated_rate)))
        self._callers = CallerLimits(self._limits)
        self._engine = engine
        self._calls = Calls()
        self._origins = frozenset(origins)

    def routes(self) -> list[BaseRoute]:
        """All routes. A double slash comes from clients whose configured address ends with one."""
        runs = {"query": self._engine.query, "mutation": self._mutate, "action": self._engine.run_action}
        return [
            *(
                WebSocketRoute(f"{slash}/api{version}/sync", Socket(self._serve, self._origins))
                for slash in ("", "/")
                for version in ("", "/{version}")
            ),
            *(
                Route(f"{slash}/api/{kind}", self._calling(run, needs_caller=kind != "query"), methods=["POST"])
                for slash in ("", "/")
                for kind, run in runs.items()
            ),
            Route("/api/{kind:path}", self._preflight, methods=["OPTIONS"]),
        ]

    async def shutdown(self, seconds: float = 10) -> None:
        """Close every connection, and wait at most this long for running calls."""
        self.connections.shutdown()
        await self._calls.drain(seconds)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = host_in(scope)
        if self.connections.unauthenticated(host) >= self._limits.unauthenticated:
            self.connections.turned_away += 1
            # Clients reconnect after a second, then after two, up to sixteen.
            await turn_away(scope, send, AppError("rate_limited", "Too many connections.", retryAfter=1))
            return
        connection = Connection(
            engine=self._engine,
            calls=self._calls,
            connections=self.connections,
            callers=self._callers,
            limits=self._limits,
            send=send,
            host=host,
            identify=scope.get("extensions", {}).get(CALLER_EXTENSION),
        )
        self.connections.identify(connection, None)  # it must be counted before the first await
        try:
            await send({"type": "websocket.accept"})
            await connection.serve(receive)
        finally:
            self.connections.discard(connection)

    def _calling(self, run: Run, *, needs_caller: bool) -> Callable[[Request], Awaitable[Response]]:
        return Calling(self._engine, run, self._limits, self._callers, self._origins, needs_caller=needs_caller).answer

    async def _mutate(self, **call: Any) -> Any:
        return await self._engine.mutate(session=None, request=None, **call)

    async def _preflight(self, request: Request) -> Response:
        return await preflight(request, self._origins)


class Socket:
    """The handshake, directly on ASGI, without a framework between the server and the connection."""

    def __init__(self, serve: Callable[[Scope, Receive, Send], Awaitable[None]], origins: frozenset[str]) -> None:
        self._serve = serve
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket if its origin is allowed."""
        await receive()
        origin = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"), None)
        if origin is not None and origin not in self._origins:
            await send({"type": "websocket.close", "code": 1008, "reason": "Origin not allowed"})
            return
        await self._serve(scope, receive, send)
