"""PostgreSQL servers of an operator's own, on this machine: a primary and its standby."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncpg
from tests.app.house import free_port, until

from reflow.embedded.account import server_account
from reflow.embedded.programs import copied_programs, wheel_programs

_ACCOUNT = server_account("nobody")
_SETTINGS = {
    "wal_level": "logical",
    "fsync": "off",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "wal_receiver_status_interval": "1s",
}


async def primary_and_standby(folder: Path, stack: AsyncExitStack) -> tuple[Server, Server]:
    """Start both; the standby follows the primary.

    Args:
        folder: PostgreSQL's account must be able to enter it.
        stack: Ends them.
    """
    primary, standby = (Server(folder / name) for name in ("primary", "standby"))
    for server in (standby, primary):
        stack.push_async_callback(server.kill)
    await primary.make()
    await primary.start()
    await standby.copy(primary)
    await standby.start()
    return primary, standby


class Server:
    """One of the servers.

    Attributes:
        port: Where it listens, at 127.0.0.1.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o711)
        programs = wheel_programs()
        self._programs = copied_programs(programs, folder) if _ACCOUNT.borrowed else programs
        self._data = folder / "data"
        self._data.mkdir(mode=0o700)
        _ACCOUNT.own(self._data)
        self._process: asyncio.subprocess.Process | None = None
        self.port = free_port()

    @property
    def dsn(self) -> str:
        """The address of its first database."""
        return self.dsn_of("postgres")

    def dsn_of(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    async def make(self) -> None:
        """Make an empty cluster."""
        await self._run("initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")

    async def copy(self, primary: Server) -> None:
        """Make it a standby of this primary."""
        whence = f"host=127.0.0.1 port={primary.port} user=postgres application_name=standby"
        await self._run("pg_basebackup", "-D", str(self._data), "-d", whence, "--write-recovery-conf", "-c", "fast")

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {**_SETTINGS, "port": str(self.port)}
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._programs.postgres), "-D", str(self._data), *given]
        self._process = await asyncio.create_subprocess_exec(
            *command, cwd="/", stderr=subprocess.DEVNULL, **_ACCOUNT.identity()
        )
        await until(self._answers)

    async def sql(self, text: str) -> Any:
        """Run one statement; its first value."""
        connection = await asyncpg.connect(self.dsn)
        try:
            return await connection.fetchval(text)
        finally:
            await connection.close()

    async def kill(self) -> None:
        """End it as a power cut would. A second call does nothing."""
        if self._process is not None:
            self.thaw()
        process, self._process = self._process, None
        if process is not None:
            os.kill(process.pid, signal.SIGQUIT)  # its children end with it
            await process.wait()

    def freeze(self) -> None:
        """Let it answer nothing, as if its machine had stopped."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        for each in (pid, *map(int, children)):
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(each, number)

    async def _answers(self) -> bool:
        try:
            return bool(await self.sql("SELECT true"))
        except (OSError, asyncpg.PostgresError):
            return False

    async def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs.binaries / program), *words]
        process = await asyncio.create_subprocess_exec(
            *command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **_ACCOUNT.identity()
        )
        _, said = await process.communicate()
        assert process.returncode == 0, said.decode(errors="replace")
