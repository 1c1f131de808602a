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
        transactions = None if cut.resync_required else cut.transactions
        self.cycle += 1
        self._count += sum(len(each.changes) for each in transactions or ())
        self._batches.append((self.cycle, transactions if self._count <= _MOST_CHANGES else None))

    def forget_before(self, cycle: int) -> None:
        """Forget the changes up to this cycle."""
        while self._batches and self._batches[0][0] <= cycle:
            _, transactions = self._batches.popleft()
            self._count -= sum(len(each.changes) for each in transactions or ())
        if not self._batches:
            self._count = 0

    def touch(self, fresh: dict[Node, Evaluation], since: int) -> set[Node]:
        """The nodes whose outcome the changes since this cycle may have outdated."""
        later = [transactions for cycle, transactions in self._batches if cycle > since]
        index: PredicateIndex[Node] = PredicateIndex()
        if any(later):
            for node, evaluation in fresh.items():
                for watch in evaluation.watches:
                    index.add(watch, node)
        touched: set[Node] = set()
        for transactions in later:
            if transactions is None:
                return set(fresh)
            touched |= index.match_all(transactions)
        return touched
