"""The parts of the process that follow the changes of a table, beside queries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch, Transaction
    from reflow.changes.listener import ChangeListener


class ChangeListeners:
    """The listeners by table, one for each."""

    def __init__(self) -> None:
        self._listeners: dict[str, ChangeListener] = {}

    def add(self, table: str, listener: ChangeListener) -> None:
        """Send a published table's changes to this listener."""
        self._listeners[table] = listener

    def matter(self, transactions: Iterable[Transaction]) -> bool:
        """Whether these have changes for a listener."""
        return any(
            not self._listeners.keys().isdisjoint(transaction.whole_tables)
            or any(change.table in self._listeners for change in transaction.changes)
            for transaction in transactions
        )

    def notify(self, cut: SnapshotBatch) -> None:
        """Send what a cycle was given, in order."""
        for table, listener in self._listeners.items():
            if cut.resync_required or any(table in transaction.whole_tables for transaction in cut.transactions):
                listener.uncertain()
        for transaction in cut.transactions:
            for change in transaction.changes:
                if change.table in self._listeners:
                    self._listeners[change.table].changed(change)
