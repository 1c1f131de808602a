"""One member opens as many different pages as the limits allow: how much longer do other members wait?"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from bench.measured import Row, slower
from bench.member import Member
from bench.page import Page
from bench.rows.photos import FEED, add_photos, post
from bench.stage import Server

_POSTS = 120
_ROUNDS = 60
_LEFT = 800
_SOCKETS = 8
_PER_SOCKET = 190
_SETTLE = 15.0  # seconds in which the server frees memory

Query = tuple[str, dict[str, Any]]


async def measure(server: Server) -> list[Row]:
    """Posts that a reader waits for: first alone, after 800 pages that were closed, and beside 1,500 open ones."""
    author, reader, hostile = [await Member.sign_up(server) for _ in range(3)]
    photos = iter(await add_photos(server.dsn, author.user["clerkId"], _POSTS + 5 * _ROUNDS))
    for photo in itertools.islice(photos, _POSTS):
        await author.call("mutation", "posts:createPost", **post(author.user["_id"], photo, "low tide"))
    writing, reading = [await Page.open(server.port, await each.token()) for each in (author, reader)]
    reading.follow(FEED)
    await reading.socket.until(b"QueryUpdated")

    async def posted() -> list[float]:
        return [await _posted(writing, reading, author, next(photos)) for _ in range(_ROUNDS)]

    await posted()
    quiet, before = await posted(), server.memory()
    await _leave_many(hostile)
    left = await posted()
    token = await hostile.token()
    sockets = [await _open_many(server, token, hostile, number) for number in range(_SOCKETS)]
    opened = await posted()
    await asyncio.sleep(_SETTLE)
    opened += await posted()
    for task, page in sockets:
        task.cancel()
        page.socket.close()
    await asyncio.sleep(_SETTLE)
    after = server.memory()
    for page in (writing, reading):
        page.socket.close()
    floor = "the same before"
    return [
        slower(f"post → subscriber after one member left {_LEFT} pages", floor, quiet, left, at_most=2, decimals=1),
        slower(
            f"post → subscriber while one member asks for {_SOCKETS * _PER_SOCKET:,} pages",
            floor,
            quiet,
            opened,
            at_most=2,
            decimals=1,
        ),
        Row(
            what="memory after that member is gone",
            floor="the same before",
            floor_text=f"{before / 1e6:.0f} MB",
            ours_text=f"{after / 1e6:.0f} MB",
            ratio=after / before,
            target="≤ 1.2×",
            met=after <= 1.2 * before,
        ),
    ]


async def _posted(writing: Page, reading: Page, author: Member, photo: str) -> float:
    """Seconds from a post until the reader has it; the post is deleted again."""
    started = time.perf_counter()
    response = writing.mutate("posts:createPost", **post(author.user["_id"], photo, photo))
    await reading.socket.until(f'"caption":"{photo}"'.encode())
    took = time.perf_counter() - started
    answer = await writing.socket.until(response)
    post_id = answer.split(b'"_id":"')[1].split(b'"')[0].decode()
    await writing.socket.until(writing.mutate("posts:deletePost", postId=post_id))
    return took


def _questions(member: Member) -> Iterator[Query]:
    """Different pages, each of the largest size."""
    user = member.user["_id"]
    lists: list[Query] = [
        ("posts:getPostsByNook", {"nookType": "scenic"}),
        ("posts:getSpherePosts", {}),
        *(
            ("posts:getCuratorPosts", {"userId": user, "feedPreference": each})
            for each in ("all", "sphere", "curators")
        ),
        ("posts:getUserPosts", {"userId": user}),
    ]
    for rows, size in itertools.product(range(1, 20), range(100, 1, -1)):
        for path, given in lists:
            options = {"numItems": size, "cursor": None, "maximumRowsRead": rows, "id": rows}
            yield path, {**given, "paginationOpts": options}


async def _leave_many(hostile: Member) -> None:
    """Request pages over HTTP, as fast as the limits of one member allow."""
    for path, given in itertools.islice(_questions(hostile), _LEFT):
        with suppress(RuntimeError):  # refused: it passed the rate limit
            await hostile.call("query", path, **given)


async def _open_many(server: Server, token: str, hostile: Member, number: int) -> tuple[asyncio.Task[None], Page]:
    """Subscribe to as many pages as one connection may, and read all frames; the server may take a minute to answer
    them.
    """
    page = await Page.open(server.port, token)
    questions = itertools.islice(_questions(hostile), number * _PER_SOCKET, (number + 1) * _PER_SOCKET)
    page.follow(*questions)

    async def reading() -> None:
        while True:
            await page.socket.next()

    return asyncio.create_task(reading()), page
