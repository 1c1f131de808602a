"""Mutations of this process whose answers are not sent yet: no client may see their effects before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from reflow.changes import Transaction
from reflow.changes.commits import TransactionRef, bare

_PATIENCE = 5.0  # seconds; answers that take longer wait for a database that is down


class PendingResponses:
    """The mutations of this process without an answer."""

    def __init__(self) -> None:
        self._answers: dict[TransactionRef, set[asyncio.Future[None]]] = {}

    @contextmanager
    def answering(self) -> Iterator[Callable[[TransactionRef], None]]:
        """Yields a function to call with a commit's reference just before the commit; the block ends with the answer.

        The code after the block continues in the same turn of the loop, so the answer is sent before any effect is.
        """
        answer = asyncio.get_running_loop().create_future()
        refs: set[TransactionRef] = set()

        def announce(ref: TransactionRef) -> None:
            ref = bare(ref)
            refs.add(ref)
            self._answers.setdefault(ref, set()).add(answer)

        try:
            yield announce
        finally:
            answer.set_result(None)
            for ref in refs:
                self._forget(ref, answer)

    async def before(self, transactions: Iterable[Transaction]) -> None:
        """Wait until all mutations of this process among these transactions have been answered."""
        if not self._answers:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                for transaction in transactions:
                    for ref in (bare(transaction.xid), transaction.request):
                        for answer in tuple(self._answers.get(ref, ())) if ref is not None else ():
                            await asyncio.shield(answer)

    def _forget(self, ref: TransactionRef, answer: asyncio.Future[None]) -> None:
        answers = self._answers[ref]
        answers.discard(answer)
        if not answers:
            del self._answers[ref]
