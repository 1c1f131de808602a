"""Lock files."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reflow.embedded.failure import EmbeddedPostgresError
from reflow.embedded.reaper import PAUSE_SECONDS, open_lock, try_lock

# Longer than the crash recovery of a big cluster, for which the holder of start.lock waits.
_PATIENCE_SECONDS = 300.0


class Lock:
    """One open lock file. The lock ends when it is closed, or when the last process that inherited it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.descriptor = open_lock(str(path))
        self.closed = False

    def try_shared(self) -> bool:
        return try_lock(self.descriptor, fcntl.LOCK_SH)

    def try_exclusive(self) -> bool:
        return try_lock(self.descriptor, fcntl.LOCK_EX)

    def shared(self) -> None:
        self._wait(fcntl.LOCK_SH)

    def exclusive(self) -> None:
        self._wait(fcntl.LOCK_EX)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            os.close(self.descriptor)

    def _wait(self, how: int) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not try_lock(self.descriptor, how):
            if time.monotonic() > deadline:
                raise EmbeddedPostgresError(f"Another process has held {self._path} for {_PATIENCE_SECONDS:.0f} s.")
            time.sleep(PAUSE_SECONDS)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock file exclusively."""
    lock = Lock(path)
    try:
        lock.exclusive()
        yield
    finally:
        lock.close()
