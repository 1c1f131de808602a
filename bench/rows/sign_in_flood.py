"""Two hundred sign-ins per second: how much later does a member's open feed update?"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator

from bench.measured import Row
from bench.member import Member
from bench.page import Page
from bench.rows.photos import FEED, add_photos, post
from bench.stage import ROOT, Server

SECONDS = 60.0
_FLOODS = 3
_MIDDLE = _FLOODS // 2
_PER_SECOND = 200
_EVERY = 0.1  # seconds between two posts
_WARM_UP = 30
_BEFORE = 2.0  # seconds of flood before the measurement starts


async def measure(server: Server, member: Member, *, seconds: float = SECONDS) -> Row:
    """Posts at a steady rate, each deleted again: during floods, and for half as long before and after each flood.

    One second in which neighbours slow a shared machine decides the 99th percentile of a minute, with the flood or
    without. So there are three floods, and the median ratio counts.
    """
    turns = _FLOODS * (_WARM_UP + round((2 * seconds + _BEFORE) / _EVERY))
    images = iter(await add_photos(server.dsn, member.user["clerkId"], turns + 20 + 4 * _FLOODS))
    for _ in range(20):
        await member.call("mutation", "posts:createPost", **post(member.user["_id"], next(images), "low tide"))
    minutes, answered = [], Counter[str]()
    for _ in range(_FLOODS):
        quiet, flooded, told = await _minute(server, member, images, seconds)
        minutes.append((quiet, flooded))
        answered.update(told)
    return _row(*sorted(minutes, key=_ratio)[_MIDDLE], dict(answered), seconds)


async def _minute(
    server: Server, member: Member, images: Iterator[str], seconds: float
) -> tuple[list[float], list[float], dict[str, int]]:
    """Delays of posts without a flood (before and after it) and with it; and the flood's answers by status."""
    token = await member.token()  # it lasts for five minutes, and the pages with it
    author, reader = await Page.open(server.port, token), await Page.open(server.port, token)
    reader.follow(FEED)
    await reader.socket.until(b"QueryUpdated")

    async def posted(during: float) -> list[float]:
        return await _posted(author, reader, member.user["_id"], images, during)

    await posted(_WARM_UP * _EVERY)
    quiet = await posted(seconds / 2)
    flood = await _flood(server.port, seconds + _BEFORE)
    await posted(_BEFORE)
    flooded = await posted(seconds)
    answered = json.loads((await flood.communicate())[0])
    quiet += await posted(seconds / 2)
    for page in (author, reader):
        page.socket.close()
    return quiet, flooded, answered


async def _flood(port: int, seconds: float) -> asyncio.subprocess.Process:
    """Start the flood. It ends by itself."""
    command = [sys.executable, "-m", "bench.flood", str(port), str(_PER_SECOND), str(seconds)]
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)


async def _posted(author: Page, reader: Page, user: str, images: Iterator[str], during: float) -> list[float]:
    """Seconds from each post until the reader has it. For a post delayed by the one before, the time starts when it was
    due.
    """
    took, began = [], time.perf_counter()
    for turn in range(round(during / _EVERY)):
        due = began + turn * _EVERY
        await asyncio.sleep(max(0, due - time.perf_counter()))
        now = time.perf_counter()
        started = due if now - due > _EVERY else now
        image = next(images)
        response = author.mutate("posts:createPost", **post(user, image, image))
        await reader.socket.until(f'"caption":"{image}"'.encode())
        took.append(time.perf_counter() - started)
        answer = json.loads(await author.socket.until(response + b'"success":true'))
        # An open feed keeps all posts that are added to it, and would grow by hundreds.
        await author.socket.until(author.mutate("posts:deletePost", postId=answer["result"]["_id"]))
    return took


def _ratio(minute: tuple[list[float], list[float]]) -> float:
    quiet, flooded = minute
    return _percentile(flooded, 99) / _percentile(quiet, 99)


def _row(quiet: list[float], flooded: list[float], answered: dict[str, int], seconds: float) -> Row:
    ratio = _ratio((quiet, flooded))
    told = ", ".join(f"{count:,} × {status}" for status, count in sorted(answered.items()))
    flood = f"{_PER_SECOND} sign-ins per second for {seconds:.0f} s, the middle one of {_FLOODS}"
    return Row(
        what=f"post → subscriber during {flood} ({told}), p99",
        floor="the same without the flood",
        floor_text=_text(quiet),
        ours_text=_text(flooded),
        ratio=ratio,
        target="≤ 1.5×",
        met=ratio <= 1.5,
    )


def _percentile(times: list[float], percent: int) -> float:
    return statistics.quantiles(times, n=100)[percent - 1]


def _text(times: list[float]) -> str:
    return f"{_percentile(times, 99) * 1e3:.1f} ms (p50 {_percentile(times, 50) * 1e3:.1f} ms)"
