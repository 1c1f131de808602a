"""Receiving a server's log as it is written, by PostgreSQL's own ``pg_receivewal``."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import asyncpg

from reflow.embedded.base_backup import BackupFailed, environment_with, run, without_password
from reflow.embedded.programs import wheel_programs

SEGMENT = 16 * 1024 * 1024
"""The size of one file of the log, in bytes."""
PARTIAL = ".partial"
"""The end of the name of the file that is being received."""

_SLOT = "SELECT wal_status, active_pid FROM pg_replication_slots WHERE slot_name = $1"


class WalReceiver:
    """Receives the log into a directory: whole files, and the newest one as ``.partial``, filled with zeros.

    Args:
        dsn: Of the server.
        slot: The replication slot that keeps the log on the server until it is received here.
    """

    def __init__(self, dsn: str, into: Path, slot: str) -> None:
        self._dsn = dsn
        self._address, self._password = without_password(dsn)
        self._into = into
        self._slot = slot
        self._process: asyncio.subprocess.Process | None = None

    @property
    def runs(self) -> bool:
        """Whether it is receiving."""
        return self._process is not None and self._process.returncode is None

    async def start(self, *, anew: bool = False) -> bool:
        """Begin to receive, or go on where it ended. The slot is created if there is none.

        Args:
            anew: Do not go on, and forget what was received.

        Returns:
            Whether it went on. Otherwise the log has a gap before the first received byte, and a new base backup is
            needed.

        Raises:
            BackupFailed: The server refuses.
            OSError: It does not answer.
        """
        self._into.mkdir(mode=0o700, parents=True, exist_ok=True)
        connection = await asyncpg.connect(self._dsn)
        try:
            slot = await connection.fetchrow(_SLOT, self._slot)
            if slot and slot["active_pid"]:
                # A receiver whose owner was killed. It ends with its connection.
                await connection.execute("SELECT pg_terminate_backend($1, 5000)", slot["active_pid"])
            goes_on = slot is not None and slot["wal_status"] != "lost" and not anew
            if slot and not goes_on:
                await connection.execute("SELECT pg_drop_replication_slot($1)", self._slot)
        finally:
            await connection.close()
        if not goes_on:
            for each in self._into.iterdir():
                each.unlink()
            await run("pg_receivewal", *self._arguments(), "--create-slot", "--if-not-exists", password=self._password)
        self._process = await asyncio.create_subprocess_exec(
            str(wheel_programs().binaries / "pg_receivewal"),
            *self._arguments(),
            "--no-loop",
            "--status-interval=1",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment_with(self._password),
        )
        return goes_on

    async def stop(self) -> None:
        """End it. The slot stays, and keeps the log on the server."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.terminate()
            await process.wait()

    def _arguments(self) -> list[str]:
        return [f"--dbname={self._address}", f"--directory={self._into}", f"--slot={self._slot}", "--no-password"]


async def forget_slot(dsn: str, slot: str) -> None:
    """Drop a receiver's slot if it exists, so that the server keeps no log for it.

    Raises:
        BackupFailed: A receiver uses it.
    """
    connection = await asyncpg.connect(dsn)
    try:
        found = await connection.fetchrow(_SLOT, slot)
        if found and found["active_pid"]:
            raise BackupFailed(f"The slot {slot} is in use.")
        if found:
            await connection.execute("SELECT pg_drop_replication_slot($1)", slot)
    finally:
        await connection.close()
