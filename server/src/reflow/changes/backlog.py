"""Transactions that were decoded and not yet handed out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from reflow.changes.snapshots import Snapshot
from reflow.changes.transactions import Transaction

_MOST_CHANGES = 200_000


class Division(msgspec.Struct, frozen=True):
    """The backlog as one snapshot divides it.

    Attributes:
        visible: What the snapshot sees, in the order of the commits.
        waiting: What it does not see yet, likewise.
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
        gap: Something may have been committed that was never delivered. True at first: nothing is known of the past.

    Args:
        most_changes: With more rows than this waiting to be handed out, they are dropped and a gap is marked.
    """

    def __init__(self, *, most_changes: int = _MOST_CHANGES) -> None:
        self.resync_required = True
        self._most_changes = most_changes
        self._transactions: list[Transaction] = []
        self._changes = 0
        self._doubted: set[int] = set()

    @property
    def waits(self) -> bool:
        """Whether anything has still to be handed out."""
        return bool(self._transactions)

    def extend(self, transactions: Sequence[Transaction]) -> None:
        """Add what was decoded."""
        self._transactions.extend(transactions)
        self._changes += sum(len(transaction.changes) for transaction in transactions)
        if self._doubted:
            self._doubted.difference_update(transaction.xid for transaction in transactions)
        if self._changes > self._most_changes:
            self.lose()

    def lose(self) -> None:
        """Drop everything and mark a gap."""
        self._transactions.clear()
        self._changes = 0
        self.resync_required = True

    def divide(self, snapshot: Snapshot) -> Division:
        """What this snapshot sees of the backlog, and what not."""
        division = Division([], [])
        for transaction in self._transactions:
            (division.visible if snapshot.sees(transaction.xid) else division.waiting).append(transaction)
        return division

    def take(self, division: Division, snapshot: Snapshot, *, complete: bool) -> bool:
        """Hand out what is visible. Returns whether the snapshot may also show what was never delivered.

        Args:
            division: What :meth:`divide` made of the backlog just now.
            snapshot: The same snapshot.
            complete: Whether everything that the snapshot sees has been delivered, if it ever will be.
        """
        resync_required = (
            self._close_resync(division, snapshot)
            if self.resync_required
            else complete and self._doubt_confirmed(snapshot)
        )
        self._replace(division.waiting)
        return resync_required

    def give_back(self, transactions: Sequence[Transaction], *, resync_required: bool) -> None:
        """Take back what was handed out in vain; it will be handed out again."""
        self._replace(sorted([*transactions, *self._transactions], key=lambda transaction: transaction.lsn))
        self.resync_required = self.resync_required or resync_required

    def _replace(self, transactions: list[Transaction]) -> None:
        self._transactions = transactions
        self._changes = sum(len(transaction.changes) for transaction in transactions)

    def _close_resync(self, division: Division, snapshot: Snapshot) -> bool:
        """Note who was running: whoever re-reads everything in this snapshot misses at most their writes.

        A transaction's commit record may lie before the slot's first one, so that it is never delivered, while this
        snapshot does not see it yet either.
        """
        self.resync_required = False
        delivered = {transaction.xid for transaction in division.waiting}
        self._doubted = {xid & 0xFFFFFFFF for xid in snapshot.running} - delivered
        return True

    def _doubt_confirmed(self, snapshot: Snapshot) -> bool:
        """Whether a transaction in doubt has ended without being delivered."""
        ended = {xid for xid in self._doubted if snapshot.sees(xid)}
        self._doubted -= ended
        return bool(ended)
