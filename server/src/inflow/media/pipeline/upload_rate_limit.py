"""Rate limit of uploads per member, few at a time in each process. In memory only: a restart resets it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reflow import HOUR, MINUTE, AppError, SlidingWindow


class UploadRateLimit:
    """A sliding window per member.

    Args:
        at_once: Uploads under way at the same time.
        per_minute: Uploads begun in any 60 seconds.
        per_hour: Uploads begun in any 3,600 seconds.
        now: A monotonic clock in seconds.

    Attributes:
        begun: The uploads of the last hour.
    """

    def __init__(
        self,
        *,
        per_minute: int = 20,
        per_hour: int = 120,
        at_once: int = 1,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.begun = SlidingWindow((per_hour, HOUR), (per_minute, MINUTE), now=now)
        self._at_once = at_once
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def begin(self, member: str) -> Iterator[None]:
        """Count an upload and hold one of the member's slots until the block ends.

        Raises:
            AppError: ``rate_limited`` with ``retryAfter`` in seconds.
        """
        if self._under_way[member] >= self._at_once:
            raise AppError("rate_limited", "Another image is still being uploaded", retryAfter=1)
        wait = self.begun.wait(member)
        if wait > 0:
            raise AppError("rate_limited", "Too many uploads. Please wait a little.", retryAfter=int(wait) + 1)
        self.begun.add(member)
        self._under_way[member] += 1
        try:
            yield
        finally:
            self._under_way[member] -= 1
            if not self._under_way[member]:
                del self._under_way[member]
