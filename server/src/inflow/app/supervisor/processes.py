"""A server process, as the supervisor sees it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from inflow.app.supervisor import log
from inflow.app.supervisor.channel import DRAIN, HEALTHY, LISTEN, PAUSE, SERVING, STARTING, Lines, packed

SILENT_FOR = 15.0
"""A process that sends nothing for so many seconds is killed. While it starts, its imports may take that long."""


@dataclass(frozen=True, slots=True)
class Program:
    """An installation of Inflow that processes are started from.

    Attributes:
        python: The path of its interpreter.
        path: Its PYTHONPATH, where its sources are not installed.
    """

    python: str
    path: str = ""

    @classmethod
    def ours(cls) -> Self:
        """The installation of this process."""
        # Symbolic links stay: the interpreter of a virtual environment is one.
        return cls(os.path.abspath(sys.executable), os.environ.get("PYTHONPATH", ""))  # noqa: PTH100  # resolve() follows links

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its processes: ours, with its PYTHONPATH."""
        ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return {**ours, "PYTHONPATH": self.path} if self.path else ours


class ServerProcess:
    """One process that serves, started by this supervisor or by the one whose place it took.

    Args:
        link: Our end of the pair of sockets.
        accepts: Whether it accepts connections as soon as it serves.

    Attributes:
        status: Its last message.
        ended: The exit code, or minus the signal, once it has ended.
    """

    def __init__(self, program: Program, pid: int, link: socket.socket, *, accepts: bool = True) -> None:
        self.program = program
        self.pid = pid
        self.status: dict[str, Any] = {"state": STARTING}
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.was_silent = False
        self._has_served = False
        self._accepts = accepts
        self._link = link
        self._lines = Lines()
        self._heard_at = time.monotonic()
        self._changed = asyncio.Event()
        link.setblocking(False)
        asyncio.get_running_loop().add_reader(link.fileno(), self._read)

    @classmethod
    def start(cls, program: Program, listening: int, processes: int, *, accepts: bool = True) -> Self:
        """Start a process that serves from this listening socket.

        Args:
            processes: How many processes serve, with this one.
            accepts: Whether it accepts connections as soon as it serves, and not only when it is told to.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            for descriptor in (listening, theirs.fileno()):
                os.set_inheritable(descriptor, True)
            words = ["--listen", str(listening), "--link", str(theirs.fileno()), "--processes", str(processes)]
            words += [] if accepts else ["--paused"]
            # In a process group of its own: Ctrl+C in a terminal reaches the supervisor alone, which ends the others.
            pid = os.posix_spawn(
                program.python,
                [program.python, "-m", "inflow.app.worker", *words],
                program.environment,
                setpgroup=0,
            )
        return cls(program, pid, ours, accepts=accepts)

    @property
    def state(self) -> str:
        """One of `STARTING`, `SERVING` and `HEALTHY`."""
        return str(self.status.get("state"))

    @property
    def sockets(self) -> int:
        """How many connections it has."""
        return int(self.status.get("sockets", 0))

    @property
    def serves(self) -> bool:
        """Whether it has started and runs."""
        return not self.ended.done() and self.has_served

    @property
    def has_served(self) -> bool:
        """Whether it has started, even if it has ended since."""
        return self._has_served

    @property
    def is_healthy(self) -> bool:
        """Whether it says that all its health checks pass."""
        return self.state == HEALTHY

    async def until_healthy(self, seconds: float) -> str:
        """Wait until it is healthy; why it is not, or nothing.

        Args:
            seconds: How long it may take.
        """
        try:
            async with asyncio.timeout(seconds):
                while self.state != HEALTHY:
                    self._changed.clear()
                    await self._changed.wait()
                    if self.ended.done():
                        return f"The process has ended with status {self.ended.result()}."
        except TimeoutError:
            why = self.status.get("problem") or "It is still starting."
            return f"The process was not healthy after {seconds:.0f} seconds. {why}"
        return ""

    async def until_unhealthy(self, seconds: float) -> str:
        """Wait until it is no longer healthy, or for so many seconds; why it is not, or nothing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.is_healthy and not self.ended.done():
                    self._changed.clear()
                    await self._changed.wait()
        if self.ended.done():
            return f"The process has ended with status {self.ended.result()}."
        return "" if self.is_healthy else f"The process is no longer healthy. {self.status.get('problem', '')}"

    async def retire(self, *, notice: float, patience: float) -> None:
        """End it without harm to its clients, and wait for its end.

        Args:
            notice: For how many seconds it answers before it closes connections, so that clients close theirs.
            patience: After how many seconds more it is killed.
        """
        self._tell(DRAIN)
        await asyncio.wait({self.ended}, timeout=notice)
        self.signal(signal.SIGTERM)
        if not (await asyncio.wait({self.ended}, timeout=patience))[0]:
            self.signal(signal.SIGKILL)
        await asyncio.shield(self.ended)

    def accept(self, does: bool) -> None:
        """Let it accept new connections, or not."""
        if does == self._accepts:
            return
        self._accepts = does
        self._tell(LISTEN if does else PAUSE)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if not self.ended.done():
            os.kill(self.pid, number)

    def kill_if_silent(self) -> None:
        """Kill it if it has sent nothing for :data:`SILENT_FOR` seconds: it hangs."""
        if not self.ended.done() and time.monotonic() - self._heard_at > SILENT_FOR:
            self.was_silent = True
            self.signal(signal.SIGKILL)

    def note_end(self, status: int) -> None:
        """It has ended with this exit code."""
        self._read()  # its last message may say that it served
        asyncio.get_running_loop().remove_reader(self._link.fileno())
        self._link.close()
        self.ended.set_result(status)
        self._changed.set()

    def report_end(self) -> None:
        """Log that it has ended although it should not."""
        status = self.ended.result()
        name = {"signal": signal.Signals(-status).name} if status < 0 else {}
        log.error("a worker process has ended", pid=self.pid, status=status, was_silent=self.was_silent, **name)

    def handed_over(self) -> dict[str, Any]:
        """What the next supervisor needs to know; its end of the link stays open for it."""
        asyncio.get_running_loop().remove_reader(self._link.fileno())
        os.set_inheritable(self._link.fileno(), True)
        return {"pid": self.pid, "link": self._link.detach(), "status": self.status}

    def _tell(self, what: str) -> None:
        # It may have ended, or does not read and will be killed for its silence.
        with suppress(OSError):
            self._link.send(packed({"do": what}))

    def _read(self) -> None:
        try:
            data = self._link.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            # It is about to end, and its exit code says how.
            asyncio.get_running_loop().remove_reader(self._link.fileno())
            return
        self._heard_at = time.monotonic()
        for message in self._lines.feed(data):
            self.status = message
        self._has_served = self._has_served or self.state in {SERVING, HEALTHY}
        self._changed.set()
