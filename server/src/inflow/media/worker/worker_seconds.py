"""Counts the seconds for which workers were busy for each member. In memory only: a restart resets them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from reflow import HOUR, MINUTE, AppError, SlidingWindow

PER_MINUTE = 30.0
PER_HOUR = 300.0


@dataclass
class Charge:
    """What a job costs its member: the time that it took, and at most so many seconds."""

    most: float = math.inf


class WorkerSeconds:
    """A sliding window per member.

    Args:
        per_minute: Worker seconds in any 60 seconds after which a member's next image is refused.
        per_hour: Likewise in any 3,600 seconds.
        now: A monotonic clock in seconds.

    Attributes:
        window: The worker seconds of the last hour.
    """

    def __init__(
        self,
        *,
        per_minute: float = PER_MINUTE,
        per_hour: float = PER_HOUR,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.window = SlidingWindow((per_hour, HOUR), (per_minute, MINUTE), now=now)
        self._now = now

    @contextmanager
    def charged_to(self, member: str) -> Iterator[Charge]:
        """Charge the time of the block to this member, also if it fails. The block can lower the charge."""
        begun, charge = self._now(), Charge()
        try:
            yield charge
        finally:
            self.window.add(member, min(charge.most, self._now() - begun))

    def used(self, member: str) -> float:
        """The worker seconds of the last hour."""
        return self.window.used(member)

    def require_some_left(self, member: str) -> None:
        """Refuse a member whose worker seconds of a minute or an hour are used up.

        Raises:
            AppError: ``rate_limited`` with ``retryAfter`` in seconds.
        """
        wait = self.window.wait(member)
        if wait > 0:
            raise AppError("rate_limited", "Too many uploads. Please wait a little.", retryAfter=int(wait) + 1)
