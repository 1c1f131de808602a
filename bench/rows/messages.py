"""From a message's sending until the other member's page shows it, with encryption, order, counts and notifications."""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import asyncpg

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.throughput import inserts_per_second
from bench.sockets import Socket
from bench.stage import Server

_PAIRS = 4
_TIMES = 400
_WARM_UP = 40
_MANY_PAIRS = 240
_ROUNDS = 3
_SECONDS = 4.0
_CLIENTS = 16
_SCRIPT = "INSERT INTO plain (body) VALUES ('message 000001');\n"
_A_MEMBERS_PACE = 0.21  # seconds; a member may send five messages a second
PLAIN = "CREATE TABLE IF NOT EXISTS plain (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL)"
INSERT = "INSERT INTO plain (body) VALUES ($1) RETURNING id"


@dataclass
class End:
    """One participant of a conversation, with an open page."""

    page: Page
    given: dict[str, Any]
    other: Page


class Written(NamedTuple):
    """What members wrote: messages per second, and how long each answer took (seconds)."""

    per_second: float
    waits: list[float]


async def measure(server: Server) -> Row:
    """One insert and one echo of the same frame, then one message, in turns. Both participants have the chat open."""
    ends = [end for _ in range(_PAIRS) for end in await in_touch(server)]
    echo = await Socket.connect(server.port, "/floor/echo")
    connection = await asyncpg.connect(server.dsn)
    await connection.execute(PLAIN)
    insert = await connection.prepare(INSERT)
    floors, ours, frame = [], [], "x" * 2000
    for turn in range(_WARM_UP + _TIMES):
        end, text = ends[turn % len(ends)], f"message {turn:06}"
        started = time.perf_counter()
        await insert.fetchrow(text)
        echo.send(frame)
        await echo.next()
        between = time.perf_counter()
        response = end.page.mutate("messages:sendMessage", content=text, clientId=f"{text} {started}", **end.given)
        frame = (await end.other.socket.until(text.encode())).decode()
        ended = time.perf_counter()
        await end.page.socket.until(response + b'"success":true')
        if turn >= _WARM_UP:
            floors.append(between - started)
            ours.append(ended - between)
        await asyncio.sleep(max(0.0, started + _A_MEMBERS_PACE / len(ends) - time.perf_counter()))
    await connection.close()
    for socket in (echo, *(end.page.socket for end in ends)):
        socket.close()
    return _row(floors, ours)


async def measure_many(server: Server) -> Row:
    """pgbench for two seconds, then 480 members who write as fast as answers come, in turns. A member may send five
    messages a second, so together they may send more than a process can store.
    """
    ends = [end for _ in range(_MANY_PAIRS) for end in await in_touch(server)]
    connection = await asyncpg.connect(server.dsn)
    await connection.execute(PLAIN)
    await connection.close()
    await written(ends, _SECONDS)
    floors, ours, waits = [], [], []
    for _ in range(_ROUNDS):
        floors.append(await inserts_per_second(server, _SCRIPT, _CLIENTS))
        result = await written(ends, _SECONDS)
        ours.append(result.per_second)
        waits += result.waits
    for end in ends:
        end.page.socket.close()
    least, done = statistics.median(floors), statistics.median(ours)
    return Row(
        what=f"messages stored per second, {len(ends)} senders with both ends open, one process",
        floor=f"pgbench inserting such a row with {_CLIENTS} clients",
        floor_text=f"{least:,.0f}/s",
        ours_text=f"{done:,.0f}/s, {answers(waits)}",
        ratio=done / least,
        target="≥ 3,000/s and ≥ 0.16×",
        met=done >= 3_000 and done / least >= 0.16,
    )


async def written(ends: list[End], seconds: float) -> Written:
    """What the server acknowledged while all of them wrote for so many seconds."""
    over = time.perf_counter() + seconds
    waits = [wait for each in await asyncio.gather(*(_write(end, over) for end in ends)) for wait in each]
    return Written(len(waits) / seconds, waits)


def answers(waits: list[float]) -> str:
    """How long answers took, in words."""
    half, late = _percentiles(waits)
    return f"answers after {half:.2f} s (p99 {late:.2f} s, {max(waits):.2f} s at most)"


async def _write(end: End, over: float) -> list[float]:
    waits = []
    while (started := time.perf_counter()) < over:
        text = f"message {started}"
        response = end.page.mutate("messages:sendMessage", content=text, clientId=text, **end.given)
        await end.page.socket.until(response + b'"success":true')
        waits.append(time.perf_counter() - started)
        await asyncio.sleep(max(0.0, started + _A_MEMBERS_PACE - time.perf_counter()))
    return waits


def _row(floors: list[float], ours: list[float]) -> Row:
    (least, _), (taken, worst) = _percentiles(floors), _percentiles(ours)
    return Row(
        what="message sent → shown at the other, p50 (p99)",
        floor="one asyncpg insert + one WebSocket echo of that frame",
        floor_text=f"{least * 1e3:.2f} ms",
        ours_text=f"{taken * 1e3:.2f} ms ({worst * 1e3:.1f} ms)",
        ratio=taken / least,
        target="≤ 1.8×",
        met=taken / least <= 1.8,
    )


def _percentiles(times: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(times, n=100)
    return cuts[49], cuts[98]


async def in_touch(server: Server, *shown_on: Server) -> tuple[End, End]:
    """Two new members with a conversation that both have open.

    Args:
        shown_on: The processes of the same deployment on which they have it open, if not on this one.
    """
    one, other = await Member.sign_up(server), await Member.sign_up(server)
    hers, his = one.user["profileId"], other.user["profileId"]
    asked = await one.call("mutation", "flowRequests:requestSync", sender_id=hers, receiver_id=his)
    await other.call("mutation", "flowRequests:accept", requestId=asked["id"])
    chat = await one.call("mutation", "messages:openConversation", profileId=hers, otherId=his)
    members = zip(shown_on or (server, server), (one, other), strict=True)
    pages = [await Page.open(process.port, await member.token()) for process, member in members]
    for page in pages:
        page.follow(
            ("messages:getMessages", {"conversationId": chat, "paginationOpts": {"numItems": 20, "cursor": None}})
        )
        await page.socket.until(b"QueryUpdated")
    given = {"conversationId": chat, "type": "text"}
    return (
        End(pages[0], {**given, "senderId": hers, "receiverId": his}, pages[1]),
        End(pages[1], {**given, "senderId": his, "receiverId": hers}, pages[0]),
    )
