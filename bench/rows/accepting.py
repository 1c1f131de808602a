"""From the acceptance of a request until both members' open pages show that they are in flow."""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass

import asyncpg

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.messages import INSERT, PLAIN
from bench.sockets import Socket
from bench.stage import Server

_PAIRS = 2  # a member may send thirty requests an hour
_TIMES = 60
_WARM_UP = 10
_IN_FLOW = b'"synced":true'
_ASKED = b'"incoming":"'
_FREE = b'"synced":false'


@dataclass
class _End:
    """A member with an open page."""

    member: Member
    page: Page
    profile_id: str


async def measure(server: Server) -> Row:
    """One insert and two echoes, then one acceptance, in turns; the flow is ended again after each."""
    ends = [end for _ in range(_PAIRS) for end in await _strangers(server)]
    echo = await Socket.connect(server.port, "/floor/echo")
    connection = await asyncpg.connect(server.dsn)
    await connection.execute(PLAIN)
    insert = await connection.prepare(INSERT)
    floors, ours = [], []
    for turn in range(_WARM_UP + _TIMES):
        asker, asked = ends[turn % len(ends)]
        given = {"sender_id": asker.profile_id, "receiver_id": asked.profile_id}
        request = await asker.member.call("mutation", "flowRequests:requestSync", **given)
        frame = (await asked.page.socket.until(_ASKED)).decode()
        pages = asker.page, asked.page
        began = time.perf_counter()
        await insert.fetchrow("accepted")
        for _ in pages:
            echo.send(frame)
        for _ in pages:
            await echo.next()
        between = time.perf_counter()
        asked.page.mutate("flowRequests:accept", requestId=request["id"])
        await asyncio.gather(*(page.socket.until(_IN_FLOW) for page in pages))
        ended = time.perf_counter()
        if turn >= _WARM_UP:
            floors.append(between - began)
            ours.append(ended - between)
        await asker.member.call("mutation", "profiles:breakFlow", profileId=asker.profile_id, otherId=asked.profile_id)
        await asyncio.gather(*(page.socket.until(_FREE) for page in pages))
    await connection.close()
    for socket in (echo, *(one.page.socket for one, _ in ends)):
        socket.close()
    return _row(statistics.median(floors), statistics.median(ours))


def _row(least: float, taken: float) -> Row:
    return Row(
        what="request accepted → both members' pages say so, p50",
        floor="one asyncpg insert + two WebSocket echoes of that frame",
        floor_text=f"{least * 1e3:.2f} ms",
        ours_text=f"{taken * 1e3:.2f} ms",
        ratio=taken / least,
        target="–",
        met=None,
    )


async def _strangers(server: Server) -> list[tuple[_End, _End]]:
    """Two new members, each with a page that shows the state between them and the other; either may send the
    request.
    """
    one, other = await Member.sign_up(server), await Member.sign_up(server)
    ends = [await _end(server, member, at) for member, at in ((one, other), (other, one))]
    return [(ends[0], ends[1]), (ends[1], ends[0])]


async def _end(server: Server, member: Member, at: Member) -> _End:
    page = await Page.open(server.port, await member.token())
    page.follow(("flowRequests:getStanding", {"profile_id": at.user["profileId"]}))
    await page.socket.until(b"QueryUpdated")
    return _End(member, page, member.user["profileId"])
