"""The storm of stalls: a hundred pages that show none of the stalled tables stay current through all of them."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec

from bench.sockets import Socket
from bench.stage import stage
from bench.stalls import app
from bench.stalls.children import child
from bench.stalls.members import Members, Update
from bench.stalls.page_stalls import Report

_MEMBERS = 100
_IDLE = 4  # processes
_QUIET = 30.0  # seconds
_WARM = 3.0  # seconds
_CURRENT_WITHIN = 1.0


async def storm_of_stalls(seconds: float) -> list[str]:
    """Let all stalls go on at once for this long; the problems found."""
    channels = [f"channel {number}" for number in range(_MEMBERS)]
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="inflow-stalls-")))
        dsn = (await stack.enter_async_context(stage())).postgres
        await app.create(dsn, channels)
        port = free_port()
        server = await stack.enter_async_context(
            child("server", str(port), log=folder / "server.log", DSN=dsn, RUN=str(folder))
        )
        await answers(port)
        members = Members(channels)
        for page in members.pages:
            await page.open(port)
            page.begin_to_post()
        await while_it_runs(server, _WARM)
        quiet_from = time.monotonic()
        await while_it_runs(server, _QUIET)
        quiet = [update for update in members.updates if update.sent_at >= quiet_from]
        storm_from = time.monotonic()
        report = await _stalled(seconds, folder, dsn, port)
        stormy = [update for update in members.updates if storm_from <= update.sent_at < storm_from + seconds]
        for page in members.pages:
            page.stop_posting()
        missing = await members.missing(dsn)
        for page in members.pages:
            await page.close()
        closed = [page.closed for page in members.pages if page.closed is not None] + report.closed
        ended = server.poll()
        _tell(quiet, stormy, storm_from, report, sum(page.refused for page in members.pages), folder)
    return _problems(latencies(stormy), missing, closed, ended)


async def _stalled(seconds: float, folder: Path, dsn: str, port: int) -> Report:
    """Have processes stall for this long; what they found."""
    found = folder / "report.json"
    async with AsyncExitStack() as stack:
        for _ in range(_IDLE):
            await stack.enter_async_context(child("server", log=folder / "idle.log", DSN=dsn, RUN=str(folder)))
        log = folder / "stalls.log"
        stalling = await stack.enter_async_context(child("page_stalls", str(port), dsn, str(found), log=log))
        await while_it_runs(stalling, seconds)
        if stalling.poll() is not None:
            raise RuntimeError(f"The stalls ended:\n{log.read_text()}")
    return msgspec.json.decode(found.read_bytes(), type=Report)


async def while_it_runs(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait for this long, or until the process has ended."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends and process.poll() is None:  # time passes without an event
        await asyncio.sleep(0.05)


def latencies(updates: Sequence[Update]) -> list[float]:
    """How many seconds the updates took on both pages, in order; infinite for those that were not shown."""
    shown = [seconds for update in updates for seconds in (update.own, update.other)]
    return sorted(float("inf") if seconds is None else seconds for seconds in shown) or [float("inf")]


def _tell(
    quiet: Sequence[Update], stormy: Sequence[Update], began: float, report: Report, refused: int, folder: Path
) -> None:
    before, after = latencies(quiet), latencies(stormy)
    for name, times in (("quiet", before), ("storm", after)):
        p50, p99 = (part_of(times, part) * 1000 for part in (0.5, 0.99))
        print(f"{name}: {len(times) // 2} updates; p50 {p50:.0f} ms, p99 {p99:.0f} ms, max {times[-1] * 1000:.0f} ms")
    print(f"p99 in the storm is {part_of(after, 0.99) / part_of(before, 0.99):.1f} times that of the quiet")
    print(f"{refused} posts refused and sent again; longest held Transition {report.longest_held:.1f} s")
    print(f"stalls: {report.counts}")
    logged = Counter(_logged((folder / "server.log").read_text()))
    print(f"log lines of the server: {dict(logged) or 'none'}")
    late = Counter(int(update.sent_at - began) // 10 * 10 for update in stormy if _latest(update) > _CURRENT_WITHIN)
    print(f"updates over a second, by the ten seconds in which they were sent: {dict(sorted(late.items())) or 'none'}")
    for line in (folder / "stalls.log").read_text().splitlines():
        at, _, event = line.partition(" ")
        if at.replace(".", "").isdigit():
            print(f"  {float(at) - began:6.1f} s {event}")


def _logged(log: str) -> Iterator[str]:
    """The lines of a log without their times; an error's with what was raised."""
    for entry in re.split(r"^(?=20\d\d-)", log, flags=re.MULTILINE):
        first, *rest = entry.rstrip().split("\n")
        if first:
            yield f"{first[24:100]}: {rest[-1][:200]}" if rest else first[24:100]


def _latest(update: Update) -> float:
    return latencies([update])[-1]


def _problems(times: Sequence[float], missing: int, closed: Sequence[str], ended: int | None) -> list[str]:
    problems = [f"closed: {reason}" for reason in closed]
    if missing:
        problems.append(f"missed: {missing} walls differ from the database")
    if (p99 := part_of(times, 0.99)) > _CURRENT_WITHIN:
        problems.append(f"late: 99 of 100 updates took up to {p99:.2f} s")
    if ended is not None:
        problems.append(f"ended: the server stopped with {ended}")
    return problems


def part_of(times: Sequence[float], part: float) -> float:
    """A percentile of ordered times: half of them are at most the one of 0.5."""
    return times[int((len(times) - 1) * part)]


def free_port() -> int:
    """A port of this machine that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def answers(port: int) -> None:
    """Wait until a server accepts sockets at this port."""
    for _ in range(600):
        try:
            (await Socket.connect(port, "/api/1.48.0/sync")).close()
        except OSError:
            await asyncio.sleep(0.05)
        else:
            return
    raise RuntimeError("The server does not answer")
