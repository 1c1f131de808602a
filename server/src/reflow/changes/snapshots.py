"""Which transactions a snapshot sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from reflow.changes.positions import lsn_of

if TYPE_CHECKING:
    from reflow.postgres.database import Connection

_XIDS = 1 << 32
# The snapshot is taken first. With synchronous_commit, everything that it shows was flushed before, and so is below
# `flushed`.
_LOOK = "SELECT pg_current_snapshot()::text AS snapshot, pg_current_wal_flush_lsn()::text AS flushed"


class SnapshotView(Protocol):
    """What is known of a snapshot.

    Attributes:
        running: Transactions that had not ended, as far as they are known.
    """

    @property
    def running(self) -> frozenset[int]:
        """See the class."""

    def sees(self, xid: int) -> bool:
        """See :meth:`Snapshot.sees`."""


class Snapshot(msgspec.Struct, frozen=True):
    """A snapshot as ``pg_current_snapshot()`` prints it, in 64-bit transaction ids.

    Attributes:
        xmin: Every transaction below it had ended.
        xmax: No transaction from here on had ended.
        running: The transactions in between that had not ended.
    """

    xmin: int
    xmax: int
    running: frozenset[int]

    @classmethod
    def parse(cls, text: str) -> Snapshot:
        """Parse ``xmin:xmax:running,…``."""
        xmin, xmax, running = text.split(":")
        return cls(int(xmin), int(xmax), frozenset(map(int, running.split(","))) if running else frozenset())

    def sees(self, xid: int) -> bool:
        """Whether this transaction had ended; if it was committed, it is then visible.

        Args:
            xid: A 64-bit id, or its lower 32 bits; the upper ones are then taken from `xmax`, to which it must be near.
        """
        full = full_id(xid, self.xmax)
        return full < self.xmin or (full < self.xmax and full not in self.running)


def full_id(xid: int, near: int) -> int:
    """The 64-bit id of a transaction.

    Args:
        xid: The id, or its lower 32 bits.
        near: A 64-bit id less than 2^31 away from it.
    """
    distance = (xid - near) % _XIDS
    return near + distance - (0 if distance < _XIDS // 2 else _XIDS)


async def look(connection: Connection) -> tuple[Snapshot, int]:
    """The snapshot of the connection's transaction, which is taken now if it has none, and a position of the log below
    which are all commits that it shows.
    """
    (row,) = await connection.text(_LOOK)
    return Snapshot.parse(row.snapshot), lsn_of(row.flushed)
