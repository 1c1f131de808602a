"""Memory of an idle connection with ten subscriptions."""

from __future__ import annotations

import asyncio

from bench.measured import Row
from bench.page import Page
from bench.stage import Server

_SOCKETS = 500
_WARM_UP = 100


async def measure(server: Server) -> Row:
    """The server's resident memory before and after 500 more connections; they share half of their queries."""
    pages = [await _open(server, f"early {number}") for number in range(_WARM_UP)]
    before = server.memory()
    pages += [await _open(server, f"page {number}") for number in range(_SOCKETS)]
    await asyncio.sleep(0.2)
    each = (server.memory() - before) / _SOCKETS
    for page in pages:
        page.socket.close()
    return Row(
        what="memory per idle socket with 10 subscriptions",
        floor="–",
        floor_text="–",
        ours_text=f"{each / 1000:.0f} kB",
        ratio=None,
        target="≤ 80 kB",
        met=each <= 80_000,
    )


async def _open(server: Server, name: str) -> Page:
    page = await Page.open(server.port)
    rooms = [f"shared {number}" for number in range(5)] + [f"{name} {number}" for number in range(5)]
    page.follow(*(("chat:latest", {"room": room}) for room in rooms))
    answered = 0
    while answered < len(rooms):
        answered += (await page.socket.next()).count(b'"QueryUpdated"')
    return page
