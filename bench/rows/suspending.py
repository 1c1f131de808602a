"""From a moderator's suspension until the member is gone: their foto from an open wall, and their own page.

Two processes serve. The moderator is connected to one, the wall and the member to the other, and members on both write
messages as fast as they may.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import asyncpg

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.messages import in_touch, written
from bench.rows.photos import add_photos, post
from bench.sockets import Broken
from bench.stage import Server, Stage

_SUSPENDED = 40
_KILLED = 10  # moments at which the moderator's process is killed
_PAIRS = 20
_WALL = ("posts:getPostsByNook", {"nookType": "scenic", "paginationOpts": {"numItems": 60, "cursor": None}})
LIMIT = 1.0  # seconds
PATIENCE = 20.0
_Starting = AbstractAsyncContextManager[Server]
GRANT = "INSERT INTO roles (user_id, role, granted_at) VALUES ($1, 'moderator', now())"


async def measure(stage: Stage, **settings: str) -> list[Row]:
    """Fifty members are suspended one after the other while forty others write.

    For the last ten, the moderator has a process to themselves, which is killed as soon as it has answered.
    """
    async with stage.server("inflow", **settings) as first:
        # One deployment has one address; it is in the tokens.
        more = {**settings, "INFLOW_PUBLIC_URL": first.url}
        async with stage.process("inflow", first.dsn, **more) as second:

            def third() -> _Starting:
                return stage.process("inflow", first.dsn, **more)

            return await _measure(first, second, third)


async def _measure(
    first: Server, second: Server, third: Callable[[], AbstractAsyncContextManager[Server]]
) -> list[Row]:
    moderator, bystander = await Member.sign_up(first), await Member.sign_up(first)
    connection = await asyncpg.connect(first.dsn)
    await connection.execute(GRANT, moderator.user["_id"])
    await connection.close()
    authors = [await Member.sign_up(first) for _ in range(_SUSPENDED + _KILLED)]
    cases = [await case_of(first, author, moderator, _caption(number)) for number, author in enumerate(authors)]
    pages = [await _own(second, author) for author in authors]
    ends = [end for _ in range(_PAIRS) for end in await in_touch(first, first, second)]
    console, wall = await Page.open(first.port, await moderator.token()), await open_wall(second, bystander)
    writing = asyncio.create_task(written(ends, 600))
    times = []
    for number in range(_SUSPENDED):
        started = time.perf_counter()
        _suspend(console, cases[number])
        times.append(await _effect(wall, pages[number], number, started))
    killed = []
    for number in range(_SUSPENDED, _SUSPENDED + _KILLED):
        async with third() as server:
            dying = await Page.open(server.port, await moderator.token())
            started = time.perf_counter()
            await dying.socket.until(_suspend(dying, cases[number]))
            server.process.kill()
            killed.append(await _effect(wall, pages[number], number, started))
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    for page in (console, wall, *(end.page for end in ends)):
        page.socket.close()
    return [_row("two processes", times), _row(f"the moderator's process killed, {_KILLED} times", killed)]


def _suspend(console: Page, case: str) -> bytes:
    return console.mutate("moderation:act", caseId=case, measure="suspend", reason="spam", days=7)


async def _effect(wall: Page, own: Page, number: int, started: float) -> tuple[float, float]:
    """Seconds until the wall no longer has the foto, and until the member's page was closed."""
    return await asyncio.gather(until_gone(wall, _caption(number), started), _closed(own, started))


def _row(where: str, times: list[tuple[float, float]]) -> Row:
    gone, closed = map(list, zip(*times, strict=True))
    worst = max(last_percent(gone), last_percent(closed))
    return Row(
        what=f"suspended → the foto gone from a wall, the member's page closed, {2 * _PAIRS} senders, {where}",
        floor="–",
        floor_text="–",
        ours_text="; ".join(
            f"{name} p50 {statistics.median(times) * 1e3:.0f}, p99 {last_percent(times) * 1e3:.0f} ms"
            for name, times in (("wall", gone), ("page", closed))
        ),
        ratio=None,
        target="≤ 1 s, p99",
        met=worst <= LIMIT,
    )


async def case_of(server: Server, author: Member, moderator: Member, caption: str, photo: str | None = None) -> str:
    """The author posts a foto, which may have no bytes, and another member reports it; the id of the case."""
    if photo is None:
        (photo,) = await add_photos(server.dsn, author.user["clerkId"], 1)
    made = await author.call("mutation", "posts:createPost", **post(author.user["_id"], photo, caption))
    reporter = await Member.sign_up(server)
    await reporter.call("mutation", "moderation:report", kind="post", subjectId=made["_id"], reason="spam")
    found = await moderator.call("query", "moderation:getCases", paginationOpts={"numItems": 100, "cursor": None})
    return next(str(each["_id"]) for each in found["page"] if each["member"]["userId"] == author.user["_id"])


async def open_wall(server: Server, member: Member) -> Page:
    """A page of the member that shows the wall."""
    page = await Page.open(server.port, await member.token())
    page.follow(_WALL)
    await page.socket.until(b"QueryUpdated")
    return page


async def _own(server: Server, author: Member) -> Page:
    page = await Page.open(server.port, await author.token())
    page.follow(("users:me", {}))
    await page.socket.until(b"QueryUpdated")
    return page


async def until_gone(wall: Page, caption: str, started: float) -> float:
    """Seconds until the wall no longer has the foto."""
    async with asyncio.timeout(PATIENCE):
        while b"QueryUpdated" not in (frame := await wall.socket.next()) or caption.encode() in frame:
            pass
    return time.perf_counter() - started


async def _closed(page: Page, started: float) -> float:
    """Seconds until the server has closed the connection."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await page.socket.next()
    except Broken:
        return time.perf_counter() - started


def last_percent(times: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(times, n=100, method="inclusive")[98]


def _caption(number: int) -> str:
    return f"suspended {number:04}"
