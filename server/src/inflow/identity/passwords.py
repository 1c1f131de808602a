"""Hashing passwords without giving up the machine: Argon2id, one at a time, in threads of its own, a short queue."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from reflow.errors import AppError

R = TypeVar("R")

QUEUE = 32
"""How many may wait. One hash takes about 20 ms, so the last one waits about 0.6 s."""
NICENESS = 10
"""How far the thread steps back where there is not enough machine for everybody: pages come before passwords."""
FEW = 4
"""As many may wait at an ordinary time. More are a flood, and hashed only while nobody else has anything to do."""


class Passwords:
    """Makes and checks password hashes.

    A login flood can occupy one core and 40 MiB, never the event loop's core; whoever comes when the queue is full
    is refused at once. While it lasts hashing is done in a second thread, which gives way at once: one that only
    steps back keeps its core for some milliseconds, at each step of a page's way.

    Args:
        memory: In KiB.
        rounds: Argon2's time cost.
        queue: How many may wait.
    """

    def __init__(self, *, memory: int = 19_456, rounds: int = 2, queue: int = QUEUE) -> None:
        self._hasher = PasswordHasher(time_cost=rounds, memory_cost=memory, parallelism=1)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="passwords", initializer=_step_back)
        self._idle = ThreadPoolExecutor(max_workers=1, thread_name_prefix="flood", initializer=_give_way)
        self._most = queue + 1
        self._waiting = 0
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        """A hash, with its parameters and salt in it.

        Raises:
            AppError: ``rate_limited``, too many are waiting.
        """
        return await self._in_turn(lambda: self._hasher.hash(_uniform(password)))

    async def matches(self, password: str, kept: str | None) -> bool:
        """Whether this is the password. Without a hash (nobody has that name) it takes as long and says no.

        Raises:
            AppError: ``rate_limited``, too many are waiting.
        """
        return await self._in_turn(lambda: self._verify(password, kept))

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
        await self._in_turn(self._stand_in)

    def close(self) -> None:
        """End the threads."""
        for thread in (self._thread, self._idle):
            thread.shutdown(wait=False, cancel_futures=True)

    def _verify(self, password: str, kept: str | None) -> bool:
        try:
            right = self._hasher.verify(kept or self._stand_in(), _uniform(password))
        except (VerificationError, InvalidHashError):
            return False
        return right and kept is not None

    def _stand_in(self) -> str:
        if self._dummy is None:
            self._dummy = self._hasher.hash(secrets.token_hex(16))
        return self._dummy

    async def _in_turn(self, work: Callable[[], R]) -> R:
        self.require_room()
        self._waiting += 1
        thread = self._thread if self._waiting <= FEW else self._idle
        future = asyncio.get_running_loop().run_in_executor(thread, work)
        # Counted down when the thread is done, not when the caller goes away: a closed connection frees nothing.
        future.add_done_callback(self._done)
        return await asyncio.shield(future)

    def _done(self, _: object) -> None:
        self._waiting -= 1


def _step_back() -> None:
    """Have the calling thread yield to others. Only Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)


def _give_way() -> None:
    """Have the calling thread run only while nobody else wants to."""
    if sys.platform == "linux":
        os.sched_setscheduler(threading.get_native_id(), os.SCHED_IDLE, os.sched_param(0))


def _uniform(password: str) -> bytes:
    """The same bytes for the same password, however the keyboard composes its letters."""
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
