"""Processes of the storm: each ends with the process that started it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_PATH = os.pathsep.join(str(_ROOT / part) for part in ("server/src", "."))


def end_with_parent() -> None:
    """End this process when its standard input ends, which is a pipe from the parent."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@asynccontextmanager
async def child(module: str, *arguments: str, log: Path, **environment: str) -> AsyncIterator[subprocess.Popen[bytes]]:
    """A process that runs this module until the block ends. Its lines go to the log."""
    with log.open("ab") as lines:
        process = subprocess.Popen(  # it returns at once
            [sys.executable, "-m", f"bench.stalls.{module}", *arguments],
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": _PATH, **environment},
            stdin=subprocess.PIPE,
            stdout=lines,
            stderr=lines,
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            await asyncio.to_thread(process.wait, 20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
