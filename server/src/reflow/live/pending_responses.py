"""Mutations whose answers are not on their way yet: nobody may see their effects before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from reflow.changes import Transaction
from reflow.changes.commits import Mark, bare

_PATIENCE = 5.0  # seconds; an answer that is still not there is being looked for in a database that is down


class Unanswered:
    """Those of this process."""

    def __init__(self) -> None:
        self._answers: dict[Mark, set[asyncio.Future[None]]] = {}

    @contextmanager
    def answering(self) -> Iterator[Callable[[Mark], None]]:
        """Give a function that is told of a commit just before it is made; the block ends with the answer.

        Whoever opened the block goes on without another turn of the loop, so the answer is on its way before any
        effect is.
        """
        answer = asyncio.get_running_loop().create_future()
        marks: set[Mark] = set()

        def announce(mark: Mark) -> None:
            mark = bare(mark)
            marks.add(mark)
            self._answers.setdefault(mark, set()).add(answer)

        try:
            yield announce
        finally:
            answer.set_result(None)
            for mark in marks:
                self._forget(mark, answer)

    async def before(self, transactions: Iterable[Transaction]) -> None:
        """Wait until those of these transactions that are mutations of ours have been answered."""
        if not self._answers:
            return
        for transaction in transactions:
            for mark in (bare(transaction.xid), transaction.request):
                for answer in tuple(self._answers.get(mark, ())) if mark is not None else ():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_PATIENCE):
                            await asyncio.shield(answer)

    def _forget(self, mark: Mark, answer: asyncio.Future[None]) -> None:
        answers = self._answers[mark]
        answers.discard(answer)
        if not answers:
            del self._answers[mark]
