"""Inflow in the test's own process, asked as an ASGI application, so that a test chooses the address of a peer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from inflow.app.settings import Settings
from inflow.app.web import Application

LOOPBACK = "127.0.0.1"


class Inside:
    """A running application."""

    def __init__(self, app: Application, base_url: str) -> None:
        self._app = app
        self._base_url = base_url

    async def get(self, path: str, *, peer: str = LOOPBACK, **headers: str) -> httpx.Response:
        """Send a GET request from this address, directly. An underscore in a header's name stands for a hyphen."""
        async with self.client(peer) as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def client(self, peer: str = LOOPBACK) -> httpx.AsyncClient:
        """A client at this address."""
        transport = httpx.ASGITransport(app=self._app, client=(peer, 50_000))
        return httpx.AsyncClient(transport=transport, base_url=self._base_url, timeout=60)


@asynccontextmanager
async def inside(**settings: str) -> AsyncIterator[Inside]:
    """Start the application with these settings; it stops at the end of the block."""
    chosen = Settings.from_environment({"INFLOW_SCREENING": "off", **settings})
    app, inbox, outbox = Application(chosen), asyncio.Queue[Any](), asyncio.Queue[Any]()
    living = asyncio.create_task(app({"type": "lifespan", "state": {}}, inbox.get, outbox.put))
    await inbox.put({"type": "lifespan.startup"})
    begun = await outbox.get()
    assert begun["type"] == "lifespan.startup.complete", begun
    try:
        yield Inside(app, f"http://{LOOPBACK}:{chosen.port}")
    finally:
        await inbox.put({"type": "lifespan.shutdown"})
        await living
