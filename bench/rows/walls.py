"""What a wall that many watch costs in each further process: processor time for each post.

Every process that shows a wall runs the wall's queries by itself. This is what would be saved if one ran them for all.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.photos import FEED, add_photos, post
from bench.server import PROCESSES
from bench.stage import Server, Stage, postgres_cpu

_AUTHORS = 8
_EACH = 15
_PACE = 0.04
_PAGES = (0, 1, 11)


async def measure(stage: Stage, **settings: str) -> Row:
    """Members post on one process. Another one has no page, one page and eleven pages of the wall, in turns."""
    async with AsyncExitStack() as stack:
        given = {**settings, PROCESSES: "2", "INFLOW_SCREENING": "off"}
        first = await stack.enter_async_context(stage.server("inflow", **given))
        given["INFLOW_PUBLIC_URL"] = first.url
        second = await stack.enter_async_context(stage.process("inflow", first.dsn, **given))
        none, one, many = [await _for_each_post(first, second, pages) for pages in _PAGES]
    a_page = [(more - less) / (_PAGES[2] - _PAGES[1]) for more, less in zip(many, one, strict=True)]
    shared = [with_page - without - page for with_page, without, page in zip(one, none, a_page, strict=True)]
    return Row(
        what="a post on a wall, processor time in a further process that shows it",
        floor="following the log, without a page",
        floor_text=f"{none[0]:.2f} ms, PostgreSQL {none[1]:.2f} ms",
        ours_text=(
            f"running the wall's queries {shared[0]:.2f} ms, PostgreSQL {shared[1]:.2f} ms; "
            f"each page {a_page[0]:.2f} ms, PostgreSQL {a_page[1]:.2f} ms"
        ),
        ratio=None,
        target="–",
        met=None,
    )


async def _for_each_post(first: Server, second: Server, pages: int) -> tuple[float, float]:
    """Milliseconds of the other process, and of PostgreSQL's sessions, for each post."""
    authors = [await Member.sign_up(first) for _ in range(_AUTHORS)]
    photos = [await add_photos(first.dsn, author.user["clerkId"], _EACH) for author in authors]
    feeds = [await _open(second, await authors[number % _AUTHORS].token()) for number in range(pages)]
    before = second.cpu(), _sessions()
    for turn in range(_EACH):
        for author, own in zip(authors, photos, strict=True):
            caption = f"{pages} pages, turn {turn}, {author.user['_id']}"
            await author.call("mutation", "posts:createPost", **post(author.user["_id"], own[turn], caption))
            await asyncio.gather(*(feed.socket.until(caption.encode()) for feed in feeds))
            await asyncio.sleep(_PACE)
    after = second.cpu(), _sessions()
    for feed in feeds:
        feed.socket.close()
    ours, sessions = (1e3 * (new - old) / (_AUTHORS * _EACH) for new, old in zip(after, before, strict=True))
    return ours, sessions


def _sessions() -> float:
    """The processor time of PostgreSQL's sessions, without its decoders, in seconds."""
    return sum(used for is_sender, used in postgres_cpu().values() if not is_sender)


async def _open(server: Server, token: str) -> Page:
    page = await Page.open(server.port, token)
    page.follow(FEED)
    await page.socket.until(b"QueryUpdated")
    return page
