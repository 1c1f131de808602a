"""From a mutation's sending until a subscriber on another socket has the new result."""

from __future__ import annotations

import time

import asyncpg

from bench.measured import Row, slower
from bench.page import Page
from bench.sockets import Socket
from bench.stage import Server

_INSERT = "INSERT INTO plain (room, author, body) VALUES ($1, $2, $3) RETURNING id"
_WARM_UP = 60
_TIMES = 500


async def measure(server: Server, *, times: int = _TIMES) -> Row:
    """One insert and one echo of the same frame, then one mutation, in turns, one at a time."""
    alice, bob = await Page.open(server.port), await Page.open(server.port)
    bob.follow(("chat:latest", {"room": "latency"}))
    await bob.socket.until(b"QueryUpdated")
    echo = await Socket.connect(server.port, "/floor/echo")
    connection = await asyncpg.connect(server.dsn)
    insert = await connection.prepare(_INSERT)
    floors, ours, frame = [], [], "x" * 2000
    for turn in range(_WARM_UP + times):
        started = time.perf_counter()
        await insert.fetchrow("latency", "somebody", f"message {turn:06}")
        echo.send(frame)
        await echo.next()
        between = time.perf_counter()
        body = f"message {turn:06}"
        response = alice.mutate("chat:say", room="latency", body=body)
        frame = (await bob.socket.until(body.encode())).decode()
        ended = time.perf_counter()
        await alice.socket.until(response)
        await alice.socket.until(b'"Transition"')
        if turn >= _WARM_UP:
            floors.append(between - started)
            ours.append(ended - between)
    await connection.close()
    for socket in (alice.socket, bob.socket, echo):
        socket.close()
    return slower(
        "mutation sent → subscriber has the new result, p50",
        "one asyncpg insert + one WebSocket echo of that frame",
        floors,
        ours,
        at_most=2.0,
    )
