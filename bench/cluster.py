"""A PostgreSQL of an operator's own with a standby that follows it, both on this machine."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from bench.stage import cpu_of, ended_cpu_of, free_port
from reflow.embedded.account import server_account
from reflow.embedded.programs import copied_programs, wheel_programs

_SETTINGS = {
    "wal_level": "logical",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "wal_receiver_status_interval": "1s",
    "hot_standby_feedback": "on",
    "max_connections": "200",
}


class PostgreSQL:
    """One of the two servers."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o711, parents=True)
        self._account = server_account("nobody")
        programs = wheel_programs()
        self._programs = copied_programs(programs, folder) if self._account.borrowed else programs
        self._data = folder / "data"
        self._data.mkdir(mode=0o700)
        self._account.own(self._data)
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def dsn(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self._port}/postgres"

    def make(self) -> None:
        """Make an empty cluster."""
        self._run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")

    def copy(self, primary: PostgreSQL) -> None:
        """Make it a standby."""
        whence = f"host=127.0.0.1 port={primary._port} user=postgres application_name=standby"
        self._run("pg_basebackup", "-d", whence, "--write-recovery-conf", "-c", "fast")

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {**_SETTINGS, "port": str(self._port)}
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._programs.postgres), "-D", str(self._data), *given]
        self._process = subprocess.Popen(command, cwd="/", stderr=subprocess.DEVNULL, **self._account.identity())
        for _ in range(600):
            try:
                await (await asyncpg.connect(self.dsn)).close()
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.05)
            else:
                return
        raise RuntimeError("PostgreSQL does not answer")

    def stop(self) -> None:
        """End it. A second call does nothing."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGINT)
            process.wait()

    def cpu(self) -> float:
        """The processor time of all its processes, also of those that have ended, in seconds."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        return cpu_of(pid) + ended_cpu_of(pid) + sum(map(cpu_of, children))

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs.binaries / program), "-D", str(self._data), *words]
        subprocess.run(command, cwd="/", check=True, capture_output=True, **self._account.identity())


@asynccontextmanager
async def primary_and_standby(folder: Path) -> AsyncIterator[tuple[PostgreSQL, PostgreSQL]]:
    """Both, in this folder, which PostgreSQL's account must be able to enter."""
    folder.mkdir(mode=0o711)
    primary, standby = PostgreSQL(folder / "primary"), PostgreSQL(folder / "standby")
    try:
        primary.make()
        await primary.start()
        standby.copy(primary)
        await standby.start()
        yield primary, standby
    finally:
        standby.stop()
        primary.stop()
