"""Increments per second of one row, by 32 callers at once and by one alone."""

from __future__ import annotations

import asyncio
import statistics
import time

from bench.measured import Row
from bench.page import Page
from bench.stage import Server

_CALLERS = 32
_ROUNDS = 5
_SECONDS = 2.0


async def measure(server: Server, *, rounds: int = _ROUNDS) -> Row:
    """One page that increments a counter when its last call was answered, then 32 such pages, in turns."""
    pages = [await Page.open(server.port) for _ in range(_CALLERS)]
    await _counted(pages, 0.5)
    alone, together = [], []
    for _ in range(rounds):
        alone.append(await _counted(pages[:1], _SECONDS))
        together.append(await _counted(pages, _SECONDS))
    for page in pages:
        page.socket.close()
    least, done = statistics.median(alone), statistics.median(together)
    return Row(
        what=f"increments of one row per second, {_CALLERS} callers, one process",
        floor="one of these callers alone",
        floor_text=f"{least:,.0f}/s",
        ours_text=f"{done:,.0f}/s",
        ratio=done / least,
        target="≥ 1×",
        met=done / least >= 1,
    )


async def _counted(pages: list[Page], seconds: float) -> float:
    """How many increments per second the server acknowledged."""
    ends = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(_count(page, ends) for page in pages))) / seconds


async def _count(page: Page, ends: float) -> int:
    counted = 0
    while time.perf_counter() < ends:
        response = page.mutate("chat:visit", room="hot")
        await page.socket.until(response + b'"success":true')
        counted += 1
    return counted
