"""A circuit breaker for a service that does not answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from inflow.screening.rules import ClassificationFailed


class Unreachable(ClassificationFailed):
    """The service did not answer; another request now would only wait again."""


class CircuitBreaker:
    """After several failures in a row it opens: requests are refused for a while, then one is let through as a probe.

    Args:
        failures: Consecutive failures that open it.
        open_seconds: Seconds for which it stays open.
        clock: A monotonic clock in seconds.
    """

    def __init__(
        self, *, failures: int = 5, open_seconds: float = 30.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._open_seconds, self._clock = failures, open_seconds, clock
        self._failures = 0
        self._open_until = float("-inf")

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Make the request inside this block.

        Raises:
            Unreachable: The breaker is open.
        """
        is_probe = self._failures >= self._most
        if is_probe and self._clock() < self._open_until:
            raise Unreachable("it was silent too often and is left alone")
        if is_probe:
            self._open_until = self._clock() + self._open_seconds
        try:
            yield
        except Unreachable:
            self._failures += 1
            self._open_until = self._clock() + self._open_seconds
            raise
        except asyncio.CancelledError:
            # The member disconnected, which says nothing about the service: the next request is the probe.
            self._open_until = self._clock() if is_probe else self._open_until
            raise
        except ClassificationFailed:
            self._failures = 0
            raise
        else:
            self._failures = 0
