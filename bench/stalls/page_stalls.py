"""The stalls of the storm that pages cause, and a process that makes all stalls at once until it is stopped.

`python -m tests.reflow.stalls.page_stalls PORT DSN REPORT` writes its findings to the file `REPORT`.
"""

from __future__ import annotations

import asyncio
import itertools
import resource
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from bench.page import Page
from bench.sockets import Broken
from tests.reflow.stalls.children import end_with_parent
from tests.reflow.stalls.database_stalls import Say, commit_often, fill_connections, lock_table, write_in_bulk

_FANS = 3_000
_SHINES_EVERY = 20.0
_SHOWS_AGAIN_EVERY = 11.0  # a function that was slow counts as slow for ten seconds, and then stalls a cycle again
_STALLING = ("storm:slow", "storm:endless", "storm:locked", "storm:onItself")
_HELD, _HOLDS_EVERY = 3, 15.0


class Report(msgspec.Struct):
    """The findings of this process.

    Attributes:
        closed: The sockets that the server closed, by the reason.
        counts: How often each thing happened.
        longest_held: The longest time in seconds that a page which had written waited for its Transition.
    """

    closed: list[str] = msgspec.field(default_factory=list)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    longest_held: float = 0.0


class Stalls:
    """Everything that stalls.

    Args:
        port: The server's.
    """

    def __init__(self, port: int, dsn: str) -> None:
        self._port = port
        self._dsn = dsn
        self._numbers = itertools.count(1)
        self._began = time.monotonic()
        self.report = Report()

    async def run(self) -> None:
        """Stall until cancelled."""
        by_others: list[Callable[[str, Say], Coroutine[Any, Any, None]]] = [
            lock_table,
            write_in_bulk,
            commit_often,
            fill_connections,
        ]
        async with asyncio.TaskGroup() as group:
            for stall in by_others:
                group.create_task(stall(self._dsn, self._say))
            for path in _STALLING:
                for _ in range(3):
                    group.create_task(self._show_again(path))
            for number in range(_HELD):
                group.create_task(self._hold(f"held {number}"))
            group.create_task(self._touch())
            group.create_task(self._shine())

    def _say(self, event: str) -> None:
        print(f"{time.monotonic():.1f} {event}", flush=True)

    def _count(self, what: str) -> None:
        self.report.counts[what] = self.report.counts.get(what, 0) + 1

    async def _open(self, name: str) -> Page:
        return await Page.open(self._port, name)

    async def _show_again(self, path: str) -> None:
        """Show a query that stalls, with new arguments again and again."""
        page = await self._open(path)
        reading = asyncio.create_task(self._read(page))
        try:
            for number in itertools.count():
                page.follow((path, {"channel": f"c{next(self._numbers)}"}))
                if number >= 3:
                    page.leave(number - 3)
                self._count(path)
                await asyncio.sleep(_SHOWS_AGAIN_EVERY)
        finally:
            reading.cancel()

    async def _touch(self) -> None:
        """Outdate slow queries while they run."""
        page = await self._open("toucher")
        reading = asyncio.create_task(self._read(page))
        try:
            while True:
                await asyncio.sleep(3)
                page.mutate("storm:touch", channel=f"c{next(self._numbers) - 1}", number=1)
        finally:
            reading.cancel()

    async def _hold(self, channel: str) -> None:
        """Show a query of twelve seconds, write what it counts, and wait for the Transition that is then held."""
        try:
            page = await self._open(channel)
            page.follow(("storm:held", {"channel": channel}))
            await _until(page, b'"QueryUpdated"', b'"QueryFailed"')
            while True:
                answer = page.mutate("storm:touch", channel=channel, number=1)
                began = time.monotonic()
                await _until(page, answer)
                await _until(page, b'"Transition"')
                held = time.monotonic() - began
                self.report.longest_held = max(self.report.longest_held, held)
                self._count("held Transitions")
                await asyncio.sleep(_HOLDS_EVERY)
        except Broken as error:
            self.report.closed.append(str(error))

    async def _shine(self) -> None:
        """Change what all personal views show."""
        fans = [await self._open(f"fan {number}") for number in range(_FANS)]
        for fan in fans:
            fan.follow(("storm:personal", {}))
        reading = [asyncio.create_task(self._read(fan)) for fan in fans]
        self._say(f"all {_FANS} personal views are open")
        try:
            for number in itertools.count(10):
                fans[0].mutate("storm:shine", number=number)
                self._say("a change of all personal views")
                await asyncio.sleep(_SHINES_EVERY)
        finally:
            for task in reading:
                task.cancel()

    async def _read(self, page: Page) -> None:
        try:
            while True:
                await page.socket.next()
        except Broken as error:
            self.report.closed.append(str(error))


async def _until(page: Page, *markers: bytes) -> None:
    """Skip frames up to one that contains any of these."""
    while not any(marker in frame for frame in (await page.socket.next(),) for marker in markers):
        pass


async def _main(port: int, dsn: str, report: Path) -> None:
    stalls = Stalls(port, dsn)
    running = asyncio.create_task(stalls.run())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        with suppress(asyncio.CancelledError):
            await running
    finally:
        await asyncio.to_thread(report.write_bytes, msgspec.json.encode(stalls.report))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    end_with_parent()
    asyncio.run(_main(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
