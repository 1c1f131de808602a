"""Rate limit of uploads per member, one at a time in each process. In memory only: a restart resets it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reflow import HOUR, MINUTE, AppError, SlidingWindow


class UploadRateLimit:
    """A sliding window per member.

    Args:
        per_minute: Uploads begun in any 60 seconds.
        per_hour: Uploads begun in any 3,600 seconds.
        now: A monotonic clock in seconds.

    Attributes:
        begun: The uploads of the last hour.
    """

    def __init__(self, *, per_minute: int = 6, per_hour: int = 60, now: Callable[[], float] = time.monotonic) -> None:
        self.begun = SlidingWindow((per_hour, HOUR), (per_minute, MINUTE), now=now)
        self._under_way: set[str] = set()

    @contextmanager
    def begin(self, member: str) -> Iterator[None]:
        """Count an upload and hold the member's only slot until the block ends.

        Raises:
            AppError: ``rate_limited`` with ``retryAfter`` in seconds.
        """
        if member in self._under_way:
            raise AppError("rate_limited", "Another image is still being uploaded", retryAfter=1)
        wait = self.begun.wait(member)
        if wait > 0:
            raise AppError("rate_limited", "Too many uploads. Please wait a little.", retryAfter=int(wait) + 1)
        self.begun.add(member)
        self._under_way.add(member)
        try:
            yield
        finally:
            self._under_way.discard(member)
