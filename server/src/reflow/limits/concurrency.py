"""Limits on how many calls run at once."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress
from heapq import heappop, heappush
from math import inf

_LONGEST_WAIT = 10.0  # seconds
_DRAINING = 1.0  # seconds that a call waits for others to end before it runs beside them
_RAISED = 0.1  # by each success, so that up to a tenth of the calls may collide before the limit falls
_LEAST_RAISED = 0.01  # the same where two calls at once have always collided
_RECOVERED = 1.1  # by this factor it grows again with each success beside another call
_LIFTED = 32.0


class NotAdmitted(Exception):
    """A call's turn did not come in time."""


class ConcurrencyLimit:
    """How many calls may run at once. The first by number is admitted first.

    Args:
        level: How many; its fraction counts towards the next one.
    """

    def __init__(self, level: float) -> None:
        self._level = level
        self._raised = _RAISED
        self._step = 1.0
        self._running = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._tickets = itertools.count()

    @property
    def is_lifted(self) -> bool:
        """Whether the limit is so high that it limits no call any more."""
        return self._level >= _LIFTED

    @property
    def is_full(self) -> bool:
        """Whether the next call must wait."""
        return not self._has_room()

    def raise_level(self) -> None:
        """Count a success."""
        if self._level >= 2:
            self._raised = min(_RAISED, self._raised * _RECOVERED)
        self._level += self._raised
        self._step = 1.0
        self._admit()

    def lower_level(self) -> None:
        """Count a collision. Each further one before the next success counts twice as much as the one before."""
        if self._level < 3:
            self._raised = max(_LEAST_RAISED, self._raised / 2)
        self._level = max(1.0, self._level - self._step)
        self._step *= 2

    def lift(self) -> None:
        """Admit every call from now on."""
        self._level = inf
        self._admit()

    async def acquire(self, number: int) -> None:
        """Wait for a turn. The caller releases it.

        Raises:
            NotAdmitted: It did not come within ten seconds.
        """
        if not self._waiting and self._has_room():
            self._running += 1
            return
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (number, next(self._tickets), turn))
        self._admit()
        if turn.done():
            return
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():  # the turn came at the same moment
                self.release()
            if isinstance(error, TimeoutError):
                raise NotAdmitted from error
            raise

    def release(self) -> None:
        """End a turn."""
        self._running -= 1
        self._admit()

    def _has_room(self) -> bool:
        return self._running < int(min(self._level, 1e9))

    def _admit(self) -> None:
        while self._waiting and self._has_room():
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # otherwise it was cancelled
                self._running += 1
                turn.set_result(None)


class Gate:
    """Lets calls run together, or one of them alone."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._alone = asyncio.Lock()
        self._running = 0

    def enter_at_once(self, *, is_alone: bool) -> bool:
        """Enter if that needs no waiting; returns whether it did."""
        if is_alone or not self._open.is_set():
            return False
        self._running += 1
        return True

    async def enter(self, *, is_alone: bool) -> None:
        """Wait until no call runs alone. A call that is to run alone waits until no other runs, but not for long."""
        if not is_alone:
            while not self._open.is_set():
                await self._open.wait()
            self._running += 1
            return
        await self._alone.acquire()
        self._open.clear()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(_DRAINING):
                    await self._drained()
        except BaseException:
            self.leave(is_alone=True)
            raise

    def leave(self, *, is_alone: bool) -> None:
        """Let the calls run that waited for this one."""
        if is_alone:
            self._open.set()
            self._alone.release()
            return
        self._running -= 1
        if not self._running:
            self._empty.set()

    async def _drained(self) -> None:
        while self._running:
            self._empty.clear()
            await self._empty.wait()
