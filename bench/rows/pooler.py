"""A message's way into the database with statements that have no names, as a pooler in transaction mode needs them."""

from __future__ import annotations

import asyncio
import time
from itertools import cycle

from bench.measured import Row, slower
from bench.rows.messages import End, in_touch
from bench.stage import Server, Stage

_PAIRS = 4
_TIMES = 300
_WARM_UP = 40
_A_MEMBERS_PACE = 0.21  # seconds; a member may send five messages a second


async def measure(stage: Stage, **settings: str) -> Row:
    """One message directly, then one as through a pooler, in turns. The pooler itself is not there."""
    dsn = await stage.database("pooled")
    async with (
        stage.server("inflow", **settings) as direct,
        stage.process("inflow", dsn, INFLOW_POOLER_URL=dsn, **settings) as pooled,
    ):
        ends = [await _ends(server) for server in (direct, pooled)]
        turns = [cycle(each) for each in ends]
        floors: list[float] = []
        ours: list[float] = []
        for number in range(_WARM_UP + _TIMES):
            for times, turn in zip((floors, ours), turns, strict=True):
                taken = await _sent(next(turn), f"message {number:06}")
                if number >= _WARM_UP:
                    times.append(taken)
            await asyncio.sleep(_A_MEMBERS_PACE / (2 * _PAIRS))
        for end in (end for each in ends for end in each):
            end.page.socket.close()
    return slower("message stored through a pooler's statements", "the same one directly", floors, ours, at_most=2.5)


async def _ends(server: Server) -> list[End]:
    return [end for _ in range(_PAIRS) for end in await in_touch(server)]


async def _sent(end: End, text: str) -> float:
    """How long its answer took, in seconds."""
    started = time.perf_counter()
    response = end.page.mutate("messages:sendMessage", content=text, clientId=f"{text} {started}", **end.given)
    await end.page.socket.until(response + b'"success":true')
    return time.perf_counter() - started
