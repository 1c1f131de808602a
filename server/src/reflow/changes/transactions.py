"""A committed transaction, as decoded from the write-ahead log."""

from __future__ import annotations

import msgspec

_REQUESTS = "reflow_requests"
Values = dict[str, str | None]
"""The values by column, in the WAL's text form. A missing column was not sent: it is an unchanged large value, or
outside the replica identity.
"""


class Change(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One row written.

    Attributes:
        table: The table's name, with its schema in front unless that is the app's own (``public`` by default).
        new: The row after the change; None when it was deleted.
        old: The replica identity's columns before the change. None for an insert, and for an update that left every
            one of them as it was.
    """

    table: str
    new: Values | None
    old: Values | None


class Transaction(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One committed transaction.

    Attributes:
        xid: The lower 32 bits of its id, as the log has them; :meth:`reflow.changes.snapshots.Snapshot.sees` and
            ``WalSource.committed`` compare them with 64-bit ids.
        lsn: Where its commit record ends, in bytes of the log.
        changes: The rows written, in order, without those of `whole_tables`.
        whole_tables: Tables of which any row may have changed: truncated, altered, or with too many writes to list.
    """

    xid: int
    lsn: int
    changes: list[Change]
    whole_tables: frozenset[str]

    @property
    def request(self) -> tuple[str, str] | None:
        """Session and number, as text, of the client's request that this transaction answers; None for all others."""
        # A mutation writes this row last, except for writes of triggers at the commit.
        for change in reversed(self.changes):
            if change.table == _REQUESTS and change.new is not None:
                return str(change.new.get("session")), str(change.new.get("request"))
        return None
