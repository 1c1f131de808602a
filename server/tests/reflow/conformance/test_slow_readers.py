"""Clients that subscribe to much and read nothing: they cost the server little memory, and other clients do not
wait.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest
from tests.reflow.conformance.servers import House, Server
from tests.reflow.wire.peer import Peer, add
from websockets.asyncio.client import connect

SLOW = 8
UPDATES, STEP = 1_000, 50
ROWS = 40
WORDS = "x" * 2_000
MOST_GROWTH = 50_000_000
PAGE = {"compression": None, "ping_interval": None, "max_size": None, "proxy": None, "close_timeout": 0.1}


@pytest.fixture
async def server(toy_dsn: str, house: House, stall: float) -> AsyncIterator[Server]:
    """A server for this test alone."""
    server = Server(toy_dsn, house, stall=stall)
    await server.start()
    yield server
    await server.kill()


@pytest.fixture
async def rows(sql: asyncpg.Connection[Any], channel: str) -> None:
    """Insert long messages into the channel."""
    await sql.execute(
        "INSERT INTO messages (channel, author_id, body) SELECT $1, 'x', $2 FROM generate_series(1, $3)",
        *(channel, WORDS, ROWS),
    )


async def follower(server: Server, stack: AsyncExitStack, channel: str, **more: Any) -> Peer:
    """A page that subscribes to a channel."""
    address = f"{server.address.replace('http', 'ws')}/api/1.48.0/sync"
    peer = Peer(await stack.enter_async_context(connect(address, **PAGE, **more)))
    await peer.introduce(secrets.token_hex(8))
    await peer.authenticate(server.token("alice"))
    await peer.follow(add(0, "messages:list", channel=channel))
    await peer.until(lambda: len(peer.results.get(0, ())) == ROWS)
    return peer


async def updates(sql: asyncpg.Connection[Any], channel: str, reader: Peer, marks: range) -> None:
    """Write updates one after the other, each once the reader shows the one before."""
    (row,) = await sql.fetch("SELECT min(id) AS id FROM messages WHERE channel = $1", channel)
    for mark in marks:
        await sql.execute("UPDATE messages SET body = $2 WHERE id = $1", row["id"], f"{mark} {WORDS}")
        await reader.until(lambda mark=mark: reader.results[0][0]["body"].startswith(f"{mark} "))
        reader.frames.clear()


@pytest.mark.parametrize("stall", [3_600.0])
@pytest.mark.usefixtures("rows")
async def test_they_cost_little_memory_and_nobody_waits_for_them(
    server: Server, sql: asyncpg.Connection[Any], channel: str
) -> None:
    async with AsyncExitStack() as stack:
        reader = await follower(server, stack, channel)
        await updates(sql, channel, reader, range(100))
        for _ in range(SLOW):
            await follower(server, stack, channel, max_queue=1)
        before, most = server.memory(), 0
        for step in range(1_000, 1_000 + UPDATES, STEP):
            await updates(sql, channel, reader, range(step, step + STEP))
            most = max(most, server.memory())

        assert await server.control("connections") == SLOW + 1, "the server still waits for the slow ones"
        assert most - before < MOST_GROWTH


@pytest.mark.parametrize("stall", [1.0])
@pytest.mark.usefixtures("rows")
async def test_they_are_let_go_and_the_others_stay(server: Server, sql: asyncpg.Connection[Any], channel: str) -> None:
    async with AsyncExitStack() as stack:
        reader = await follower(server, stack, channel)
        slow = [await follower(server, stack, channel, max_queue=1) for _ in range(SLOW)]
        mark = 1
        while await server.control("connections") > 1:
            await updates(sql, channel, reader, range(mark, mark + STEP))
            mark += STEP
        assert reader.socket.close_code is None
        assert {await peer.ending() for peer in slow} <= {1013, 1006}
