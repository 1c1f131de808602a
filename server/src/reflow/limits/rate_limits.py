"""Rate limits in memory: token buckets and sliding windows.

Every process counts by itself, and may tell the others: see ``shared_counts.py``.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Final

from reflow.errors import AppError

MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 86_400.0

_MOST_CALLERS = 10_000
_TIDY_EVERY = 10.0  # otherwise, with very many callers, each call would scan all of them


class RateLimit:
    """Token buckets of one function, for each caller one per limit.

    Args:
        limits: How many calls are allowed in how many seconds. All may come at once; the bucket refills evenly.
        now: Seconds on a clock that never goes back.

    Attributes:
        refusals: How many calls were refused.
        on_used: Called with the caller and the cost of each call that was counted.
    """

    def __init__(self, *limits: tuple[int, float], now: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._now = now
        self.refusals = 0
        self.on_used: Callable[[Hashable, float], None] | None = None
        # By caller: when each of their buckets will be full again.
        self._full_at: dict[Hashable, list[float]] = {}
        self._tidy_at = now()

    @property
    def burst(self) -> int:
        """How many calls may come at once."""
        return min(most for most, _ in self._limits)

    @property
    def sustained(self) -> float:
        """How many calls per second may come for long."""
        return min(most / span for most, span in self._limits)

    def take(self, caller: Hashable) -> None:
        """Count one call, or refuse it. A refused call is not counted, so waiting always helps.

        Raises:
            AppError: `rate_limited`, with `retryAfter` in seconds.
        """
        self.reserve(caller, max_wait=0)

    def reserve(self, caller: Hashable, *, max_wait: float, cost: float = 1.0) -> float:
        """Count one call that may be delayed; returns in how many seconds its turn is.

        Args:
            max_wait: The longest delay in seconds; a call with a longer one is refused.
            cost: How many calls it counts as.

        Raises:
            AppError: As for `take`.
        """
        now = self._now()
        full_at = [max(now, at) for at in self._full_at.get(caller, [now] * len(self._limits))]
        after = [at + cost * span / most for at, (most, span) in zip(full_at, self._limits, strict=True)]
        wait = max(at - now - span for at, (_, span) in zip(after, self._limits, strict=True))
        if wait > max_wait + 1e-6:  # tolerance for rounding errors
            self.refusals += 1
            raise AppError("rate_limited", "Too many requests. Please wait a little.", retryAfter=int(wait) + 1)
        self._keep(caller, after, now)
        if self.on_used is not None:
            self.on_used(caller, cost)
        return max(wait, 0.0)

    def charge(self, caller: Hashable, amount: float, ago: float = 0.0) -> None:
        """Count calls that another process allowed, also above the limits: the next ones wait as much longer.

        Args:
            ago: How many seconds ago they were allowed.
        """
        now, then = self._now(), self._now() - ago
        full_at = self._full_at.get(caller, [then] * len(self._limits))
        after = [max(then, at) + amount * span / most for at, (most, span) in zip(full_at, self._limits, strict=True)]
        self._keep(caller, after, now)

    def _keep(self, caller: Hashable, full_at: list[float], now: float) -> None:
        self._full_at[caller] = full_at
        if len(self._full_at) > _MOST_CALLERS and now >= self._tidy_at:
            self._full_at = {each: times for each, times in self._full_at.items() if max(times) > now}
            self._tidy_at = now + _TIDY_EVERY


class TokenBucket:
    """Tokens of one connection that come back at a steady rate: `burst` at once, then `rate` per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Take this many tokens, if there are as many."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class SlidingWindow:
    """Amounts per caller, of which only a limited sum may fall into any span of time.

    Args:
        limits: The most in how many seconds.
        now: Seconds on a clock that never goes back.

    Attributes:
        on_used: Called with the caller and each amount that was added.
    """

    def __init__(self, *limits: tuple[float, float], now: Callable[[], float] = time.monotonic) -> None:
        self.on_used: Callable[[Hashable, float], None] | None = None
        self._limits = limits
        self._longest = max(span for _, span in limits)
        self._now = now
        self._tidy_at = now()
        # By caller: when, and how much.
        self._added: dict[Hashable, deque[tuple[float, float]]] = {}

    def __len__(self) -> int:
        """How many callers it remembers."""
        return len(self._added)

    def add(self, caller: Hashable, amount: float = 1.0) -> None:
        """Count an amount now, also above the limit."""
        self.charge(caller, amount)
        if self.on_used is not None:
            self.on_used(caller, amount)

    def charge(self, caller: Hashable, amount: float, ago: float = 0.0) -> None:
        """Count an amount that was added in another process, so many seconds ago."""
        now = self._now()
        self._recent(caller)  # forgets old amounts, also of callers who never ask here
        self._added.setdefault(caller, deque()).append((now - ago, amount))
        if len(self._added) > _MOST_CALLERS and now >= self._tidy_at:
            self._added = {each: added for each, added in self._added.items() if added[-1][0] > now - self._longest}
            self._tidy_at = now + _TIDY_EVERY

    def used(self, caller: Hashable) -> float:
        """The sum within the longest span."""
        return sum(amount for _, amount in self._recent(caller))

    def wait(self, caller: Hashable) -> float:
        """In how many seconds the caller is below every limit again; 0 if it is."""
        now, recent = self._now(), self._recent(caller)
        waits = [0.0]
        for most, span in self._limits:
            left = sum(amount for at, amount in recent if at > now - span)
            for at, amount in recent:
                if left < most:
                    break
                if at > now - span:
                    waits.append(at + span - now)
                    left -= amount
        return max(waits)

    def _recent(self, caller: Hashable) -> deque[tuple[float, float]]:
        """What the caller has added within the longest span, oldest first."""
        added, edge = self._added.get(caller, deque()), self._now() - self._longest
        while added and added[0][0] <= edge:
            added.popleft()
        if not added:
            self._added.pop(caller, None)
        return added
