"""When the transactions of late were committed."""

from __future__ import annotations

import asyncio

_MOST_KEPT = 20_000
_LOW = 0xFFFFFFFF


class Commits:
    """Transaction → timestamp of its commit, for the latest ones, whether asked for before or after they come.

    Args:
        most_kept: How many are remembered.
    """

    def __init__(self, *, most_kept: int = _MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._recent: dict[int, int] = {}
        self._awaited: dict[int, set[asyncio.Future[int]]] = {}

    def add(self, xid: int, ts: int) -> None:
        """Note a commit. Of `xid` only the lower 32 bits count."""
        xid &= _LOW
        self._recent[xid] = ts
        if len(self._recent) > self._most_kept:
            del self._recent[next(iter(self._recent))]
        for awaited in self._awaited.pop(xid, ()):
            if not awaited.done():
                awaited.set_result(ts)

    def forget(self) -> None:
        """Forget what has come so far; whoever waits goes on waiting."""
        self._recent.clear()

    async def of(self, xid: int, *, patience: float) -> int:
        """The timestamp of this transaction's commit.

        Raises:
            TimeoutError: It did not come within `patience` seconds.
        """
        xid &= _LOW
        known = self._recent.get(xid)
        if known is not None:
            return known
        awaited: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._awaited.setdefault(xid, set()).add(awaited)
        try:
            async with asyncio.timeout(patience):
                return await awaited
        finally:
            self._forget(xid, awaited)

    def _forget(self, xid: int, awaited: asyncio.Future[int]) -> None:
        others = self._awaited.get(xid)
        if others is not None:
            others.discard(awaited)
            if not others:
                del self._awaited[xid]
