"""The stalls that pages cause, and a process that makes all stalls at once, or some, until it is stopped.

`python -m bench.stalls.page_stalls PORT DSN REPORT [STALL…]` writes its findings to the file `REPORT`.
"""

from __future__ import annotations

import asyncio
import itertools
import resource
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from bench.page import Page
from bench.sockets import Broken
from bench.stalls.children import end_with_parent
from bench.stalls.database_stalls import (
    commit_often,
    fill_connections,
    fill_connections_later,
    lock_table,
    write_in_bulk,
)

_FANS = 3_000
_SHINES_EVERY, _SHINES_EVERY_ALONE = 20.0, 3.0
_SHOWS_AGAIN_EVERY = 11.0  # a function that was slow counts as slow for ten seconds, and then stalls a cycle again
_HELD, _HOLDS_EVERY = 3, 15.0

Stall = Callable[[], list[Coroutine[Any, Any, None]]]
"""Makes the tasks of a stall."""


class Report(msgspec.Struct):
    """The findings of this process.

    Attributes:
        closed: The sockets that the server closed, by the reason.
        counts: How often each thing happened.
        longest_held: The longest time in seconds that a page which had written waited for its Transition.
        first_shown: Seconds until the first personal view showed a change of all, for each change.
        last_shown: Seconds until the last one did.
    """

    closed: list[str] = msgspec.field(default_factory=list)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    longest_held: float = 0.0
    first_shown: list[float] = msgspec.field(default_factory=list)
    last_shown: list[float] = msgspec.field(default_factory=list)


class Stalls:
    """Everything that stalls.

    Args:
        port: The server's.

    Attributes:
        kinds: The stalls by name.
    """

    def __init__(self, port: int, dsn: str) -> None:
        self._port = port
        self._dsn = dsn
        self._numbers = itertools.count(1)
        self._began = time.monotonic()
        self._shines_every = _SHINES_EVERY
        self.report = Report()
        self.kinds: dict[str, Stall] = {
            "slow": lambda: [*self._shown_again("storm:slow"), self._touch()],
            "endless": lambda: self._shown_again("storm:endless"),
            "locked": lambda: [*self._shown_again("storm:locked"), lock_table(self._dsn, self._say)],
            "on itself": lambda: self._shown_again("storm:onItself"),
            "held": lambda: [self._hold(f"held {number}") for number in range(_HELD)],
            "personal": lambda: [self._shine()],
            "bulk": lambda: [write_in_bulk(self._dsn, self._say)],
            "commits": lambda: [commit_often(self._dsn, self._say)],
            "connections": lambda: [fill_connections(self._dsn, self._say)],
        }

    async def run(self, names: Sequence[str]) -> None:
        """Make these stalls until cancelled, or all if there are none."""
        if names:
            self._shines_every = _SHINES_EVERY_ALONE
        else:
            self.kinds["connections"] = lambda: [fill_connections_later(self._dsn, self._say)]
        async with asyncio.TaskGroup() as group:
            for name in names or self.kinds:
                for stall in self.kinds[name]():
                    group.create_task(stall)

    def _say(self, event: str) -> None:
        print(f"{time.monotonic():.1f} {event}", flush=True)

    def _count(self, what: str) -> None:
        self.report.counts[what] = self.report.counts.get(what, 0) + 1

    async def _open(self, name: str) -> Page:
        return await Page.open(self._port, name)

    def _shown_again(self, path: str) -> list[Coroutine[Any, Any, None]]:
        return [self._show_again(path) for _ in range(3)]

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
        shown: list[float] = []
        reading = [asyncio.create_task(self._read_fan(fan, shown)) for fan in fans]
        while len(shown) < _FANS:
            await asyncio.sleep(0.05)
        self._say(f"all {_FANS} personal views are open")
        try:
            for number in itertools.count(10):
                shown.clear()
                began = time.monotonic()
                fans[0].mutate("storm:shine", number=number)
                self._say("a change of all personal views")
                await asyncio.sleep(self._shines_every)
                if len(shown) >= _FANS:
                    self.report.first_shown.append(shown[0] - began)
                    self.report.last_shown.append(shown[_FANS - 1] - began)
        finally:
            for task in reading:
                task.cancel()

    async def _read_fan(self, page: Page, shown: list[float]) -> None:
        """Note when the page got an update."""
        try:
            while True:
                if b'"QueryUpdated"' in await page.socket.next():
                    shown.append(time.monotonic())
        except Broken as error:
            self.report.closed.append(str(error))

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


async def _main(port: int, dsn: str, report: Path, names: Sequence[str]) -> None:
    stalls = Stalls(port, dsn)
    running = asyncio.create_task(stalls.run(names))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        with suppress(asyncio.CancelledError):
            await running
    finally:
        await asyncio.to_thread(report.write_bytes, msgspec.json.encode(stalls.report))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    end_with_parent()
    asyncio.run(_main(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4:]))
