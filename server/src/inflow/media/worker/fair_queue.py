"""The queue before the workers: the next turn goes to the waiting member who used the fewest worker seconds lately."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class FairQueue:
    """Hands out a number of places by member, not by arrival.

    Args:
        places: Turns at once.
        used: Returns the worker seconds that a member has used lately. Members with equal use take turns.
    """

    def __init__(self, places: int, used: Callable[[str], float]) -> None:
        self._free = places
        self._used = used
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, member: str) -> AsyncIterator[None]:
        """Wait for a place and hold it until the block ends."""
        await self._acquire(member)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, member: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(member, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # The place was given to this task at the moment of its cancellation.
                self._release()
            else:
                self._leave(member, turn)
            raise

    def _leave(self, member: str, turn: asyncio.Future[None]) -> None:
        waiting = self._waiting[member]
        waiting.remove(turn)
        if not waiting:
            del self._waiting[member]

    def _release(self) -> None:
        if not self._waiting:
            self._free += 1
            return
        # Among equals `min` takes the first of the dictionary; a member who still waits goes to its end.
        member = min(self._waiting, key=self._used)
        waiting = self._waiting.pop(member)
        waiting.popleft().set_result(None)
        if waiting:
            self._waiting[member] = waiting
