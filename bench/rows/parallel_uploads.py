"""Four members upload at once: how much later does news reach a feed that is open?"""

from __future__ import annotations

import asyncio
import statistics
import time

import asyncpg

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.photos import FEED, add_photos, post
from bench.rows.upload import photo_of_twelve_megapixels
from bench.stage import Server

_MEMBERS = 4
_EACH = 6  # as many as a member may upload in a minute
_QUIET = 400
_WARM_UP = 50
_RENAME = "UPDATE users SET full_name = $2 WHERE id = $1"


async def measure(server: Server) -> Row:
    """A change of a name until the feed shows it, by itself and then while twenty-four photos are uploaded."""
    photo = await asyncio.to_thread(photo_of_twelve_megapixels)
    author, *uploading = [await Member.sign_up(server) for _ in range(1 + _MEMBERS)]
    (address,) = await add_photos(server.dsn, author.user["clerkId"], 1)
    await author.call("mutation", "posts:createPost", **post(author.user["_id"], address, "low tide"))
    page = await Page.open(server.port, await author.token())
    page.follow(FEED)
    await page.socket.until(b"QueryUpdated")
    connection = await asyncpg.connect(server.dsn)

    async def news(turn: int) -> float:
        name = f"Ben {turn:06}"
        started = time.perf_counter()
        await connection.execute(_RENAME, author.user["_id"], name)
        await page.socket.until(name.encode())
        return time.perf_counter() - started

    quiet = [await news(turn) for turn in range(_WARM_UP + _QUIET)][_WARM_UP:]
    uploads = asyncio.gather(*(_upload(member, photo) for member in uploading))
    busy = []
    while not uploads.done():
        busy.append(await news(100_000 + len(busy)))
    await uploads
    await connection.close()
    page.socket.close()
    return _row(quiet, busy)


async def _upload(member: Member, photo: bytes) -> None:
    for _ in range(_EACH):
        answer = await member.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"})
        assert answer.status_code == 201, answer.text


def _row(quiet: list[float], busy: list[float]) -> Row:
    least, taken = (statistics.quantiles(times, n=100)[98] for times in (quiet, busy))
    return Row(
        what=f"a change → an open feed, p99 of {len(busy):,}, while {_MEMBERS} upload 12 megapixels",
        floor="the same while nobody uploads",
        floor_text=f"{least * 1e3:.1f} ms",
        ours_text=f"{taken * 1e3:.1f} ms",
        ratio=taken / least,
        target="≤ 1.5×",
        met=taken / least <= 1.5,
    )
