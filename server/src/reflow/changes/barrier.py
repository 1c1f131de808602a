"""The visibility barrier: from *decoded* to *visible*.

PostgreSQL sends a commit to the stream before other sessions can see it. A client that reads as soon as it learns of a
change may therefore read the old state, and get no second notice. So the barrier takes a snapshot first, and delivers
only the transactions that it sees, together with the snapshot.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg

from reflow.changes.backlog import Backlog, Division
from reflow.changes.change_stream import ChangeStream
from reflow.changes.epoch import UNKNOWN
from reflow.changes.kept import KeptConnection
from reflow.changes.snapshots import Snapshot, SnapshotView, look
from reflow.changes.source import CutLost, SnapshotBatch, SnapshotBehind
from reflow.changes.standby import LOST as STANDBY_LOST
from reflow.changes.standby import Behind, NoStandby, Standby
from reflow.postgres.database import Connection, Database

_NUDGE_AFTER = 0.002  # seconds for the stream to reach the snapshot's position by itself
_STREAM_PATIENCE = 0.05  # seconds for it to get there once nudged
_ORDER_PATIENCE = 0.1  # seconds to look for a snapshot that shows a prefix of the commits
_MOST_SHOWN = 10_000  # transactions that a standby showed, and that the primary may still hold back
_LONGEST_ROLLBACK = 1.0  # seconds
_FRESH = 0.5  # seconds that a transaction may be older than its cut
_LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InternalClientError,  # on a connection that the server has closed
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
_BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

# During a large write without a commit, PostgreSQL flushes the log page by page, so the flushed position may be inside
# a record, which a stream of whole records cannot reach. A commit flushes to the end of a record. This nudge commits
# and leaves no data behind, and the stream skips it: its message belongs to no transaction, and its transaction is
# empty.
_NUDGE = "SELECT pg_current_xact_id()::text, pg_logical_emit_message(false, 'reflow', '')::text"


class Barrier:
    """Opens cuts, on connections of its own.

    Attributes:
        stream: The proven stream, or None while there is none; then every cut requires a resync.
        epoch: The epoch of the log that `stream` reads.

    Args:
        database: Where to connect to.
        backlog: The decoded transactions.
        readers: Standbys on one of which cuts are opened while it keeps up with the primary.
        calls: Where others enter the snapshots of cuts of the primary: `database` by default.
    """

    def __init__(
        self, database: Database, backlog: Backlog, readers: Sequence[Database] = (), calls: Database | None = None
    ) -> None:
        self.stream: ChangeStream | None = None
        self.epoch = UNKNOWN
        self._backlog = backlog
        self._calls = calls or database
        self._primary = self._reading = KeptConnection(database)
        self._standby = Standby(readers) if readers else None
        self._shown_there: deque[int] = deque(maxlen=_MOST_SHOWN)
        self._shown_here = 0
        self._nudging = KeptConnection(database)
        self._one_at_a_time = asyncio.Lock()
        self._early: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._begun_at = 0.0
        self._is_expected = False
        self._ts = 0

    @asynccontextmanager
    async def cut(self) -> AsyncIterator[SnapshotBatch]:
        """See :meth:`reflow.changes.source.ChangeSource.cut`."""
        async with self._one_at_a_time:
            cut: SnapshotBatch | None = None
            try:
                cut = await self._open_on_standby() or await self._open()
                yield cut
                if cut.is_spoilt:
                    self._reading.leave()
                    self._begun_at = 0.0
                else:
                    await self._end(cut.connection)
            except BaseException as error:
                if self._abandon(cut, error) and isinstance(error, Exception):
                    raise CutLost("The connection of the cut was lost.") from error
                raise

    def require_shown(self, snapshot: Snapshot) -> None:
        """Check that a snapshot of the primary shows what cuts on the standby have shown.

        Raises:
            SnapshotBehind: It does not, because the commit waits for another standby.
        """
        if not all(map(snapshot.sees, self._shown_there)):
            raise SnapshotBehind

    def expect(self) -> None:
        """Begin the next cut's transaction in advance. It takes no snapshot until the cut's first statement."""
        if self.is_on_standby:
            return
        if self._one_at_a_time.locked():
            self._is_expected = True
        elif (self._early is None or self._early.done()) and not self._is_fresh and self.stream is not None:
            self._early = asyncio.create_task(self._begin_early())

    def close(self) -> None:
        """Close the connections."""
        if self._early is not None:
            self._early.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._primary.drop()
        self._nudging.drop()
        if self._standby is not None:
            self._standby.close()

    def _abandon(self, cut: SnapshotBatch | None, error: BaseException) -> bool:
        """Return the transactions to the backlog, and drop the connection, on which a statement may still be running.

        Returns:
            Whether the connection was lost before.
        """
        lost = self._reading.lost or isinstance(error, _LOST)
        # A standby ends a snapshot that needs rows which the primary has removed.
        is_unusable = lost or isinstance(error.__cause__, (asyncpg.SerializationError, TimeoutError))
        if self._standby is not None and self.is_on_standby and is_unusable:
            self._standby.leave(error)
        if cut is not None:
            self._backlog.give_back(cut.transactions, resync_required=cut.resync_required or lost)
        elif lost:
            self._backlog.resync_required = True
        self._reading.drop()
        return lost

    @property
    def is_on_standby(self) -> bool:
        """Whether the last cut was opened on the standby."""
        return self._reading is not self._primary

    async def _open_on_standby(self) -> SnapshotBatch | None:
        """Open the cut on the standby, if there is one and it may serve cuts now."""
        standby, stream = self._standby, self.stream
        if standby is None or stream is None:
            return None
        await self._early_is_done()
        if not await standby.may_serve(stream, self.epoch, self._shown_here):
            return None
        await self._read_on(standby.kept)
        try:
            return await self._tried_on_standby(standby, stream)
        except (NoStandby, *STANDBY_LOST) as error:
            standby.leave(error)
            return None

    async def _tried_on_standby(self, standby: Standby, stream: ChangeStream) -> SnapshotBatch:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _ORDER_PATIENCE
        connection = await standby.kept.get()
        while True:
            snapshot = await standby.look(connection)
            complete = await self._delivered(stream, snapshot.received)
            snapshot = await standby.resolved(connection, snapshot, self._backlog.transactions)
            division = self._backlog.divide(snapshot)
            if stream is not self.stream:
                raise NoStandby("the log is not followed")
            if not snapshot.unclear or loop.time() > deadline:
                break
        if standby.is_behind(stream, division.waiting):
            raise Behind("it is behind the primary")
        complete = complete and not snapshot.unclear
        self._shown_there.extend(transaction.xid for transaction in division.visible)
        return self._release(connection, snapshot, division, stream, complete=complete)

    async def _open(self) -> SnapshotBatch:
        await self._early_is_done()
        await self._read_on(self._primary)
        connection = await self._begun()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _ORDER_PATIENCE
        while True:
            snapshot, flushed = await look(connection)
            stream = self.stream
            if stream is None:
                return self._blind(connection, flushed)
            complete = await self._delivered(stream, flushed)
            division = self._backlog.divide(snapshot)
            held_back = {xid for xid in self._shown_there if not snapshot.sees(xid)}
            if stream is self.stream and ((division.in_order and not held_back) or loop.time() > deadline):
                # With synchronous replication a standby may show a transaction before the primary does.
                self._backlog.doubt(held_back)
                self._shown_there.clear()
                self._shown_here = flushed
                return self._release(connection, snapshot, division, stream, complete=complete)
            await self._begin()

    @property
    def _is_fresh(self) -> bool:
        """Whether the transaction has begun recently. In an old one ``now()`` would be wrong."""
        return asyncio.get_running_loop().time() - self._begun_at < _FRESH

    async def _begun(self) -> Connection:
        """The connection, in a transaction."""
        connection = await self._reading.get()
        if not (connection.raw.is_in_transaction() and self._is_fresh):
            await self._begin()
        return connection

    async def _early_is_done(self) -> None:
        early, self._early = self._early, None
        if early is not None:
            await early

    async def _read_on(self, kept: KeptConnection) -> None:
        """Open cuts on this connection from now on."""
        if kept is not self._reading:
            if not self._reading.lost:
                await self._roll_back()
            self._reading = kept

    async def _begin(self) -> None:
        connection = await self._reading.get()
        await connection.raw.execute(f"ROLLBACK; {_BEGIN}" if connection.raw.is_in_transaction() else _BEGIN)
        self._begun_at = asyncio.get_running_loop().time()

    async def _begin_early(self) -> None:
        try:
            await self._begin()
        except Exception:  # noqa: BLE001  # the cut itself meets the same error, and handles it
            self._reading.drop()
        self._let_go_later()

    async def _end(self, connection: Connection) -> None:
        if self._standby is not None and self.is_on_standby:
            await self._standby.end(connection)
            return
        expected, self._is_expected = self._is_expected, False
        await connection.raw.execute(f"COMMIT; {_BEGIN}" if expected else "COMMIT")
        self._begun_at = 0.0
        if expected:
            self._begun_at = asyncio.get_running_loop().time()
            self._let_go_later()

    def _let_go_later(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(2 * _FRESH, self._let_go)

    def _let_go(self) -> None:
        """End a transaction that was begun in advance for a commit that did not come."""
        self._timer = None
        if self._is_fresh:
            self._let_go_later()
        elif not self._one_at_a_time.locked() and (self._early is None or self._early.done()):
            self._early = asyncio.create_task(self._roll_back())

    async def _roll_back(self) -> None:
        try:
            connection = await self._reading.get()
            if connection.raw.is_in_transaction():
                async with asyncio.timeout(_LONGEST_ROLLBACK):
                    await connection.raw.execute("ROLLBACK")
        except Exception:  # noqa: BLE001  # likewise
            self._reading.drop()

    async def _delivered(self, stream: ChangeStream, flushed: int) -> bool:
        """Wait until the stream has delivered everything up to this position. Returns whether it has."""
        if await stream.reach(flushed, within=_NUDGE_AFTER):
            return True
        try:
            async with asyncio.timeout(_STREAM_PATIENCE):
                await (await self._nudging.get()).text(_NUDGE)
        except asyncpg.TooManyConnectionsError:
            pass  # the stream gets there later, and the cut is not exact
        except _LOST:
            self._nudging.drop()
        return await stream.reach(flushed, within=_STREAM_PATIENCE)

    def _blind(self, connection: Connection, flushed: int) -> SnapshotBatch:
        self._ts = max(self._ts, self.epoch.timestamp(flushed))
        return SnapshotBatch(
            ts=self._ts,
            transactions=[],
            resync_required=True,
            exact=False,
            connection=connection,
            database=self._calls,
        )

    def _release(
        self,
        connection: Connection,
        snapshot: SnapshotView,
        division: Division,
        stream: ChangeStream,
        *,
        complete: bool,
    ) -> SnapshotBatch:
        # The snapshot sees all commits before the first one that it does not see.
        reached = division.waiting[0].lsn - 1 if division.waiting else stream.position
        self._ts = max(self._ts, self.epoch.timestamp(reached))
        resync_required = self._backlog.take(division, snapshot, complete=complete)
        return SnapshotBatch(
            ts=self._ts,
            transactions=division.visible,
            resync_required=resync_required,
            exact=complete and division.in_order,
            connection=connection,
            database=self._standby.database if self._standby is not None and self.is_on_standby else self._calls,
        )
