"""Leaving somebody alone who does not answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from inflow.screening.rules import Unverified


class Unreachable(Unverified):
    """Whoever should have judged did not answer; asking again at once would only wait again."""


class Breaker:
    """After so many silences in a row nobody is asked for a while; then one is, to see.

    Args:
        silences: In a row, until it opens.
        rest: Seconds that it stays open.
        clock: Seconds that only go forward.
    """

    def __init__(self, *, silences: int = 5, rest: float = 30.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rest, self._clock = silences, rest, clock
        self._silences = 0
        self._closed_at = float("-inf")

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Ask inside.

        Raises:
            Unreachable: It is open; do not.
        """
        tries = self._silences >= self._most
        if tries and self._clock() < self._closed_at:
            raise Unreachable("it was silent too often and is left alone")
        if tries:
            self._closed_at = self._clock() + self._rest
        try:
            yield
        except Unreachable:
            self._silences += 1
            self._closed_at = self._clock() + self._rest
            raise
        except asyncio.CancelledError:
            # The member went away, which says nothing about the other side: the next one tries.
            self._closed_at = self._clock() if tries else self._closed_at
            raise
        except Unverified:
            self._silences = 0
            raise
        else:
            self._silences = 0
