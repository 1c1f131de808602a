"""The timestamps of recent commits."""

from __future__ import annotations

import asyncio

_MOST_KEPT = 20_000
_LOW = 0xFFFFFFFF

TransactionRef = int | tuple[str, str]
"""How the log identifies a transaction: by its id, or by session and number of the request that it answers."""


class Commits:
    """The timestamps of the latest commits. Callers may ask for one before or after its commit is decoded.

    A transaction is identified by the lower 32 bits of its id, or by the request that it answers.

    Args:
        most_kept: How many commits are remembered.
    """

    def __init__(self, *, most_kept: int = _MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._recent: dict[TransactionRef, int] = {}
        self._awaited: dict[TransactionRef, set[asyncio.Future[int]]] = {}

    def add(self, ref: TransactionRef, ts: int) -> None:
        """Record a commit."""
        ref = bare(ref)
        self._recent[ref] = ts
        if len(self._recent) > self._most_kept:
            del self._recent[next(iter(self._recent))]
        for awaited in self._awaited.pop(ref, ()):
            if not awaited.done():
                awaited.set_result(ts)

    def forget(self) -> None:
        """Forget all recorded commits; waiting callers keep waiting."""
        self._recent.clear()

    async def of(self, ref: TransactionRef, *, within: float) -> int:
        """The timestamp of this transaction's commit.

        Raises:
            TimeoutError: It did not come within `within` seconds.
        """
        ref = bare(ref)
        known = self._recent.get(ref)
        if known is not None:
            return known
        awaited: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._awaited.setdefault(ref, set()).add(awaited)
        try:
            async with asyncio.timeout(within):
                return await awaited
        finally:
            self._forget(ref, awaited)

    def _forget(self, ref: TransactionRef, awaited: asyncio.Future[int]) -> None:
        others = self._awaited.get(ref)
        if others is not None:
            others.discard(awaited)
            if not others:
                del self._awaited[ref]


def bare(ref: TransactionRef) -> TransactionRef:
    """The reference in the log's form: only the lower half of an id."""
    return ref & _LOW if isinstance(ref, int) else ref
