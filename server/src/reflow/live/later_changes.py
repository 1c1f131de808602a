"""The changes that cycles published while slow queries ran."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from reflow.live.index import PredicateIndex

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch, Transaction
    from reflow.live.evaluation import Evaluation
    from reflow.live.nodes import Node

_MOST_CHANGES = 50_000


class LaterChanges:
    """The changes of cycles that have published since the first slow query that still runs began.

    Attributes:
        cycle: The number of the last cycle.
    """

    def __init__(self) -> None:
        self._batches: deque[tuple[int, list[Transaction] | None]] = deque()
        self._count = 0
        self.cycle = 0

    def add(self, cut: SnapshotBatch) -> None:
        """Record the changes of the next cycle. Too many count as unknown."""
        count = sum(len(each.changes) for each in cut.transactions)
        is_known = not cut.resync_required and self._count + count <= _MOST_CHANGES
        self.cycle += 1
        self._count += count if is_known else 0
        self._batches.append((self.cycle, cut.transactions if is_known else None))

    def forget_before(self, cycle: int) -> None:
        """Forget the changes up to this cycle."""
        while self._batches and self._batches[0][0] <= cycle:
            _, transactions = self._batches.popleft()
            self._count -= sum(len(each.changes) for each in transactions or ())

    def since(self, cycle: int) -> list[Transaction] | None:
        """The transactions that were published after this cycle; None if they are unknown."""
        later: list[Transaction] = []
        for number, transactions in self._batches:
            if number > cycle:
                if transactions is None:
                    return None
                later += transactions
        return later


def touched(outcomes: dict[Node, Evaluation], transactions: list[Transaction] | None) -> set[Node]:
    """The nodes whose outcome these transactions may change; all of them for unknown ones."""
    if transactions is None:
        return set(outcomes)
    index: PredicateIndex[Node] = PredicateIndex()
    if transactions:
        for node, evaluation in outcomes.items():
            for watch in evaluation.watches:
                index.add(watch, node)
    return index.match_all(transactions)
