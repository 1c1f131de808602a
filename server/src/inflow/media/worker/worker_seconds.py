"""Counts the seconds for which workers were busy for each member. In memory only: a restart resets them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reflow.errors import AppError

PER_MINUTE = 30.0
PER_HOUR = 300.0

_MINUTE = 60.0
_HOUR = 3600.0
_MOST_MEMBERS = 10_000


class WorkerSeconds:
    """A sliding window per member.

    Args:
        per_minute: Worker seconds in any 60 seconds after which a member's next image is refused.
        per_hour: Likewise in any 3,600 seconds.
        now: A monotonic clock in seconds.
    """

    def __init__(
        self,
        *,
        per_minute: float = PER_MINUTE,
        per_hour: float = PER_HOUR,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = ((per_hour, _HOUR), (per_minute, _MINUTE))
        self._now = now
        self._used: dict[str, deque[tuple[float, float]]] = {}

    @contextmanager
    def charged_to(self, member: str) -> Iterator[None]:
        """Charge the time of the block to this member, also if it fails."""
        begun = self._now()
        try:
            yield
        finally:
            self._charge(member, begun)

    def used(self, member: str) -> float:
        """The worker seconds of the last hour."""
        return self._used_within(member, _HOUR)

    def require_some_left(self, member: str) -> None:
        """Refuse a member whose worker seconds of a minute or an hour are used up.

        Raises:
            AppError: ``rate_limited`` with ``retryAfter`` in seconds.
        """
        for most, window in self._limits:
            if self._used_within(member, window) >= most:
                wait = int(self._wait(member, most, window)) + 1
                raise AppError("rate_limited", "Too many uploads. Please wait a little.", retryAfter=wait)

    def _charge(self, member: str, begun: float) -> None:
        now = self._now()
        self._used.setdefault(member, deque()).append((now, now - begun))
        if len(self._used) > _MOST_MEMBERS:
            self._used = {each: used for each, used in self._used.items() if used and used[-1][0] > now - _HOUR}

    def _used_within(self, member: str, window: float) -> float:
        used, now = self._used.get(member, deque()), self._now()
        while used and used[0][0] <= now - _HOUR:
            used.popleft()
        return sum(seconds for ended, seconds in used if ended > now - window)

    def _wait(self, member: str, most: float, window: float) -> float:
        """The time until fewer than ``most`` seconds are left in the window."""
        now, left = self._now(), self._used_within(member, window)
        for ended, seconds in self._used[member]:
            if ended > now - window:
                left -= seconds
                if left < most:
                    return ended + window - now
        return window
