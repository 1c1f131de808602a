"""Messages stored by one, two and four processes, and the processor time of each message.

All of them share one relay, which reads the log. A further process without members only follows it. Its time is the
part of each process that grows with the messages of all, however many processes share them.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from typing import NamedTuple

from bench.measured import Row
from bench.rows.messages import answers, in_touch, written
from bench.server import PROCESSES
from bench.stage import Server, Stage, postgres_cpu, relay_cpu

_PAIRS = 240
_SECONDS = 6.0
_COUNTS = (1, 2, 4)


class _Result(NamedTuple):
    """One number of processes: messages per second, how long answers took (seconds), and milliseconds of processor time
    for each message.
    """

    processes: int
    per_second: float
    waits: list[float]
    following: float
    working: float
    relay: float
    senders: float
    backends: float

    @property
    def total(self) -> float:
        return self.processes * self.following + self.working + self.relay + self.senders + self.backends

    def __str__(self) -> str:
        return (
            f"{self.per_second:,.0f}/s with {self.processes}: {self.total:.2f} ms a message (work {self.working:.2f}, "
            f"following {self.processes} × {self.following:.2f}, the relay {self.relay:.2f}, "
            f"senders {self.senders:.2f}, sessions {self.backends:.2f}), {answers(self.waits)}"
        )


async def measure(stage: Stage, **settings: str) -> Row:
    """480 members write as fast as answers come, to one, two and four processes in turn; both ends are open, each on
    another process.
    """
    async with AsyncExitStack() as stack:
        settings = {**settings, PROCESSES: str(max(_COUNTS) + 1)}
        first = await stack.enter_async_context(stage.server("inflow", **settings))
        # One deployment has one address; it is in the tokens.
        settings = {**settings, "INFLOW_PUBLIC_URL": first.url}
        more = [stage.process("inflow", first.dsn, **settings) for _ in range(max(_COUNTS))]
        servers = [first, *[await stack.enter_async_context(each) for each in more]]
        results = [await _measure(servers[:count], servers[-1], count) for count in _COUNTS]
    one, two, _ = results
    return Row(
        what=f"messages stored per second by {', '.join(map(str, _COUNTS))} processes, {2 * _PAIRS} senders",
        floor="one process",
        floor_text=str(one),
        ours_text="; ".join(map(str, results[1:])),
        ratio=two.per_second / one.per_second,
        target="≥ 1.6× with two, where the database is not the limit",
        met=two.per_second / one.per_second >= 1.6,
    )


async def _measure(servers: list[Server], idle: Server, count: int) -> _Result:
    ends = [
        end
        for number in range(_PAIRS)
        for end in await in_touch(servers[0], servers[number % count], servers[(number + 1) % count])
    ]
    await written(ends, 1.0)
    before, sessions, began = _used(servers, idle), postgres_cpu(), time.perf_counter()
    waits = (await written(ends, _SECONDS)).waits
    sent = len(waits)
    seconds, after = time.perf_counter() - began, _used(servers, idle)
    in_postgres = {True: 0.0, False: 0.0}
    for session, (is_sender, used) in postgres_cpu().items():  # those that have ended are missing
        in_postgres[is_sender] += used - sessions.get(session, (is_sender, 0.0))[1]
    for end in ends:
        end.page.socket.close()
    await asyncio.sleep(0)
    ours, following, relay = (1e3 * (new - old) / sent for new, old in zip(after, before, strict=True))
    senders, backends = (1e3 * in_postgres[is_sender] / sent for is_sender in (True, False))
    return _Result(count, sent / seconds, waits, following, ours - count * following, relay, senders, backends)


def _used(servers: list[Server], idle: Server) -> tuple[float, float, float]:
    return sum(server.cpu() for server in servers), idle.cpu(), relay_cpu(idle.home)
