"""Updates of pages that show nothing of a stall, beside each stall alone."""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from bench.measured import Row
from bench.stage import Stage
from bench.stalls import app
from bench.stalls.children import child
from bench.stalls.members import Members
from bench.stalls.page_stalls import Report
from bench.stalls.storm import answers, free_port, latencies, part_of, while_it_runs

_MEMBERS = 100
_SECONDS, _QUIET = 12.0, 4.0
_WARM = 4.0  # seconds for the processes of a stall to start
_SHOWN_WITHIN = 60.0
_ALL_OPEN = "personal views are open"
_IDLE = 4  # processes beside many commits of others
_STALLS = {
    "slow": "queries of 4 s, outdated again and again",
    "endless": "queries that never return",
    "locked": "an ALTER TABLE that is left open, and pages that ask for the table",
    "on itself": "queries that wait for themselves",
    "held": "writers whose pages wait 12 s for a slow query",
    "personal": "a change of 3,000 personal views every 3 s",
    "bulk": "a bulk write of two million rows",
    "commits": "200 commits a second of others, and four idle processes",
    "connections": "a PostgreSQL without a free connection",
}


async def measure(stage: Stage) -> list[Row]:
    """A hundred members post once a second, quiet and beside each stall in turn."""
    channels = [f"channel {number}" for number in range(_MEMBERS)]
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="inflow-stalls-")))
        dsn = await stage.database("stalls")
        await app.create(dsn, channels)
        port = free_port()
        server = _Server(port, dsn, folder)
        await stack.enter_async_context(server.process(port))
        await answers(port)
        members = Members(channels)
        for page in members.pages:
            await page.open(port)
            page.begin_to_post()
        await asyncio.sleep(_QUIET)
        quiet: list[float] = []
        beside: dict[str, list[float]] = {}
        names = list(_STALLS)
        random.shuffle(names)
        for name in names:
            quiet += await _measured(members, asyncio.sleep(_QUIET))
            async with server.stalled(name) as running:
                beside[name] = await _measured(members, running)
            await asyncio.sleep(_QUIET)
        for page in members.pages:
            await page.close()
    quiet_p99 = part_of(sorted(quiet), 0.99)
    rows = [_row(name, part_of(sorted(beside[name]), 0.99), quiet_p99, quiet) for name in _STALLS]
    return [*rows, _of_personal(server.reports["personal"])]


class _Server:
    """The measured server, and what stalls it.

    Attributes:
        reports: The findings of the processes that stall, by stall.
    """

    def __init__(self, port: int, dsn: str, folder: Path) -> None:
        self.reports: dict[str, Report] = {}
        self._port = port
        self._dsn = dsn
        self._folder = folder

    def process(self, *ports: int) -> AbstractAsyncContextManager[subprocess.Popen[bytes]]:
        """A process of the server; one without a port only follows the log."""
        log = self._folder / "server.log"
        return child("server", *map(str, ports), log=log, DSN=self._dsn, RUN=str(self._folder))

    @asynccontextmanager
    async def stalled(self, name: str) -> AsyncIterator[asyncio.Future[None]]:
        """Make this stall; what is given ends when it was made for long enough."""
        report = self._folder / f"{name}.json"
        log = self._folder / "stalls.log"
        async with AsyncExitStack() as stack:
            for _ in range(_IDLE if name == "commits" else 0):
                await stack.enter_async_context(self.process())
            given = str(self._port), self._dsn, str(report), name
            stalling = await stack.enter_async_context(child("page_stalls", *given, log=log))
            await while_it_runs(stalling, _WARM)
            while name == "personal" and _ALL_OPEN not in log.read_text():
                await while_it_runs(stalling, 0.5)
            yield asyncio.ensure_future(while_it_runs(stalling, _SECONDS))
            if stalling.poll() is not None:
                raise RuntimeError(f"The stall ended:\n{log.read_text()}")
        self.reports[name] = msgspec.json.decode(report.read_bytes(), type=Report)


async def _measured(members: Members, meanwhile: Awaitable[object]) -> list[float]:
    """How many seconds the posts took that were sent meanwhile."""
    began = time.monotonic()
    await meanwhile
    ended = time.monotonic()
    sent = [each for each in members.updates if began <= each.sent_at < ended]
    while time.monotonic() < ended + _SHOWN_WITHIN and latencies(sent)[-1] == float("inf"):
        await asyncio.sleep(0.1)
    return latencies(sent)


def _row(name: str, p99: float, quiet_p99: float, quiet: list[float]) -> Row:
    return Row(
        what=f"a post → two other pages, p99 beside {_STALLS[name]}",
        floor="the same without it, in turns",
        floor_text=f"{quiet_p99 * 1e3:.1f} ms (p50 {statistics.median(quiet) * 1e3:.1f} ms)",
        ours_text=f"{p99 * 1e3:.1f} ms",
        ratio=p99 / quiet_p99,
        target="≤ 2×",
        met=p99 <= 2 * quiet_p99,
    )


def _of_personal(report: Report) -> Row:
    first, last = (statistics.median(each or [float("inf")]) for each in (report.first_shown, report.last_shown))
    return Row(
        what=f"a change of 3,000 personal views, the middle one of {len(report.first_shown)}",
        floor="–",
        floor_text="–",
        ours_text=f"the first after {first * 1e3:.0f} ms, the last after {last * 1e3:.0f} ms",
        ratio=None,
        target="≤ 50 and ≤ 800 ms",
        met=first <= 0.05 and last <= 0.8,
    )
