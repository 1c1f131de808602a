"""Reads that cover every commit acknowledged before the call: they wait for a cycle that begins after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from reflow.errors import server_busy
from reflow.live.retries import UNREADABLE
from reflow.results import QueryResult

if TYPE_CHECKING:
    from reflow.changes import ChangeSource
    from reflow.live.evaluation import Evaluation
    from reflow.live.nodes import Subscription
    from reflow.metrics import Progress


async def acknowledged(source: ChangeSource, reached: Callable[[int], Awaitable[None]]) -> None:
    """Wait until results cover everything that was acknowledged before now, if a cycle that begins now may not."""
    if source.reads_behind:
        await reached(await source.flushed())


class Coverage:
    """Whether a cycle's results cover every commit that its snapshot shows."""

    is_complete = False


class CurrentReaders:
    """The waiting calls. All calls that arrive while a cycle runs share the next one.

    Args:
        wake: Starts another cycle.
        progress: Notes when cycles begin and end.
        before: What an answer waits for before it waits for a cycle.
    """

    def __init__(self, wake: Callable[[], None], progress: Progress, before: Callable[[], Awaitable[None]]) -> None:
        self._before = before
        self._wake = wake
        self._progress = progress
        self._waiting: set[asyncio.Future[None]] = set()

    async def covered(self) -> None:
        """Wait until results cover every commit acknowledged before now.

        PostgreSQL makes a commit visible to new snapshots before it acknowledges it. So a cycle that begins now covers
        the commit, unless the log has not delivered it yet.
        """
        future = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        self._wake()
        try:
            await future
        finally:
            self._waiting.discard(future)

    async def answer(self, subscription: Subscription, answered: asyncio.Event, seconds: float) -> Evaluation:
        """A new subscription's result, once it covers every commit acknowledged before now.

        Args:
            answered: Set at each change of the result.
            seconds: The longest wait, in seconds.

        Raises:
            AppError: ``busy``: it took longer; or the subscription was refused while it waited.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._before()
                await self.covered()
                while subscription.result is None or subscription.is_stale:
                    answered.clear()
                    await answered.wait()
        except (TimeoutError, *UNREADABLE):
            raise server_busy() from None
        if isinstance(subscription.result, QueryResult):
            raise subscription.result.error.as_error()
        return subscription.result

    @asynccontextmanager
    async def cycle(self) -> AsyncIterator[Coverage]:
        """Wraps a cycle, from before its snapshot is taken. At its end the cycle sets what it covers."""
        served, self._waiting = self._waiting, set()
        coverage = Coverage()
        try:
            with self._progress.cycle():
                yield coverage
        finally:
            if coverage.is_complete:
                for future in served:
                    if not future.done():
                        future.set_result(None)
            elif left := {future for future in served if not future.done()}:
                self._waiting |= left
                self._wake()
