"""What a connection's next Transition waits for, so that nothing flickers on the screen."""

from __future__ import annotations

import asyncio

from reflow.wire.limits import Limits
from reflow.wire.writer import Wake


class TransitionGate:
    """Up to three things, each for so long at most.

    A Transition that shows a mutation's effects before its repeated response shows its row twice. One that lacks a
    query the client has on screen empties that part of it. One from an older state than the client has seen takes
    something back.
    """

    __slots__ = ("_limits", "_queries", "_requests", "_timers", "_ts", "_wake")

    def __init__(self, limits: Limits, wake: Wake) -> None:
        self._limits = limits
        self._wake = wake
        self._requests: set[int] = set()
        self._queries: set[int] = set()
        self._ts = 0
        self._timers: list[asyncio.TimerHandle] = []

    def for_requests(self, requests: set[int]) -> None:
        """Until these mutations, which are about to be sent again, are answered."""
        self._requests = set(requests)
        if requests:
            self._after(self._limits.resend_timeout, self._requests.clear)

    def for_state(self, ts: int) -> None:
        """Until the engine is where the client has already been."""
        self._ts = ts
        self._after(self._limits.timeout, self._forget_state)

    def for_queries(self, queries: set[int]) -> None:
        """Until all of these have an answer."""
        if queries - self._queries:
            self._queries |= queries
            self._after(self._limits.timeout, self._queries.clear)

    def answered(self, request: int) -> None:
        """This mutation has its response."""
        self._requests.discard(request)

    def is_over(self, ts: int, unready: set[int]) -> bool:
        """Whether a Transition may go out."""
        self._queries &= unready
        return not self._requests and not self._queries and ts >= self._ts

    def cancel(self) -> None:
        """The connection is gone."""
        for timer in self._timers:
            timer.cancel()

    def _forget_state(self) -> None:
        self._ts = 0

    def _after(self, seconds: float, give_up: Wake) -> None:
        loop = asyncio.get_running_loop()
        self._timers = [timer for timer in self._timers if timer.when() > loop.time() and not timer.cancelled()]
        self._timers += [loop.call_later(seconds, give_up), loop.call_later(seconds, self._wake)]
