"""Keeps as many processes running as were asked for, spreads clients over them, and exchanges them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from inflow.app.supervisor import log
from inflow.app.supervisor.processes import Program, ServerProcess

LOOK_EVERY: Final = 0.5
HEALTHY_WITHIN: Final = 120.0
"""For how many seconds a process of another version may start before the upgrade is given up."""

# A client that has a connection to spare either uses it within this time, and learns that it will be closed, or the
# server closes it as usual because it is idle. Without it, a request could come just when the connection is closed.
_NOTICE = 6.0
_SETTLE = 2.0
_PATIENCE = 30.0
_LONGEST_PAUSE = 30.0
_UNEVEN = 1.2
_FEW = 8

Report = Callable[[str], None]


class UpgradeFailed(Exception):
    """The processes of the other version did not become healthy; the text says why."""


@dataclass
class Place:
    """One of the places for a serving process.

    Attributes:
        process: The one that serves there, or has ended there.
        deaths: How many ended here by themselves without having served.
        is_waiting: Whether a new process is about to be started here.
    """

    process: ServerProcess
    deaths: int = 0
    is_waiting: bool = False


class Supervisor:
    """The processes of one listening socket.

    Args:
        listening: The descriptor of the socket.
        program: The installation that processes are started from.
        on_first_served: Is called once, when the first process serves.

    Attributes:
        program: The same; after an upgrade, the other installation.
        failed: The exit code of the first process that ended before any of them served.
    """

    def __init__(self, listening: int, program: Program, on_first_served: Callable[[], None] = lambda: None) -> None:
        self.program = program
        self.failed: int | None = None
        self._listening = listening
        self._places: list[Place] = []
        self._retiring: set[ServerProcess] = set()
        self._has_served = False
        self._replaced = 0
        self._on_first_served = on_first_served
        self._stopping = asyncio.Event()
        self._upgrading = False
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, count: int) -> None:
        """Start so many processes."""
        self._places = [Place(ServerProcess.start(self.program, self._listening, count)) for _ in range(count)]

    def adopt(self, processes: list[ServerProcess], count: int) -> None:
        """Go on with the processes of another version's supervisor, and start those that are missing."""
        self._has_served = True
        missing = range(count - len(processes))
        self._places = [Place(process) for process in processes]
        self._places += [Place(ServerProcess.start(self.program, self._listening, count)) for _ in missing]

    def stop(self) -> None:
        """End all processes; a second call kills them."""
        number = signal.SIGKILL if self._stopping.is_set() else signal.SIGTERM
        self._stopping.set()
        for process in self._all():
            process.signal(number)

    def handed_over(self) -> list[dict[str, Any]]:
        """The running processes, for the supervisor that replaces this one."""
        return [place.process.handed_over() for place in self._places if not place.process.ended.done()]

    async def run(self) -> None:
        """Watch the processes until `stop` was called and all have ended, or none can start."""
        while not self._stopping.is_set():
            self._look()
            await self._pause(LOOK_EVERY)
        await asyncio.gather(*(asyncio.shield(process.ended) for process in self._all()))

    def reap(self) -> None:
        """Note which processes have ended. Call it at SIGCHLD."""
        for process in self._all():
            if process.ended.done():
                continue
            pid, status = os.waitpid(process.pid, os.WNOHANG)
            if pid:
                process.note_end(os.waitstatus_to_exitcode(status))
        self._look()

    @property
    def status(self) -> dict[str, Any]:
        """The processes and their last messages."""
        return {
            "python": self.program.python,
            "replaced": self._replaced,
            "processes": [{"pid": each.process.pid, **each.process.status} for each in self._places],
        }

    async def upgrade(self, program: Program, report: Report, watch: float) -> None:
        """Exchange all processes, one by one, for those of another installation.

        Each new process serves before an old one is ended. If one does not become healthy, the processes that were
        exchanged are exchanged back.

        Args:
            report: Gets sentences about the progress.
            watch: For how many seconds the first new process must stay healthy before an old one is ended.

        Raises:
            UpgradeFailed: The former processes serve again.
        """
        if self._upgrading:
            raise UpgradeFailed("Another upgrade is running.")
        self._upgrading = True
        before = self.program
        exchanged: list[Place] = []
        try:
            for number, place in enumerate(self._places, 1):
                await self._exchange(place, program, self._places[number:], watch if number == 1 else 0)
                exchanged.append(place)
                report(f"Process {number} of {len(self._places)} is exchanged.")
            self.program = program
        except UpgradeFailed:
            for number, place in enumerate(exchanged, 1):
                await self._exchange(place, before, exchanged[number:])
                report(f"Process {number} of {len(exchanged)} is exchanged back.")
            raise
        finally:
            self._upgrading = False
            for place in self._places:
                place.process.accept(True)

    async def _exchange(self, place: Place, program: Program, later: list[Place], watch: float = 0) -> None:
        """Put a new process in a place. Those of the places that come later accept no new connections from now on."""
        if self._stopping.is_set():
            raise UpgradeFailed("Inflow is being stopped.")
        try:
            # Without a connection until it is healthy: no member or load balancer gets an answer of a broken version.
            new = ServerProcess.start(program, self._listening, len(self._places), accepts=False)
        except OSError as error:
            raise UpgradeFailed(
                f"{program.python} cannot be run by the user of the server: {error.strerror}."
            ) from error
        self._retiring.add(new)  # it is ended with the others, and has no place yet
        problem = await new.until_healthy(HEALTHY_WITHIN)
        if not problem:
            new.accept(True)
            problem = await new.until_unhealthy(watch)
        if self._stopping.is_set():
            problem = "Inflow is being stopped."
        if problem:
            await new.retire(notice=0, patience=_PATIENCE)
            self._retiring.discard(new)
            raise UpgradeFailed(problem)
        old, place.process, place.deaths = place.process, new, 0
        self._retiring.discard(new)
        # New connections come to new processes only, so each client has to connect again just once.
        for each in later:
            each.process.accept(False)
        self._retiring.add(old)
        if not old.ended.done():
            await old.retire(notice=_NOTICE, patience=_PATIENCE)
            # Its clients come to the new processes now, and the start of the next one would delay them.
            await self._pause(_SETTLE)
        self._retiring.discard(old)

    def _all(self) -> set[ServerProcess]:
        return {place.process for place in self._places} | self._retiring

    def _look(self) -> None:
        for process in self._all():
            process.kill_if_silent()
        if self._stopping.is_set():
            return
        if not self._has_served and any(place.process.has_served for place in self._places):
            self._has_served = True
            self._on_first_served()
        for place in self._places:
            if place.process.ended.done() and not place.is_waiting:
                self._replace(place)
        if not self._upgrading:
            spread([place.process for place in self._places if place.process.serves])

    def _replace(self, place: Place) -> None:
        process = place.process
        process.report_end()
        status = process.ended.result()
        if not self._has_served and status > 0:
            # The configuration is wrong, and it is the same for all.
            self.failed = self.failed or status
            self.stop()
            return
        place.deaths = 0 if process.has_served else place.deaths + 1
        place.is_waiting = True
        task = asyncio.get_running_loop().create_task(self._start_again(place))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start_again(self, place: Place) -> None:
        while place.process.ended.done():
            if place.deaths:
                await self._pause(min(2.0 ** (place.deaths - 1), _LONGEST_PAUSE))
            if self._stopping.is_set():
                return
            try:
                place.process = ServerProcess.start(place.process.program, self._listening, len(self._places))
                self._replaced += 1
                log.info("a worker process has been replaced", pid=place.process.pid)
            except OSError as error:
                place.deaths += 1
                log.error("a worker process cannot be started", error=str(error))
        place.is_waiting = False

    async def _pause(self, seconds: float) -> None:
        """Wait, but not longer than until `stop` is called."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()


def spread(processes: list[ServerProcess]) -> None:
    """Let only those processes accept connections that have no more than their share.

    Without it, the processes that outlived another one would keep its clients for ever, and its successor had none.
    """
    if not processes:
        return
    fewest = min(process.sockets for process in processes)
    for process in processes:
        process.accept(process.sockets <= fewest * _UNEVEN + _FEW)
