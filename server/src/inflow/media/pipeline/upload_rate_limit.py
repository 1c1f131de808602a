"""Rate limit of uploads per member, one at a time. In memory only: a restart resets it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reflow.errors import AppError

_MINUTE = 60.0
_HOUR = 3600.0
_MOST_MEMBERS = 10_000


class UploadRateLimit:
    """A sliding window per member.

    Args:
        per_minute: Uploads begun in any 60 seconds.
        per_hour: Uploads begun in any 3,600 seconds.
        now: A monotonic clock in seconds.
    """

    def __init__(self, *, per_minute: int = 6, per_hour: int = 60, now: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._per_hour = per_hour
        self._now = now
        self._begun: dict[str, deque[float]] = {}
        self._under_way: set[str] = set()

    @contextmanager
    def begin(self, member: str) -> Iterator[None]:
        """Count an upload and hold the member's only slot until the block ends.

        Raises:
            AppError: ``rate_limited`` with ``retryAfter`` in seconds.
        """
        if member in self._under_way:
            raise AppError("rate_limited", "Another image is still being uploaded", retryAfter=1)
        self._count(member)
        self._under_way.add(member)
        try:
            yield
        finally:
            self._under_way.discard(member)

    def _count(self, member: str) -> None:
        now = self._now()
        begun = self._begun.setdefault(member, deque())
        while begun and begun[0] <= now - _HOUR:
            begun.popleft()
        for most, window in ((self._per_hour, _HOUR), (self._per_minute, _MINUTE)):
            if len(begun) >= most and begun[-most] > now - window:
                wait = begun[-most] + window - now
                raise AppError("rate_limited", "Too many uploads. Please wait a little.", retryAfter=int(wait) + 1)
        begun.append(now)
        if len(self._begun) > _MOST_MEMBERS:
            self._forget_before(now - _HOUR)

    def _forget_before(self, moment: float) -> None:
        self._begun = {member: begun for member, begun in self._begun.items() if begun and begun[-1] > moment}
