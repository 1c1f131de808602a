"""Observes worker processes from outside, as an operator would."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from inflow.media.worker.pool import WorkerPool


async def process_of(workers: WorkerPool[Any, Any]) -> int:
    """The id of the worker that gets the next job."""
    return (await workers._idle[-1]).pid


def proc(process: int, name: str) -> bytes:
    """The content of one of Linux's files about a process."""
    return Path(f"/proc/{process}/{name}").read_bytes()


def network_of(process: int | str) -> str:
    """The network namespace of a process."""
    return str(Path(f"/proc/{process}/ns/net").readlink())


def network_can_be_left() -> bool:
    """Whether the system lets a process leave the network namespace."""
    attempt = "import ctypes, sys; c = ctypes.CDLL(None); sys.exit(c.unshare(1 << 30) and c.unshare(5 << 28))"
    return subprocess.run([sys.executable, "-c", attempt], check=False).returncode == 0


async def peak_memory(workers: WorkerPool[Any, Any]) -> int:
    """The most memory in bytes that the next worker has ever held."""
    status = proc(await process_of(workers), "status")
    found = re.search(rb"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024


class Stalled:
    """A photograph that never arrives: a worker reads from a pipe until the test writes to it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "stalled"
        os.mkfifo(self.file)
        self._end: int | None = None

    async def is_being_read(self) -> None:
        """Wait until a worker has begun to read it."""
        while self._end is None:
            try:
                self._end = os.open(self.file, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                await asyncio.sleep(0.002)

    def let_go(self, content: bytes = b"") -> None:
        """Write the content to the pipe and close it."""
        assert self._end is not None
        os.write(self._end, content)
        os.close(self._end)
        self._end = None
