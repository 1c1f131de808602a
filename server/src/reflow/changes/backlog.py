"""Transactions that were decoded and not yet delivered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from reflow.changes.snapshots import SnapshotView
from reflow.changes.transactions import Transaction

_MOST_CHANGES = 200_000


class Division(msgspec.Struct, frozen=True):
    """The backlog, divided by one snapshot into visible and waiting transactions.

    Attributes:
        visible: The transactions that the snapshot sees, in the order of their commits.
        waiting: The transactions that it does not see yet, in the same order.
    """

    visible: list[Transaction]
    waiting: list[Transaction]

    @property
    def in_order(self) -> bool:
        """Whether everything visible was committed before everything that waits."""
        return not self.visible or not self.waiting or self.visible[-1].lsn < self.waiting[0].lsn


class Backlog:
    """Decoded transactions in the order of their commits, and whether some are missing before them.

    Attributes:
        resync_required: A commit may have been missed. True at first, because commits before the start are unknown.

    Args:
        most_changes: With more undelivered rows than this, the backlog drops them and requires a resync.
    """

    def __init__(self, *, most_changes: int = _MOST_CHANGES) -> None:
        self.resync_required = True
        self._most_changes = most_changes
        self._transactions: list[Transaction] = []
        self._changes = 0
        self._doubted: set[int] = set()
        self._dropped: set[int] = set()

    @property
    def waits(self) -> bool:
        """Whether any transaction has not been delivered."""
        return bool(self._transactions)

    @property
    def transactions(self) -> Sequence[Transaction]:
        """The transactions that have not been delivered."""
        return self._transactions

    def extend(self, transactions: Sequence[Transaction]) -> None:
        """Add decoded transactions."""
        self._transactions.extend(transactions)
        self._changes += sum(len(transaction.changes) for transaction in transactions)
        if self._doubted:
            self._doubted.difference_update(transaction.xid for transaction in transactions)
        if self._changes > self._most_changes:
            self.lose()

    def lose(self) -> None:
        """Drop all transactions and require a resync."""
        self._dropped.update(transaction.xid for transaction in self._transactions)
        self._transactions.clear()
        self._changes = 0
        self.resync_required = True

    def doubt(self, xids: Iterable[int]) -> None:
        """Require a resync when a cut shows one of these, which were delivered before and are not visible now."""
        self._doubted.update(xids)

    def divide(self, snapshot: SnapshotView) -> Division:
        """Divide the backlog into transactions that this snapshot sees and those that it does not."""
        division = Division([], [])
        for transaction in self._transactions:
            (division.visible if snapshot.sees(transaction.xid) else division.waiting).append(transaction)
        return division

    def take(self, division: Division, snapshot: SnapshotView, *, complete: bool) -> bool:
        """Remove the visible transactions, which the caller delivers. Returns whether the snapshot may also show writes
        that were never delivered.

        Args:
            division: The result of :meth:`divide` just before.
            snapshot: The same snapshot.
            complete: Whether the stream has delivered everything that the snapshot sees, as far as it ever will.
        """
        resync_required = (
            self._close_resync(division, snapshot)
            if self.resync_required
            else complete and self._doubt_confirmed(snapshot)
        )
        self._replace(division.waiting)
        return resync_required

    def give_back(self, transactions: Sequence[Transaction], *, resync_required: bool) -> None:
        """Take back transactions whose delivery failed; they will be delivered again."""
        self._replace(sorted([*transactions, *self._transactions], key=lambda transaction: transaction.lsn))
        self.resync_required = self.resync_required or resync_required

    def _replace(self, transactions: list[Transaction]) -> None:
        self._transactions = transactions
        self._changes = sum(len(transaction.changes) for transaction in transactions)

    def _close_resync(self, division: Division, snapshot: SnapshotView) -> bool:
        """Remember the running transactions: a caller who reads everything again in this snapshot misses at most their
        writes.

        The commit record of such a transaction may come before the slot's first position, so that it is never
        delivered, while this snapshot does not see the transaction either. The same holds for what was dropped.
        """
        self.resync_required = False
        delivered = {transaction.xid for transaction in division.waiting}
        unseen = {xid for xid in self._dropped if not snapshot.sees(xid)}
        self._doubted = ({xid & 0xFFFFFFFF for xid in snapshot.running} | unseen) - delivered
        self._dropped.clear()
        return True

    def _doubt_confirmed(self, snapshot: SnapshotView) -> bool:
        """Whether a transaction in doubt has ended without being delivered."""
        ended = {xid for xid in self._doubted if snapshot.sees(xid)}
        self._doubted -= ended
        return bool(ended)
