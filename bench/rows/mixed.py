"""Whether the model of costs says what a mixture takes: messages, posts and visits at once.

The costs are measured one by one first. The mixture has other numbers of everything than the runs that they come from.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Iterable
from itertools import cycle
from typing import TypeVar

from bench.measured import Row
from bench.member import Member
from bench.model import Cost, Costs, Load, taken
from bench.page import Page
from bench.rows.messages import End, in_touch, written
from bench.rows.photos import FEED, add_photos, post
from bench.rows.sizes import open_screen
from bench.stage import Server, postgres_cpu

_T = TypeVar("_T")
_PAIRS = 16
_SECONDS = 8.0
_AUTHORS = 8
_POSTS = 32
"""A page that shows the wall grows with each of them, as a client's does until it divides it."""
_FEW, _MANY, _MIXED = 10, 110, 60
"""How many pages show the wall."""
_VISITORS = 8
_VISITS = 120
_PACE = 0.2
_VISIT_PACE = 0.05


async def measure(server: Server) -> Row:
    """The costs, then three mixtures; the middle one counts."""
    costs = await _costs(server)
    found = [await _mixture(server, costs) for _ in range(3)]
    said, used, load = sorted(found, key=lambda each: each[1] / each[0])[1]
    return Row(
        what=(
            f"{load.messages:.0f} messages, {load.posts:.0f} posts on {load.walls:.0f} pages and {load.visits:.0f} "
            "visits at once, processor time"
        ),
        floor=(
            f"the model: a message {costs.message}, a post {costs.post} and on each page {costs.shown}, "
            f"a visit {costs.visit} (Inflow + PostgreSQL)"
        ),
        floor_text=f"{said / 1e3:.2f} s of processors",
        ours_text=f"{used / 1e3:.2f} s",
        ratio=used / said,
        target="0.8 to 1.2×",
        met=0.8 <= used / said <= 1.2,
    )


async def _costs(server: Server) -> Costs:
    nothing, _ = await _used(server, asyncio.sleep(_SECONDS))
    second = nothing * (1 / _SECONDS)

    async def each(work: Awaitable[float]) -> Cost:
        used, (times, seconds) = await _used(server, _timed(work))
        return (used - second * seconds) * (1 / times)

    message = await each(_messages(await _ends(server)))
    visitors = [await Member.sign_up(server) for _ in range(_VISITORS)]
    visit = await each(_visits(server, visitors))
    wall: list[Cost] = []
    for count in (_FEW, _MANY):
        authors, pages = await _authors(server), await _walls(server, visitors, count)
        wall.append(await each(_posts(server, authors)))
        _close(pages)
    few, many = wall
    shown = (many - few) * (1 / (_MANY - _FEW))
    return Costs(second, message, few - shown * _FEW, shown, visit)


async def _mixture(server: Server, costs: Costs) -> tuple[float, float, Load]:
    """Milliseconds that the model says, milliseconds that it took, and what happened."""
    ends, authors = await _ends(server), await _authors(server)
    visitors = [await Member.sign_up(server) for _ in range(_VISITORS)]
    pages = await _walls(server, visitors, _MIXED)
    at_once = asyncio.gather(_messages(ends), _posts(server, authors), _visits(server, visitors))
    used, ((messages, posts, visits), seconds) = await _used(server, _timed(at_once))
    _close(pages)
    load = Load(seconds=seconds, messages=messages, posts=posts, walls=len(pages), visits=visits)
    return taken(costs, load).total, used.total, load


async def _used(server: Server, work: Awaitable[_T]) -> tuple[Cost, _T]:
    """Milliseconds that the server and PostgreSQL used for it."""
    before = server.cpu(), postgres_cpu()
    found = await work
    inflow, sessions = server.cpu() - before[0], postgres_cpu()
    postgres = sum(used - before[1].get(session, (False, 0.0))[1] for session, (_, used) in sessions.items())
    return Cost(1e3 * inflow, 1e3 * postgres), found


async def _timed(work: Awaitable[_T]) -> tuple[_T, float]:
    started = time.perf_counter()
    return await work, time.perf_counter() - started


async def _ends(server: Server) -> list[End]:
    return [end for _ in range(_PAIRS) for end in await in_touch(server)]


async def _messages(ends: list[End]) -> float:
    sent = len((await written(ends, _SECONDS)).waits)
    _close(end.page for end in ends)
    return sent


async def _authors(server: Server) -> list[tuple[Member, list[str]]]:
    members = [await Member.sign_up(server) for _ in range(_AUTHORS)]
    each = _POSTS // _AUTHORS
    return [(member, await add_photos(server.dsn, member.user["clerkId"], each)) for member in members]


async def _posts(server: Server, authors: list[tuple[Member, list[str]]]) -> float:
    pages = [(await Page.open(server.port, await member.token()), member, photos) for member, photos in authors]
    for number in range(_POSTS):
        page, member, photos = pages[number % _AUTHORS]
        caption = f"{number} of {member.user['_id']}"
        given = post(member.user["_id"], photos[number // _AUTHORS], caption)
        await page.socket.until(page.mutate("posts:createPost", **given) + b'"success":true')
        await asyncio.sleep(_PACE)
    _close(page for page, _, _ in pages)
    return _POSTS


async def _walls(server: Server, members: Iterable[Member], count: int) -> list[Page]:
    pages = []
    for _, member in zip(range(count), cycle(members), strict=False):
        page = await Page.open(server.port, await member.token())
        page.follow(FEED)
        await page.socket.until(b"QueryUpdated")
        pages.append(page)
    return pages


async def _visits(server: Server, visitors: list[Member]) -> float:
    for _, member in zip(range(_VISITS), cycle(visitors), strict=False):
        (await open_screen(server, member, await member.token())).socket.close()
        await asyncio.sleep(_VISIT_PACE)
    return _VISITS


def _close(pages: Iterable[Page]) -> None:
    for page in pages:
        page.socket.close()
