"""Callers that wait until the results cover a position of the database's history."""

from __future__ import annotations

import asyncio


class PositionWaiters:
    """The waiting callers."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    def add(self, ts: int) -> asyncio.Future[None]:
        """A future that is done once results cover this position."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((ts, future))
        return future

    def notify(self, ts: int) -> bool:
        """End the waits for positions up to this one. Returns whether callers wait for later ones."""
        waiting, self._waiting = self._waiting, []
        for wanted, future in waiting:
            if future.done():
                continue
            if wanted <= ts:
                future.set_result(None)
            else:
                self._waiting.append((wanted, future))
        return bool(self._waiting)
