"""From a moderator's removal of a foto, or its author's move to the cue, until it is gone from a stranger's open wall
and its bytes are refused there.

Two processes serve. The moderator and the authors are connected to one, the wall and the requests for the bytes to the
other. Members on both write messages as fast as they may.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import asyncpg
import pyvips  # type: ignore[import-untyped]  # it ships no types

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.messages import in_touch, written
from bench.rows.photos import post
from bench.rows.suspending import GRANT, LIMIT, PATIENCE, case_of, last_percent, open_wall, until_gone
from bench.stage import Server, Stage

_EACH = 40
_PAIRS = 20
_FOUND = 200


async def measure(stage: Stage, **settings: str) -> list[Row]:
    """Forty fotos are removed and forty others moved, one after the other, while forty members write."""
    async with stage.server("inflow", **settings, INFLOW_SCREENING="off") as first:
        # One deployment has one address; it is in the tokens.
        more = {**settings, "INFLOW_SCREENING": "off", "INFLOW_PUBLIC_URL": first.url}
        async with stage.process("inflow", first.dsn, **more) as second:
            return await _measure(first, second)


@dataclass
class _Foto:
    """A foto that will be withdrawn.

    Attributes:
        caption: Its caption, which no other one has.
        address: Where its bytes are.
        withdraw: Begins to remove it or to move it.
    """

    caption: str
    address: str
    withdraw: Callable[[], object]


async def _measure(first: Server, second: Server) -> list[Row]:
    moderator, bystander = await Member.sign_up(first), await Member.sign_up(first)
    connection = await asyncpg.connect(first.dsn)
    await connection.execute(GRANT, moderator.user["_id"])
    console, wall = await Page.open(first.port, await moderator.token()), await open_wall(second, bystander)
    removed = [await _removed(first, console, moderator, number) for number in range(_EACH)]
    moved = [await _moved(first, number) for number in range(_EACH)]
    while await connection.fetchval("SELECT count(*) FROM media WHERE state = 'prepared'"):
        await asyncio.sleep(0.1)  # the worker still makes the other renditions
    await connection.close()
    ends = [end for _ in range(_PAIRS) for end in await in_touch(first, first, second)]
    writing = asyncio.create_task(written(ends, 600))
    of_removed, of_moved = [], []
    for one, other in zip(removed, moved, strict=True):
        of_removed.append(await _withdrawn(second, bystander, wall, one))
        of_moved.append(await _withdrawn(second, bystander, wall, other))
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    for page in (console, wall, *(end.page for end in ends)):
        page.socket.close()
    return [_row("foto removed", of_removed), _row("foto moved to the cue", of_moved)]


async def _removed(server: Server, console: Page, moderator: Member, number: int) -> _Foto:
    author, caption = await Member.sign_up(server), f"removed {number:04}"
    address = await _uploaded(author, number)
    case = await case_of(server, author, moderator, caption, address)
    act = partial(console.mutate, "moderation:act", caseId=case, measure="remove", reason="spam")
    return _Foto(caption, address, act)


async def _moved(server: Server, number: int) -> _Foto:
    author, caption = await Member.sign_up(server), f"moved {number:04}"
    address = await _uploaded(author, _EACH + number)
    made = await author.call("mutation", "posts:createPost", **post(author.user["_id"], address, caption))
    page = await Page.open(server.port, await author.token())
    return _Foto(caption, address, partial(page.mutate, "posts:setAudience", postId=made["_id"], postType="cue"))


async def _withdrawn(server: Server, member: Member, wall: Page, foto: _Foto) -> list[float]:
    """Seconds until it is gone from the wall, and until its bytes are refused."""
    started = time.perf_counter()
    foto.withdraw()
    gone, refused = until_gone(wall, foto.caption, started), _refused(server, member, foto.address, started)
    return await asyncio.gather(gone, refused)


def _row(what: str, times: list[list[float]]) -> Row:
    parts = dict(zip(("wall", "bytes"), map(list, zip(*times, strict=True)), strict=True))
    return Row(
        what=f"{what} → gone from a stranger's wall, its bytes refused, {2 * _PAIRS} senders, two processes",
        floor="–",
        floor_text="–",
        ours_text="; ".join(
            f"{name} p50 {statistics.median(part) * 1e3:.0f}, p99 {last_percent(part) * 1e3:.0f} ms"
            for name, part in parts.items()
        ),
        ratio=None,
        target="≤ 1 s, p99",
        met=max(map(last_percent, parts.values())) <= LIMIT,
    )


async def _uploaded(author: Member, number: int) -> str:
    """Upload a small photo, each another one; its address."""
    noise = pyvips.Image.gaussnoise(640, 480, mean=40 + 2 * number, sigma=30, seed=number)
    photo = bytes(noise.cast("uchar").jpegsave_buffer())
    answer = await author.http.post("/api/media/uploads", content=photo, headers={"Content-Type": "image/jpeg"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["imageUrl"])


async def _refused(server: Server, member: Member, address: str, started: float) -> float:
    """Seconds until another process refuses the bytes, after it had served them."""
    path = f"{server.url}/{address.split('/', 3)[-1]}" if "://" in address else f"{server.url}{address}"
    async with asyncio.timeout(PATIENCE):
        while (await member.http.get(path)).status_code == _FOUND:
            await asyncio.sleep(0.005)
    return time.perf_counter() - started
