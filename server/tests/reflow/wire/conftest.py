"""A wire on a real server, with an engine in memory behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import pytest
import uvicorn
from starlette.applications import Starlette
from tests.reflow.wire.peer import Peer
from tests.reflow.wire.toy import ToyEngine
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from reflow.wire.app import FRAME, Wire
from reflow.wire.limits import Limits
from reflow.wire.serving import Requests, Sockets

Join = Callable[..., Awaitable[Peer]]
ORIGIN = "https://toy.example"


class Served(NamedTuple):
    """A server.

    Attributes:
        address: Its host and port.
        connections: The server's own set, also of connections that the application has closed.
    """

    address: str
    connections: set[Any]


@asynccontextmanager
async def served(app: Any, *, http: type[Requests] = Requests, ws: type[Sockets] = Sockets) -> AsyncIterator[Served]:
    """A server for this application, with Inflow's protocol classes and without uvicorn's signal handlers."""
    config = uvicorn.Config(
        app, ws=ws, http=http, lifespan="off", log_config=None, ws_per_message_deflate=False, ws_max_size=FRAME
    )
    config.load()
    state = ServerState()
    protocol = partial(http, config=config, server_state=state, app_state={})
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        yield Served(f"{host}:{port}", state.connections)


@asynccontextmanager
async def serving(wire: Wire, ws: type[Sockets] = Sockets) -> AsyncIterator[Served]:
    """A server for this wire."""
    async with served(Starlette(routes=wire.routes()), ws=ws) as server:
        yield server
        await wire.shutdown(1)


class Stage:
    """A wire on a server, and connections to it."""

    def __init__(self, wire: Wire, server: Served, stack: AsyncExitStack) -> None:
        self.wire = wire
        self.server = server
        self.address = server.address
        self._stack = stack

    async def join(self, path: str = "/api/1.48.0/sync", origin: str | None = None, **options: object) -> Peer:
        """A connection on which no frame was sent."""
        given = {"origin": origin, "compression": None, "ping_interval": None, "max_size": None, **options}
        return Peer(await self._stack.enter_async_context(connect(f"ws://{self.address}{path}", **given)))  # type: ignore[arg-type]  # keyword by keyword, these are its own

    async def is_empty(self) -> None:
        """Wait until the server has noticed that everybody left."""
        async with asyncio.timeout(60):
            while len(self.wire.connections):  # noqa: ASYNC110 - only a test waits for this
                await asyncio.sleep(0)

    async def meet(self, session: str = "a-session") -> Peer:
        """A connection after Connect, without subscriptions."""
        peer = await self.join()
        await peer.introduce(session)
        return peer


@pytest.fixture
def limits() -> Limits:
    """The default limits."""
    return Limits()


@pytest.fixture
def ws() -> type[Sockets]:
    """The server's WebSocket protocol."""
    return Sockets


@pytest.fixture
def toy() -> ToyEngine:
    """An engine in memory."""
    return ToyEngine()


@pytest.fixture
async def stage(toy: ToyEngine, limits: Limits, ws: type[Sockets]) -> AsyncIterator[Stage]:
    """The toy on a server."""
    wire = Wire(toy, origins=[ORIGIN], limits=limits)
    async with serving(wire, ws) as server, AsyncExitStack() as stack:
        yield Stage(wire, server, stack)


@pytest.fixture
async def peer(stage: Stage) -> Peer:
    """A connection after Connect."""
    return await stage.meet()
