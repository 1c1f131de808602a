"""Peers that follow much and read nothing: the server keeps next to nothing for them, and nobody else waits."""

from __future__ import annotations

import asyncio
import secrets
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest
from tests.reflow.conformance.servers import House, Server
from tests.reflow.wire.peer import Peer, add
from websockets.asyncio.client import connect

SLOW = 8
ALONE, BESIDE, STEP = 300, 1_000, 50
ROWS = 40
WORDS = "x" * 2_000
MOST_GROWTH = 50_000_000
PAGE = {"compression": None, "ping_interval": None, "max_size": None, "proxy": None, "close_timeout": 0.1}


@pytest.fixture
async def server(toy_dsn: str, house: House) -> AsyncIterator[Server]:
    """A server of this test's own, that is patient for some seconds."""
    server = Server(toy_dsn, house, stall=5.0)
    await server.start()
    yield server
    await server.kill()


async def follower(server: Server, stack: AsyncExitStack, channel: str, **more: Any) -> Peer:
    """A page that shows a channel."""
    address = f"{server.address.replace('http', 'ws')}/api/1.48.0/sync"
    peer = Peer(await stack.enter_async_context(connect(address, **PAGE, **more)))
    await peer.introduce(secrets.token_hex(8))
    await peer.authenticate(server.token("alice"))
    await peer.follow(add(0, "messages:list", channel=channel))
    await peer.until(lambda: len(peer.results.get(0, ())) == ROWS)
    return peer


async def updates(sql: asyncpg.Connection[Any], channel: str, reader: Peer, marks: range) -> list[float]:
    """Write one after the other; how long each took to be on the reader's screen."""
    taken = []
    (row,) = await sql.fetch("SELECT min(id) AS id FROM messages WHERE channel = $1", channel)
    for mark in marks:
        began = time.perf_counter()
        await sql.execute("UPDATE messages SET body = $2 WHERE id = $1", row["id"], f"{mark} {WORDS}")
        await reader.until(lambda mark=mark: reader.results[0][0]["body"].startswith(f"{mark} "))
        taken.append(time.perf_counter() - began)
        reader.frames.clear()
    return taken


async def test_they_cost_little_memory_and_nobody_elses_time(
    server: Server, sql: asyncpg.Connection[Any], channel: str
) -> None:
    await sql.execute(
        "INSERT INTO messages (channel, author_id, body) SELECT $1, 'x', $2 FROM generate_series(1, $3)",
        *(channel, WORDS, ROWS),
    )
    async with AsyncExitStack() as stack:
        reader = await follower(server, stack, channel)
        await updates(sql, channel, reader, range(100))
        alone = await updates(sql, channel, reader, range(100, 100 + ALONE))
        slow = [await follower(server, stack, channel, max_queue=1) for _ in range(SLOW)]
        before, beside, most = server.memory(), [], 0
        for step in range(1_000, 1_000 + BESIDE, STEP):
            beside += await updates(sql, channel, reader, range(step, step + STEP))
            most = max(most, server.memory())
        grown = most - before
        print(f"alone {_told(alone)}, beside them {_told(beside)}, {grown / 1e6:.1f} MB more")

        assert grown < MOST_GROWTH
        assert statistics.median(beside) < 2 * statistics.median(alone)
        async with asyncio.timeout(30):
            while await server.control("connections") > 1:
                await updates(sql, channel, reader, range(1))
        assert reader.socket.close_code is None
        assert {await peer.ending() for peer in slow} <= {1013, 1006}


def _told(taken: list[float]) -> str:
    ordered = sorted(taken)
    return f"{statistics.median(taken) * 1e3:.1f} ms, p99 {ordered[len(ordered) * 99 // 100] * 1e3:.1f} ms"
