"""Cuts on a standby of PostgreSQL: whether one may serve them, and which transactions its snapshots see.

A standby shows transactions in the order of their commit records. But it cannot tell which one was its last at the
moment of a snapshot: ``pg_current_snapshot()`` prints no running transactions there, and the position of its replay is
read before or after the snapshot, never with it. So three things are combined:

* below the snapshot's ``xmin`` every transaction had ended, and from ``xmax`` on none had;
* in between, those had ended whose commit record was replayed before the snapshot was taken;
* and those had not that are still running afterwards.

If a transaction is none of these, it ended while the snapshot was taken, and another snapshot must be tried.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

import asyncpg
import msgspec

from reflow.changes.kept import KeptConnection
from reflow.changes.positions import lsn_of
from reflow.changes.snapshots import full_id

if TYPE_CHECKING:
    from reflow.changes.change_stream import ChangeStream
    from reflow.changes.epoch import Epoch
    from reflow.changes.transactions import Transaction
    from reflow.postgres.database import Connection, Database

_LOG = logging.getLogger(__name__)
_CATCH_UP = 0.1  # seconds in which a standby must replay what pages already show
_REST = 5.0  # seconds until a standby is tried again that cannot serve cuts
_LONGEST_BEHIND = 1.0  # seconds that a commit may be missing on it
_POLL = 0.002  # seconds
_PATIENCE = 1.0  # seconds for the position and the snapshot
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError)
"""The errors after which cuts are opened on the primary."""
_ON_STANDBY = "SELECT pg_is_in_recovery() AS is_standby, pg_last_wal_replay_lsn()::text AS replayed"
_KNOWS_EPOCH = "SELECT true FROM reflow_epoch WHERE epoch = $1 AND ts = $2 AND position = $3"
# In one round trip, so that as few transactions as possible end between the position and the snapshot.
_BEGIN = """
    BEGIN; SELECT set_config('reflow.replayed', pg_last_wal_replay_lsn()::text, false); COMMIT;
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_current_snapshot()"""
# Replay never goes beyond what was received, so neither does the snapshot, which was taken before.
_LOOK = """
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, pg_snapshot_xmax(pg_current_snapshot())::text AS xmax,
        pg_is_in_recovery() AS is_standby, current_setting('reflow.replayed') AS before,
        pg_last_wal_replay_lsn()::text AS replayed, pg_last_wal_receive_lsn()::text AS received"""
_STATUS = "SELECT xid, pg_xact_status(xid::xid8) AS status FROM unnest($1::text[]) AS xid"


class NoStandby(Exception):
    """The server is not, or no longer, a standby that may serve cuts."""


class StandbySnapshot(msgspec.Struct, frozen=True):
    """What is known of a standby's snapshot.

    Attributes:
        xmin: Every transaction below it had ended.
        xmax: No transaction from here on had ended.
        replayed: A position of the log up to which every commit is visible.
        received: No commit beyond it is visible.
        is_bounded: Whether `received` is certain. It is not while the standby reads the log from an archive.
        ended: Transactions from `xmin` on that had ended.
        unclear: Transactions of which it is unknown whether they had.
    """

    xmin: int
    xmax: int
    replayed: int
    received: int
    is_bounded: bool
    ended: frozenset[int] = frozenset()
    unclear: frozenset[int] = frozenset()

    @property
    def running(self) -> frozenset[int]:
        """None is known. A standby that serves cuts has replayed the beginning of the stream, so it shows every
        transaction that the stream does not bring.
        """
        return frozenset()

    def sees(self, xid: int) -> bool:
        """Whether this transaction had ended for certain. See :meth:`reflow.changes.snapshots.Snapshot.sees`."""
        full = full_id(xid, self.xmax)
        return full < self.xmin or full in self.ended

    def between(self, xid: int) -> bool:
        """Whether `xmin` and `xmax` do not tell if it had ended."""
        return self.xmin <= full_id(xid, self.xmax) < self.xmax


class Standby:
    """The connection to a standby on which cuts are opened.

    Args:
        database: The standby. Several of them may share an address.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.kept = KeptConnection(database)
        self._admitted: tuple[Connection, ChangeStream] | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._rests_until = 0.0
        self._decoded: deque[tuple[float, int]] = deque()

    async def may_serve(self, stream: ChangeStream, epoch: Epoch) -> bool:
        """Whether the next cut may be opened on it: it shows everything that the stream has delivered or begun after.
        If not, it is tried again some seconds later.

        Args:
            stream: The stream that is followed.
            epoch: The epoch of its log. Only a server that continues this log knows it.
        """
        if asyncio.get_running_loop().time() < self._rests_until:
            return False
        if self.kept.lost:
            # Cuts go on meanwhile: a machine that does not answer takes long to be given up.
            if self._connecting is None or self._connecting.done():
                self._connecting = asyncio.create_task(self._connect())
            return False
        connection = await self.kept.get()
        if self._admitted is None or self._admitted[0] is not connection or self._admitted[1] is not stream:
            try:
                async with asyncio.timeout(_PATIENCE):
                    await self._admit(connection, stream, epoch)
            except (NoStandby, *LOST) as error:
                self.leave(error)
                return False
        return True

    def close(self) -> None:
        """Close the connection."""
        if self._connecting is not None:
            self._connecting.cancel()
        self.kept.drop()

    async def look(self, connection: Connection) -> StandbySnapshot:
        """Begin a transaction, and take its snapshot.

        Raises:
            NoStandby: It was promoted.
            Exception: One of `LOST`.
        """
        async with asyncio.timeout(_PATIENCE):
            await connection.raw.execute(f"ROLLBACK; {_BEGIN}" if connection.raw.is_in_transaction() else _BEGIN)
            (row,) = await connection.text(_LOOK)
        if not row.is_standby:
            raise NoStandby("it was promoted")
        replayed, received = lsn_of(row.replayed), lsn_of(row.received) if row.received else 0
        return StandbySnapshot(
            xmin=int(row.xmin),
            xmax=int(row.xmax),
            replayed=lsn_of(row.before),
            received=max(received, replayed),
            is_bounded=received >= replayed,
        )

    async def resolved(
        self, connection: Connection, snapshot: StandbySnapshot, transactions: Sequence[Transaction]
    ) -> StandbySnapshot:
        """The snapshot, with what is known about these transactions.

        Args:
            connection: The connection of the snapshot.
            transactions: Committed ones. Of others in doubt, the snapshot says that it does not see them; those that
                are decoded from now on are beyond `received`.
        """
        doubtful = [each for each in transactions if snapshot.between(each.xid)]
        ended = {full_id(each.xid, snapshot.xmax) for each in doubtful if each.lsn <= snapshot.replayed}
        unknown = {
            full_id(each.xid, snapshot.xmax) for each in doubtful if snapshot.replayed < each.lsn <= snapshot.received
        }
        if unknown:
            async with asyncio.timeout(_PATIENCE):
                rows = await connection.text(_STATUS, [str(each) for each in unknown])
            unknown = {int(row.xid) for row in rows if row.status != "in progress"}
        return msgspec.structs.replace(snapshot, ended=frozenset(ended), unclear=frozenset(unknown))

    def is_behind(self, stream: ChangeStream, waiting: Sequence[Transaction]) -> bool:
        """Whether a transaction that the last cut does not see was decoded more than a second ago."""
        now = asyncio.get_running_loop().time()
        self._decoded.append((now, stream.position))
        while len(self._decoded) > 1 and self._decoded[1][0] < now - _LONGEST_BEHIND:
            self._decoded.popleft()
        at, position = self._decoded[0]
        return bool(waiting) and at < now - _LONGEST_BEHIND and waiting[0].lsn <= position

    def leave(self, reason: BaseException) -> None:
        """Open no cuts on it for some seconds."""
        if self._admitted is not None or not self._rests_until:
            _LOG.warning("Live queries do not read on the standby at the moment: %s", reason, extra={"reason": reason})
        self._rests_until = asyncio.get_running_loop().time() + _REST
        self._admitted = None
        self._decoded.clear()
        self.database.discard_idle()
        if not isinstance(reason, NoStandby):
            self.kept.drop()

    async def _connect(self) -> None:
        try:
            await self.kept.get()
        except LOST as error:
            self.leave(error)

    async def _admit(self, connection: Connection, stream: ChangeStream, epoch: Epoch) -> None:
        self._admitted = None
        if connection.raw.is_in_transaction():
            await connection.raw.execute("ROLLBACK")
        ends = asyncio.get_running_loop().time() + _CATCH_UP
        while True:
            (row,) = await connection.text(_ON_STANDBY)
            if not row.is_standby:
                raise NoStandby("it is not a standby")
            if lsn_of(row.replayed) >= stream.position:
                break
            if asyncio.get_running_loop().time() > ends:
                raise NoStandby("it has not replayed what pages show")
            await asyncio.sleep(_POLL)
        if not await connection.text(_KNOWS_EPOCH, epoch.number, epoch.ts, epoch.position):
            raise NoStandby("it follows another server")
        self._admitted, self._rests_until = (connection, stream), 0.0
        _LOG.info("Live queries read on the standby.")
