"""One post to 1,000 open feeds, compared with a broadcast of the same bytes."""

from __future__ import annotations

import asyncio
import time

from bench.measured import Row, slower
from bench.member import Member
from bench.page import Page
from bench.rows.photos import FEED, add_photos, post
from bench.sockets import Socket
from bench.stage import Server

_FEEDS = 1_000
_ROUNDS = 15
_WARM_UP = 3


async def measure(server: Server, member: Member, *, rounds: int = _ROUNDS) -> Row:
    """A broadcast to all of the sockets by the server's plain send, then a post, in turns."""
    photos = await add_photos(server.dsn, member.user["clerkId"], 20 + _WARM_UP + rounds)
    for photo in photos[:20]:
        await member.call("mutation", "posts:createPost", **post(member.user["_id"], photo, "low tide"))
    token = await member.token()
    author = await Page.open(server.port, token)
    feeds = [await _open(server, token) for _ in range(_FEEDS)]
    floors, ours = [], []
    for turn, photo in enumerate(photos[20:]):
        caption = f"round {turn:04}"
        started = time.perf_counter()
        response = author.mutate("posts:createPost", **post(member.user["_id"], photo, caption))
        frames = await asyncio.gather(*(feed.socket.until(caption.encode()) for feed in feeds))
        ended = time.perf_counter()
        await author.socket.until(response)
        floor = await _broadcast(server, [author, *feeds], frames[0])
        if turn >= _WARM_UP:
            ours.append(ended - started)
            floors.append(floor)
    for page in (author, *feeds):
        page.socket.close()
    return slower(
        f"one post → {_FEEDS:,} open feeds, last receiver",
        f"the same server sending the same {len(frames[0]):,} bytes to the same sockets",
        floors,
        ours,
        at_most=1.05,
        decimals=1,
    )


async def _open(server: Server, token: str) -> Page:
    page = await Page.open(server.port, token)
    page.follow(FEED)
    await page.socket.until(b"QueryUpdated")
    return page


async def _broadcast(server: Server, pages: list[Page], frame: bytes) -> float:
    """Seconds until the last page has it."""
    # The mark tells it from a frame that is still on its way.
    marked = b'{"type":"Broadcast",' + frame[1:]
    socket = await Socket.connect(server.port, "/floor/broadcast")
    socket.send(marked.decode())
    started = time.perf_counter()
    socket.send("now")
    await asyncio.gather(*(page.socket.until(b'"Broadcast"') for page in pages))
    ended = time.perf_counter()
    socket.close()
    return ended - started
