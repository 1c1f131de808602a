"""Hashes passwords with Argon2id, outside the event loop and behind a short queue.

One hash is made in a thread, and during a flood another in a background process.
"""

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

from inflow.identity.passwords.background_hasher import (
    BackgroundHasher,
    HasherProcessLostError,
    HashJob,
    HashResult,
    run_job,
)
from reflow import AppError

log = structlog.get_logger(__name__)

MAX_WAITING = 32
"""The length of the queue. One hash takes about 20 ms, so the last one waits about 0.6 s."""
NICENESS = 10
"""Added to the thread's niceness, so that requests of pages come before hashes on a busy machine."""
PROCESS_RETRY_SECONDS = 60.0
"""If the background process fails, a flood is hashed in a thread for so long before another process is started."""
FLOOD_ABOVE = 4
"""The usual length of the queue. More are a flood, which is hashed only while the machine is otherwise idle."""


class Passwords:
    """Makes and checks password hashes.

    A login flood can occupy one core and 60 MiB, never the event loop's core; when the queue is full, callers are
    refused at once. A flood is hashed in a background process, which yields its core at once: a thread of low priority
    keeps its core for some milliseconds, at each step of a request.

    Thread and process do not wait for each other, so two hashes may be made at once. The process runs only on an idle
    core; if the thread waited for it, a member who signs in at a quiet time would starve with it. Jobs of the process
    count as waiting, so that a flood does not return to the thread in portions of four.

    Args:
        memory: In KiB.
        rounds: Argon2's time cost.
        queue: How many jobs may wait.
    """

    def __init__(self, *, memory: int = 19_456, rounds: int = 2, queue: int = MAX_WAITING) -> None:
        self._hasher = PasswordHasher(time_cost=rounds, memory_cost=memory, parallelism=1)
        self._executor = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix="passwords", initializer=_lower_thread_priority
        )
        self._flood_executor = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix="flood", initializer=_lower_thread_priority
        )
        self._background = BackgroundHasher(memory, rounds)
        self._most = queue + 1
        self._waiting = 0
        self._no_process_until = 0.0
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        """A hash, with its parameters and salt in it.

        Raises:
            AppError: ``rate_limited``, the queue is full.
        """
        return (await self._queued(lambda: HashJob(_normalised(password), None))).hash

    async def matches(self, password: str, password_hash: str | None) -> bool:
        """Whether the password has this hash. Without a hash (no account has that name), False after the same time.

        Raises:
            AppError: ``rate_limited``, the queue is full.
        """
        result = await self._queued(lambda: HashJob(_normalised(password), password_hash or self._stand_in()))
        return result.is_match and password_hash is not None

    def require_capacity(self) -> None:
        """Prove that the queue has room, before the caller looks anything up.

        Raises:
            AppError: ``rate_limited``, the queue is full.
        """
        if self._waiting >= self._most:
            raise AppError("rate_limited", "Too many requests. Please try again in a moment.", retryAfter=1)

    def is_outdated(self, password_hash: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(password_hash)

    async def warm_up(self) -> None:
        """Make the hash that is compared for unknown accounts, so that not even the first attempt is slower."""
        await self.matches("", None)

    def close(self) -> None:
        """End the threads and the background process."""
        for thread in (self._executor, self._flood_executor):
            thread.shutdown(wait=False, cancel_futures=True)
        self._background.close()

    def _stand_in(self) -> str:
        if self._dummy is None:
            self._dummy = self._hasher.hash(secrets.token_hex(16))
        return self._dummy

    async def _queued(self, make_job: Callable[[], HashJob]) -> HashResult:
        self.require_capacity()
        self._waiting += 1
        loop = asyncio.get_running_loop()
        if self._waiting <= FLOOD_ABOVE:
            future = loop.run_in_executor(self._executor, lambda: run_job(self._hasher, make_job()))
        else:
            future = loop.run_in_executor(self._flood_executor, lambda: self._run_in_background(make_job()))
        # The count falls when the job ends, not when the caller disconnects: that frees no thread.
        future.add_done_callback(self._done)
        return await asyncio.shield(future)

    def _run_in_background(self, job: HashJob) -> HashResult:
        # If no process can be started (no memory, for example), the caller still gets an answer.
        if time.monotonic() < self._no_process_until:
            return run_job(self._hasher, job)
        try:
            return self._background.run(job)
        except HasherProcessLostError:
            self._no_process_until = time.monotonic() + PROCESS_RETRY_SECONDS
            log.warning("no process to hash a flood in", seconds=PROCESS_RETRY_SECONDS)
            return run_job(self._hasher, job)

    def _done(self, _: object) -> None:
        self._waiting -= 1


def _lower_thread_priority() -> None:
    """Lower the priority of the calling thread. Only Linux gives each thread a priority of its own."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)


def _normalised(password: str) -> bytes:
    """The password in NFKC: the same bytes, however the keyboard composes its letters."""
    return unicodedata.normalize("NFKC", password).encode(errors="surrogatepass")
