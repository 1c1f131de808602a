"""Hashing passwords without giving up the machine: Argon2id, one here and one aside, off the loop, a short queue."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
import time
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import structlog
from argon2 import PasswordHasher

from inflow.identity.aside import Answer, Aside, AsideLostError, Order, answered
from reflow.errors import AppError

log = structlog.get_logger(__name__)

QUEUE = 32
"""How many may wait. One hash takes about 20 ms, so the last one waits about 0.6 s."""
NICENESS = 10
"""How far the thread steps back where there is not enough machine for everybody: pages come before passwords."""
RETRY = 60.0
"""Where no process aside can be had, a flood is hashed here for as many seconds before another is tried."""
FEW = 4
"""As many may wait at an ordinary time. More are a flood, and hashed only while nobody else has anything to do."""


class Passwords:
    """Makes and checks password hashes.

    A login flood can occupy one core and 60 MiB, never the event loop's core; whoever comes when the queue is full
    is refused at once. While it lasts hashing is done in a process aside, which gives way at once: a thread that only
    steps back keeps its core for some milliseconds, at each step of a page's way.

    Thread and process do not wait for each other, so that two hashes may be made at once. The process takes only what
    nobody else wants; were the thread to wait for it, somebody who signs in at an ordinary time would starve with it.
    What waits aside counts, so that a flood does not come back into the thread in portions of four.

    Args:
        memory: In KiB.
        rounds: Argon2's time cost.
        queue: How many may wait.
    """

    def __init__(self, *, memory: int = 19_456, rounds: int = 2, queue: int = QUEUE) -> None:
        self._hasher = PasswordHasher(time_cost=rounds, memory_cost=memory, parallelism=1)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="passwords", initializer=_step_back)
        self._flood = ThreadPoolExecutor(max_workers=1, thread_name_prefix="flood", initializer=_step_back)
        self._aside = Aside(memory, rounds)
        self._most = queue + 1
        self._waiting = 0
        self._here_until = 0.0
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        """A hash, with its parameters and salt in it.

        Raises:
            AppError: ``rate_limited``, too many are waiting.
        """
        return (await self._in_turn(lambda: Order(_uniform(password), None))).made

    async def matches(self, password: str, kept: str | None) -> bool:
        """Whether this is the password. Without a hash (nobody has that name) it takes as long and says no.

        Raises:
            AppError: ``rate_limited``, too many are waiting.
        """
        answer = await self._in_turn(lambda: Order(_uniform(password), kept or self._stand_in()))
        return answer.right and kept is not None

    def require_room(self) -> None:
        """Prove that there is room in the queue: before anything is looked up for somebody who could not get in.

        Raises:
            AppError: ``rate_limited``, too many are waiting.
        """
        if self._waiting >= self._most:
            raise AppError("rate_limited", "Too many requests. Please try again in a moment.", retry_after=1)

    def is_outdated(self, kept: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    async def warm_up(self) -> None:
        """Make the hash that stands in for accounts which do not exist, so that not even the first try is slower."""
        await self.matches("", None)

    def close(self) -> None:
        """End the threads, and the process aside."""
        for thread in (self._thread, self._flood):
            thread.shutdown(wait=False, cancel_futures=True)
        self._aside.close()

    def _stand_in(self) -> str:
        if self._dummy is None:
            self._dummy = self._hasher.hash(secrets.token_hex(16))
        return self._dummy

    async def _in_turn(self, order: Callable[[], Order]) -> Answer:
        self.require_room()
        self._waiting += 1
        loop = asyncio.get_running_loop()
        if self._waiting <= FEW:
            future = loop.run_in_executor(self._thread, lambda: answered(self._hasher, order()))
        else:
            future = loop.run_in_executor(self._flood, lambda: self._answered_aside(order()))
        # Counted down when the thread is done, not when the caller goes away: a closed connection frees nothing.
        future.add_done_callback(self._done)
        return await asyncio.shield(future)

    def _answered_aside(self, order: Order) -> Answer:
        # Nobody is sent away because there is no memory for another process, for example.
        if time.monotonic() < self._here_until:
            return answered(self._hasher, order)
        try:
            return self._aside.answer(order)
        except AsideLostError:
            self._here_until = time.monotonic() + RETRY
            log.warning("no process to hash a flood in", seconds=RETRY)
            return answered(self._hasher, order)

    def _done(self, _: object) -> None:
        self._waiting -= 1


def _step_back() -> None:
    """Have the calling thread yield to others. Only Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)


def _uniform(password: str) -> bytes:
    """The same bytes for the same password, however the keyboard composes its letters."""
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
