"""When the transactions of late were committed."""

from __future__ import annotations

import asyncio

_MOST_KEPT = 20_000
_LOW = 0xFFFFFFFF

Mark = int | tuple[str, str]
"""By what a transaction is known in the log: its id, or the session and number of the request that it answers."""


class Commits:
    """Transaction → timestamp of its commit, for the latest ones, whether asked for before or after they come.

    A transaction is known by its id, of which the lower 32 bits count, or by the request that it answers.

    Args:
        most_kept: How many are remembered.
    """

    def __init__(self, *, most_kept: int = _MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._recent: dict[Mark, int] = {}
        self._awaited: dict[Mark, set[asyncio.Future[int]]] = {}

    def add(self, mark: Mark, ts: int) -> None:
        """Note a commit."""
        mark = bare(mark)
        self._recent[mark] = ts
        if len(self._recent) > self._most_kept:
            del self._recent[next(iter(self._recent))]
        for awaited in self._awaited.pop(mark, ()):
            if not awaited.done():
                awaited.set_result(ts)

    def forget(self) -> None:
        """Forget what has come so far; whoever waits goes on waiting."""
        self._recent.clear()

    async def of(self, mark: Mark, *, patience: float) -> int:
        """The timestamp of this transaction's commit.

        Raises:
            TimeoutError: It did not come within `patience` seconds.
        """
        mark = bare(mark)
        known = self._recent.get(mark)
        if known is not None:
            return known
        awaited: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._awaited.setdefault(mark, set()).add(awaited)
        try:
            async with asyncio.timeout(patience):
                return await awaited
        finally:
            self._forget(mark, awaited)

    def _forget(self, mark: Mark, awaited: asyncio.Future[int]) -> None:
        others = self._awaited.get(mark)
        if others is not None:
            others.discard(awaited)
            if not others:
                del self._awaited[mark]


def bare(mark: Mark) -> Mark:
    """The mark as the log has it: it knows the lower half of an id."""
    return mark & _LOW if isinstance(mark, int) else mark
