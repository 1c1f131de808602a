"""Conditions that a connection's next Transition waits for, so that the screen does not flicker."""

from __future__ import annotations

import asyncio

from reflow.wire.limits import Limits
from reflow.wire.writer import Wake


class TransitionGate:
    """Up to three conditions, each with a time limit.

    A Transition that shows a mutation's effects before its repeated response would show its row twice. One without a
    query that the client displays would empty that part of the screen. One from an older state than the client has seen
    would take something back.
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
        """Wait until these mutations, which are about to be sent again, are answered."""
        self._requests = set(requests)
        if requests:
            self._after(self._limits.resend_timeout, self._requests.clear)

    def for_state(self, ts: int) -> None:
        """Wait until the engine reaches the state that the client has already seen."""
        self._ts = ts
        self._after(self._limits.timeout, self._forget_state)

    def for_queries(self, queries: set[int]) -> None:
        """Wait until all of these queries have an answer."""
        if queries - self._queries:
            self._queries |= queries
            self._after(self._limits.timeout, self._queries.clear)

    def answered(self, request: int, ts: int) -> None:
        """Record that this mutation has its response. The client shows its own row until a Transition from the state
        that the response names, which for a repeated one may be much later than its commit.
        """
        if request in self._requests:
            self._requests.discard(request)
            self.for_state(max(ts, self._ts))

    def is_over(self, ts: int, unready: set[int]) -> bool:
        """Whether a Transition may be sent."""
        self._queries &= unready
        return not self._requests and not self._queries and ts >= self._ts

    def cancel(self) -> None:
        """Cancel the time limits, because the connection has ended."""
        for timer in self._timers:
            timer.cancel()

    def _forget_state(self) -> None:
        self._ts = 0

    def _after(self, seconds: float, give_up: Wake) -> None:
        loop = asyncio.get_running_loop()
        self._timers = [timer for timer in self._timers if timer.when() > loop.time() and not timer.cancelled()]
        self._timers += [loop.call_later(seconds, give_up), loop.call_later(seconds, self._wake)]
