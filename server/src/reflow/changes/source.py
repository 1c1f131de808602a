"""The interface of a change source for the rest of the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import asyncpg

from reflow.changes.commits import TransactionRef
from reflow.changes.snapshots import Snapshot
from reflow.changes.transactions import Transaction
from reflow.postgres.database import Connection, Database


class CutLost(Exception):
    """The connection that holds the cut's snapshot was lost. The next cut opens another and requires a resync."""


class SourceUnproven(Exception):
    """A write of the engine's own did not come back through the stream, so other writes would not either."""


class SnapshotBehind(OSError):
    """A snapshot of the primary does not show a transaction that a standby has shown already."""


class SnapshotBatch:
    """One committed state of the database, and the transactions since the last cut that led to it.

    Attributes:
        ts: Every commit up to this timestamp is visible in the cut. Never less than the last cut's.
        transactions: The transactions delivered with this cut, in the order of their commits; each is visible in it.
        resync_required: Other changes are possible too: callers must read everything again, in this cut.
        exact: No commit later than `ts` is visible. False only if the stream is down or did not reach an orderly state
            in time; a commit that is visible too early is still delivered, with this cut or a later one.
        connection: A connection inside the cut's snapshot, read only.
        database: The server of this connection: the primary or a standby. Only there can the snapshot be shared.
        is_spoilt: Set when a statement on the connection was stopped, so that it cannot be used again.
    """

    def __init__(
        self,
        *,
        ts: int,
        transactions: list[Transaction],
        resync_required: bool,
        exact: bool,
        connection: Connection,
        database: Database,
    ) -> None:
        self.ts = ts
        self.transactions = transactions
        self.resync_required = resync_required
        self.exact = exact
        self.connection = connection
        self.database = database
        self.is_spoilt = False

    async def export(self) -> str:
        """The snapshot's name, for ``SET TRANSACTION SNAPSHOT`` on other connections while the cut is open.

        Raises:
            CannotExport: The database has no room for the file of it. The cut cannot be used again.
        """
        try:
            return str((await self.connection.text("SELECT pg_export_snapshot() AS name"))[0].name)
        except asyncpg.InsufficientResourcesError as error:
            raise CannotExport from error


class CannotExport(Exception):
    """PostgreSQL cannot write the file of a snapshot that connections want to share: its disk is full."""


class ChangeSource(Protocol):
    """Every committed write to the published tables, by any client.

    Attributes:
        on_pending: Called from the event loop when a cut would deliver transactions or require a resync. For
            transactions that do not matter it is called later, once for many.
        matters: Asked about decoded transactions: whether a cut should deliver them at once.
        reads_behind: Whether an exact cut may lack commits that were acknowledged before it began, because it is
            opened on a standby.
    """

    on_pending: Callable[[], None]
    matters: Callable[[Sequence[Transaction]], bool]
    reads_behind: bool

    @property
    def healthy(self) -> bool:
        """Whether changes arrive. While they do not, every cut requires a resync, and `on_pending` is not called for
        writes.
        """

    async def start(self) -> None:
        """Begin to follow changes. Also returns if that must wait for open write transactions to end.

        Raises:
            SourceUnproven: Writes do not come through the stream.
            Exception: The source cannot be reached or refuses.
        """

    async def stop(self) -> None:
        """Stop following."""

    async def committed(self, ref: TransactionRef, *, within: float = 60.0) -> int:
        """The timestamp of a transaction's commit.

        Args:
            ref: The transaction's id, from ``pg_current_xact_id()``, or session and number of the request that it
                wrote into ``reflow_requests``. It must have written to a published table, or have emitted a logical
                message; others leave no trace in the stream.
            within: Seconds to wait for it.

        Raises:
            TimeoutError: It did not come in time. It may be committed all the same.
        """

    async def look(self, connection: Connection) -> tuple[Snapshot, int]:
        """The snapshot of a transaction on the primary, which is taken now if it has none, and a timestamp that covers
        everything it shows; cuts reach it soon.

        Raises:
            SnapshotBehind: A cut on a standby has shown more. A later snapshot will show it.
        """

    async def flushed(self) -> int:
        """A timestamp that covers everything committed before now; cuts reach it soon."""

    def expect(self) -> None:
        """Announce that a commit will come soon, so that the next cut can be prepared meanwhile."""

    def cut(self) -> AbstractAsyncContextManager[SnapshotBatch]:
        """Open the next cut. Only one is open at a time; other callers wait.

        When the body raises, the next cut delivers the same transactions again.

        Raises:
            CutLost: The connection broke, before or in the body.
        """
