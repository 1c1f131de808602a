"""From a moderator's removal of a foto until it is gone from an open wall and its bytes are refused.

Two processes serve. The moderator is connected to one, the wall and the requests for the bytes to the other. Members
on both write messages as fast as they may.
"""

from __future__ import annotations

import asyncio
import statistics
import time

import asyncpg
import pyvips  # type: ignore[import-untyped]  # it ships no types

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.messages import in_touch, written
from bench.rows.suspending import GRANT, LIMIT, PATIENCE, case_of, last_percent, open_wall, until_gone
from bench.stage import Server, Stage

_REMOVED = 40
_PAIRS = 20
_FOUND = 200


async def measure(stage: Stage, **settings: str) -> list[Row]:
    """Forty fotos are removed one after the other while forty members write."""
    async with stage.server("inflow", **settings, INFLOW_SCREENING="off") as first:
        # One deployment has one address; it is in the tokens.
        more = {**settings, "INFLOW_SCREENING": "off", "INFLOW_PUBLIC_URL": first.url}
        async with stage.process("inflow", first.dsn, **more) as second:
            return [await _measure(first, second)]


async def _measure(first: Server, second: Server) -> Row:
    moderator, bystander = await Member.sign_up(first), await Member.sign_up(first)
    connection = await asyncpg.connect(first.dsn)
    await connection.execute(GRANT, moderator.user["_id"])
    cases, addresses = [], []
    for number in range(_REMOVED):
        author = await Member.sign_up(first)
        address = await _uploaded(author, number)
        cases.append(await case_of(first, author, moderator, _caption(number), address))
        addresses.append(address)
    while await connection.fetchval("SELECT count(*) FROM media WHERE state = 'prepared'"):
        await asyncio.sleep(0.1)  # the worker still makes the other renditions
    await connection.close()
    ends = [end for _ in range(_PAIRS) for end in await in_touch(first, first, second)]
    console, wall = await Page.open(first.port, await moderator.token()), await open_wall(second, bystander)
    writing = asyncio.create_task(written(ends, 600))
    times = []
    for number in range(_REMOVED):
        started = time.perf_counter()
        console.mutate("moderation:act", caseId=cases[number], measure="remove", reason="spam")
        gone = until_gone(wall, _caption(number), started)
        times.append(await asyncio.gather(gone, _refused(second, bystander, addresses[number], started)))
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    for page in (console, wall, *(end.page for end in ends)):
        page.socket.close()
    parts = dict(zip(("wall", "bytes"), map(list, zip(*times, strict=True)), strict=True))
    return Row(
        what=f"foto removed → gone from a wall, its bytes refused, {2 * _PAIRS} senders, two processes",
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
    noise = pyvips.Image.gaussnoise(640, 480, mean=40 + 4 * number, sigma=30, seed=number)
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


def _caption(number: int) -> str:
    return f"removed {number:04}"
