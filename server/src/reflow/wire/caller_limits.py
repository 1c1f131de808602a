"""Limits on one caller's connections and calls together: bytes, and calls that hold a file in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from math import inf
from weakref import WeakValueDictionary

from reflow.identity import Identity
from reflow.limits.rate_limits import RateLimit
from reflow.wire.limits import Limits

_MEBIBYTE = 1024 * 1024


class CallerLimits:
    """The limits of this process that are counted per caller: a member, or the host of unauthenticated connections.

    Limits of a single connection do not limit a member, who may open as many connections as `Limits.member` allows.
    """

    def __init__(self, limits: Limits) -> None:
        self._patience = limits.bytes_wait
        self._bytes = RateLimit((limits.bytes_burst // _MEBIBYTE, limits.bytes_burst / limits.bytes))
        self._large_pending = limits.large_pending
        self._updates = RateLimit((limits.updates_burst, limits.updates_burst / limits.updates))
        self._large: WeakValueDictionary[Hashable, asyncio.Semaphore] = WeakValueDictionary()

    async def wait_to_read(self, caller: Hashable, size: int) -> None:
        """Wait until the server may read this many more bytes from the caller.

        Raises:
            AppError: `rate_limited`, if that would take longer than `Limits.bytes_wait`.
        """
        wait = self._bytes.reserve(caller, max_wait=self._patience, cost=size / _MEBIBYTE)
        if wait:
            await asyncio.sleep(wait)

    def large_calls(self, caller: Hashable) -> asyncio.Semaphore:
        """A semaphore for the caller's pending calls whose arguments are larger than `Limits.arguments`."""
        slots = self._large.get(caller)
        if slots is None:
            slots = self._large[caller] = asyncio.Semaphore(self._large_pending)
        return slots

    def pause_after(self, caller: Hashable, updates: int) -> float:
        """For how many seconds a connection that sent so many changed answers sends no further ones, because all
        connections of the caller have had so many.
        """
        return self._updates.reserve(caller, max_wait=inf, cost=updates)


def caller_of(identity: Identity | None, host: str) -> Hashable:
    """The caller that a connection or request is counted for."""
    return ("host", host) if identity is None else ("member", identity.subject)
