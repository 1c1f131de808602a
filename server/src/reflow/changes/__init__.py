"""All writes to the database, by any client, in the order of their commits.

One source per process. It reads the write-ahead log, so it sees this process's writes, another's, and an operator's
psql alike; and it hands transactions out only inside a :class:`SnapshotBatch`, a snapshot in which they are visible.
"""

from reflow.changes.change_stream import ChangeStream, Connect, Deliver, StreamConnection
from reflow.changes.source import ChangeSource, CutLost, SnapshotBatch, SourceUnproven
from reflow.changes.transactions import Change, Transaction
from reflow.changes.wal import WalSource

__all__ = [
    "Change",
    "ChangeSource",
    "ChangeStream",
    "Connect",
    "CutLost",
    "Deliver",
    "SnapshotBatch",
    "SourceUnproven",
    "StreamConnection",
    "Transaction",
    "WalSource",
]
