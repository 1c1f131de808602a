"""A feed of twenty posts that another page has open already: one call over HTTP, and one subscription on a socket."""

from __future__ import annotations

import json
import time

from bench.measured import Row, slower
from bench.member import Member
from bench.page import Page
from bench.rows.photos import FEED, add_photos, post
from bench.sockets import Http, Socket
from bench.stage import Server

_TIMES = 250  # a connection may send 600 frames at once
_WARM_UP = 30


async def measure(server: Server, member: Member, *, times: int = _TIMES) -> list[Row]:
    """An empty answer of as many bytes, then the feed, in turns, one at a time."""
    for photo in await add_photos(server.dsn, member.user["clerkId"], 20):
        await member.call("mutation", "posts:createPost", **post(member.user["_id"], photo, "low tide"))
    token = await member.token()
    somebody = await Page.open(server.port, token)
    somebody.follow(FEED)
    await somebody.socket.until(b"QueryUpdated")
    rows = [await _over_http(server, token, times), await _on_a_socket(server, token, times)]
    somebody.socket.close()
    return rows


async def _over_http(server: Server, token: str, times: int) -> Row:
    http = await Http.connect(server.port)
    path, arguments = FEED
    body = json.dumps({"path": path, "args": [arguments], "format": "convex_encoded_json"}).encode()
    login = f"Authorization: Bearer {token}\r\n"
    size = len((await http.post("/api/query", body, login)).partition(b"\r\n\r\n")[2])
    floors, ours = [], []
    for turn in range(_WARM_UP + times):
        started = time.perf_counter()
        await http.post(f"/floor/blank/{size}", body, login)
        between = time.perf_counter()
        answer = await http.post("/api/query", body, login)
        ended = time.perf_counter()
        assert b'"status":"success"' in answer
        if turn >= _WARM_UP:
            floors.append(between - started)
            ours.append(ended - between)
    http.close()
    return slower(
        "feed of 20 that a page shows, over HTTP", f"an empty answer of {size:,} bytes", floors, ours, at_most=2.0
    )


async def _on_a_socket(server: Server, token: str, times: int) -> Row:
    page, echo = await Page.open(server.port, token), await Socket.connect(server.port, "/floor/echo")
    page.follow(FEED)
    frame = (await page.socket.until(b"QueryUpdated")).decode()
    page.leave(0)
    await page.socket.until(b"QueryRemoved")
    floors, ours = [], []
    for turn in range(_WARM_UP + times):
        started = time.perf_counter()
        echo.send(frame)
        await echo.next()
        between = time.perf_counter()
        page.follow(FEED)
        await page.socket.until(b"QueryUpdated")
        ended = time.perf_counter()
        page.leave(turn + 1)
        await page.socket.until(b"QueryRemoved")
        if turn >= _WARM_UP:
            floors.append(between - started)
            ours.append(ended - between)
    page.socket.close()
    echo.close()
    return slower(
        "feed of 20 that a page shows, on a socket", f"an echo of {len(frame):,} bytes", floors, ours, at_most=2.0
    )
