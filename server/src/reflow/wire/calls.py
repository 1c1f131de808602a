"""Running calls: a session's mutations one after the other, actions at once.

They outlive the connection on which they came, so that no call is cut off half-way.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
from collections.abc import Awaitable, Callable

Job = Callable[[], Awaitable[None]]
log = logging.getLogger(__name__)


class Calls:
    """All calls of one process."""

    def __init__(self) -> None:
        self._queues: dict[str, list[tuple[int, int, Job]]] = {}
        self._running: dict[str, int] = {}
        self._order = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()

    def mutation(self, session: str, request: int, job: Job) -> None:
        """Run a mutation after all of its session with lower numbers, on whichever connection they came.

        A page has two connections for a moment when it reconnects, and a call of the old one may still be running.
        """
        queue = self._queues.get(session)
        if queue is None:
            queue = self._queues[session] = []
            self._start(self._work(session, queue))
        heapq.heappush(queue, (request, next(self._order), job))

    def pending(self, session: str) -> set[int]:
        """The mutations of a session that run or wait."""
        pending = {request for request, *_ in self._queues.get(session, ())}
        return pending | {self._running[session]} if session in self._running else pending

    def action(self, job: Job) -> None:
        """Run an action now."""
        self._start(_run(job))

    async def drain(self, seconds: float) -> None:
        """Wait for running calls, at most this long."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, session: str, queue: list[tuple[int, int, Job]]) -> None:
        try:
            while queue:
                self._running[session], _, job = heapq.heappop(queue)
                await _run(job)
        finally:
            del self._queues[session]
            self._running.pop(session, None)


async def _run(job: Job) -> None:
    try:
        await job()
    except Exception:
        log.exception("a call ended in an exception that its connection did not take")
