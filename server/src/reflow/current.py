"""Callers who must be shown whatever was committed before they asked: they wait for a cycle that began afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Coverage:
    """Whether a cycle's results cover every commit that its snapshot shows."""

    is_complete = False


class CurrentReaders:
    """Those who wait. All who ask while a cycle runs share the next one.

    Args:
        wake: Starts another cycle.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._waiting: set[asyncio.Future[None]] = set()

    async def covered(self) -> None:
        """Wait until results cover everything that was committed before now.

        A commit is visible to new snapshots before it is acknowledged, so a cycle that begins now covers it, unless the
        log has not delivered it yet.
        """
        future = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        self._wake()
        try:
            await future
        finally:
            self._waiting.discard(future)

    @asynccontextmanager
    async def cycle(self) -> AsyncIterator[Coverage]:
        """A cycle, from before its snapshot is taken. It says at its end what it covers."""
        served, self._waiting = self._waiting, set()
        coverage = Coverage()
        try:
            yield coverage
        finally:
            if coverage.is_complete:
                for future in served:
                    if not future.done():
                        future.set_result(None)
            elif left := {future for future in served if not future.done()}:
                self._waiting |= left
                self._wake()
