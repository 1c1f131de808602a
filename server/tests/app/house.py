"""Inflow as an operator runs it: `python -m inflow run` in a process and a home of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import httpx
from tests.app.processes import Executed, Forked, Process

from reflow.auth.jwks import certificate_authorities
from reflow.embedded.place import Place

PATIENCE = 120.0
_WORKER = b"inflow.app.worker"

# The limits that a house needs when so many pages come from one machine.
ROOMY = {
    "INFLOW_STRANGERS_PER_HOST": "100000",
    "INFLOW_SOCKETS_PER_MEMBER": "100000",
    "INFLOW_REQUESTS_PER_HOST": "100000",
}


class Ended(NamedTuple):
    """How a process ended, and its whole output."""

    code: int
    said: str


class House:
    """One Inflow. Killed and started again, it has the same address.

    Args:
        home: Its `INFLOW_HOME`. Several houses may share one.
        begins: How its process starts: `Executed`, as an operator starts it, or `Forked`, which is faster.
        serving: How many processes serve. More than one are `Executed`, and have a supervisor.
        settings: The other settings, by the names of their variables.

    Attributes:
        address: The address that it listens at.
        origin: The origin of its pages' addresses.
    """

    def __init__(
        self, home: Path, begins: Callable[..., Process] = Forked, *, serving: int = 1, **settings: str
    ) -> None:
        self.home = home
        self.begins = begins if serving == 1 else Executed
        self.serving = serving
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.origin = settings.get("INFLOW_PUBLIC_URL", f"http://localhost:{self.port}")
        # However little room this machine has for uploads.
        room = {"INFLOW_DISK_FLOOR": "0"}
        self._settings = {"INFLOW_HOME": str(home), "INFLOW_PORT": str(self.port), **room, **settings}
        self._process: Process | None = None

    async def __aenter__(self) -> House:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            print((await self.stop()).said)  # pytest shows it where a test failed

    async def start(self, **changed: str) -> None:
        """Start it, with these settings from now on, and wait until it answers."""
        self._settings |= changed
        # With a supervisor, each start would import the whole program again.
        how = ("--alone",) if self.begins is Forked else ("--workers", str(self.serving))
        self._process = self.begins(self._settings, "run", *how)
        async with (
            asyncio.timeout(PATIENCE),
            httpx.AsyncClient(
                timeout=60, base_url=self.address, trust_env=False, verify=certificate_authorities()
            ) as http,
        ):
            while not await _answers(http):
                assert self._process.code is None, self._process.said()
                await asyncio.sleep(0.02)

    async def command(self, *words: str) -> Ended:
        """Run an operator's command with the settings of the running server."""
        return await _ended(self.begins(self._settings, *words))

    async def audited(self) -> list[dict[str, Any]]:
        """The entries of the audit log, oldest first; its chain must hold."""
        verified = await self.command("audit", "verify")
        assert verified.code == 0, verified.said
        return [json.loads(line) for line in (await self.command("audit", "export")).said.splitlines()]

    def beside(self, *words: str) -> Process:
        """Begin an operator's command that runs beside the server until it is told to end."""
        return self.begins(self._settings, *words)

    @property
    def settings(self) -> dict[str, str]:
        """The settings, by the names of their variables."""
        return dict(self._settings)

    async def kill(self) -> None:
        """End it as a power cut would."""
        others = self.workers
        await self._end(signal.SIGKILL)
        for each in others:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    async def kill_supervisor(self) -> Callable[[], str]:
        """End the process that watches the serving ones, and only that. Returns how to read what they print."""
        assert self._process is not None
        said = self._process.said
        await self._end(signal.SIGKILL)
        return said

    async def kill_worker(self, which: int) -> None:
        """End one of the serving processes, and wait until a new process has replaced it."""
        before = self.workers
        killed = before[which % len(before)]
        os.kill(killed, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            while len({*self.workers} - {killed}) < self.serving:  # noqa: ASYNC110  # another process changes it
                await asyncio.sleep(0.05)

    async def stop(self) -> Ended:
        """Ask it to end, as a deployment does."""
        return await self._end(signal.SIGTERM)

    @property
    def pid(self) -> int:
        """The id of the process that was started."""
        assert self._process is not None
        return self._process.pid

    @property
    def said(self) -> str:
        """Its output since its last start."""
        assert self._process is not None
        return self._process.said()

    @property
    def workers(self) -> list[int]:
        """The ids of the serving processes."""
        assert self._process is not None
        if self.begins is Forked:
            return [self._process.pid]
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text(encoding="ascii")
        return [int(each) for each in children.split() if _WORKER in _command_of(each)]

    @property
    def memory(self) -> float:
        """How much memory its processes hold, in MB, as Linux counts it."""
        held = [Path(f"/proc/{each}/status").read_text(encoding="ascii") for each in self.workers]
        return sum(int(status.partition("VmRSS:")[2].split()[0]) for status in held) / 1024

    async def _end(self, how: signal.Signals) -> Ended:
        process, self._process = self._process, None
        assert process is not None
        process.send(how)
        return await _ended(process)

    @property
    def cluster(self) -> Place:
        """The location of its PostgreSQL."""
        return Place((self.home / "postgres" / "cluster").resolve())

    async def database(self) -> asyncpg.Connection[Any]:
        """A connection past the app, as psql would make one. Nothing keeps PostgreSQL running on its account."""
        return await asyncpg.connect(self._settings.get("INFLOW_DATABASE_URL") or self.cluster.dsn)


async def refuses_to_start(**settings: str) -> Ended:
    """Start it with settings that it must refuse."""
    return await _ended(Forked({"INFLOW_PORT": str(free_port()), **settings}, "run", "--alone"))


def _command_of(pid: str) -> bytes:
    """The process's command line; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def free_port() -> int:
    """A port that no process listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def until(holds: Callable[[], Awaitable[Any]], *, seconds: float = 60) -> None:
    """Wait until the condition holds; `TimeoutError` after so many seconds."""
    async with asyncio.timeout(seconds):
        while not await holds():  # noqa: ASYNC110  # other processes change it
            await asyncio.sleep(0.005)


async def _ended(process: Process) -> Ended:
    async with asyncio.timeout(PATIENCE):
        return Ended(await process.ended(), process.said())


async def _answers(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/healthz")).status_code == 200
    except httpx.TransportError:
        return False


@asynccontextmanager
async def meanwhile(doing: Iterable[Coroutine[Any, Any, object]]) -> AsyncIterator[None]:
    """Run all of these while the body runs."""
    tasks = [asyncio.create_task(each) for each in doing]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
