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
    from reflow.postgres.database import Connection, Database, Row

_LOG = logging.getLogger(__name__)
_CATCH_UP = 0.1  # seconds in which a standby must replay what pages already show
_REST = 5.0  # seconds until a standby is tried again that cannot serve cuts
_LONGEST_REST = 60.0  # seconds, of one that is behind again and again
_OPENING = 0.25  # seconds for another connection to a standby that has just served
_LONGEST_BEHIND = 1.0  # seconds that a commit may be missing on it
_POLL = 0.002  # seconds
_PATIENCE = 1.0  # seconds for the position and the snapshot
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError)
"""The errors after which cuts are opened on the primary."""
_ON_STANDBY = """
    SELECT pg_is_in_recovery() AS is_standby, pg_last_wal_replay_lsn()::text AS replayed,
        pg_last_wal_receive_lsn()::text AS received"""
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


class Behind(NoStandby):
    """The standby shows too little of what the primary has."""


class StandbySnapshot(msgspec.Struct, frozen=True):
    """What is known of a standby's snapshot.

    Attributes:
        xmin: Every transaction below it had ended.
        xmax: No transaction from here on had ended.
        replayed: A position of the log up to which every commit is visible.
        received: No commit beyond it is visible.
        ended: Transactions from `xmin` on that had ended.
        unclear: Transactions of which it is unknown whether they had.
    """

    xmin: int
    xmax: int
    replayed: int
    received: int
    ended: frozenset[int] = frozenset()
    unclear: frozenset[int] = frozenset()

    @property
    def running(self) -> frozenset[int]:
        """None is known. A standby that serves cuts has replayed the beginning of the stream, so it shows every
        transaction that came before.
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
    """The connection on which cuts are opened, to one of these standbys.

    Args:
        databases: The standbys. Each must be one server: connections that share a snapshot must meet the same one.
    """

    def __init__(self, databases: Sequence[Database]) -> None:
        self.database = databases[0]
        self.kept = KeptConnection(self.database)
        self._databases = deque(databases)
        self._admitted: tuple[Connection, ChangeStream] | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._rests_until = 0.0
        self._rest = _REST
        self._decoded: deque[tuple[float, int]] = deque()

    async def may_serve(self, stream: ChangeStream, epoch: Epoch, shown: int) -> bool:
        """Whether the next cut may be opened on it: it shows everything that the stream has delivered or begun after.
        If not, one is tried again some seconds later.

        Args:
            stream: The stream that is followed.
            epoch: The epoch of its log. Only a server that continues this log knows it.
            shown: A position that covers everything that cuts on the primary have shown.
        """
        if asyncio.get_running_loop().time() < self._rests_until:
            return False
        try:
            if not await self._is_connected():
                return False
            connection = await self.kept.get()
            if self._admitted is None or self._admitted[0] is not connection or self._admitted[1] is not stream:
                async with asyncio.timeout(_PATIENCE):
                    await self._admit(connection, stream, epoch, max(shown, stream.position))
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
            NoStandby: It was promoted, or does not stream from its primary.
            Exception: One of `LOST`.
        """
        async with asyncio.timeout(_PATIENCE):
            await connection.raw.execute(f"ROLLBACK; {_BEGIN}" if connection.raw.is_in_transaction() else _BEGIN)
            (row,) = await connection.text(_LOOK)
        received = _received(row)
        return StandbySnapshot(xmin=int(row.xmin), xmax=int(row.xmax), replayed=lsn_of(row.before), received=received)

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

    async def end(self, connection: Connection) -> None:
        """End a cut's transaction."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await connection.raw.execute("COMMIT")
        except LOST as error:
            self.leave(error)

    def is_behind(self, stream: ChangeStream, waiting: Sequence[Transaction]) -> bool:
        """Whether a transaction that the last cut does not see was decoded more than a second ago."""
        now = asyncio.get_running_loop().time()
        self._decoded.append((now, stream.position))
        while len(self._decoded) > 1 and self._decoded[1][0] < now - _LONGEST_BEHIND:
            self._decoded.popleft()
        at, position = self._decoded[0]
        return bool(waiting) and at < now - _LONGEST_BEHIND and waiting[0].lsn <= position

    def leave(self, reason: BaseException) -> None:
        """Open no cuts on it for some seconds, and then on the next of the standbys."""
        now = asyncio.get_running_loop().time()
        if self._admitted is not None or not self._rests_until:
            found = reason.__cause__ or reason
            said = "it does not answer" if isinstance(found, TimeoutError) else str(found) or repr(found)
            _LOG.warning(
                "Live queries do not read on the standby at the moment: %s", said, extra={"reason": repr(found)}
            )
        # One that has served for long begins anew.
        is_again = isinstance(reason, Behind) and now < self._rests_until + _LONGEST_REST
        self._rest = min(2 * self._rest, _LONGEST_REST) if is_again else _REST
        self._rests_until = now + self._rest
        self._admitted = None
        self._decoded.clear()
        self.database.discard_idle()
        self.kept.drop()
        self._databases.rotate(-1)
        self.database = self._databases[0]
        self.kept.move(self.database)

    async def _is_connected(self) -> bool:
        if not self.kept.lost:
            return True
        if self._admitted is not None:
            # It has served just now, and its connection was given up with a slow query.
            async with asyncio.timeout(_OPENING):
                await self.kept.get()
            return True
        # Cuts go on meanwhile: a machine that does not answer takes long to be given up.
        if self._connecting is None or self._connecting.done():
            self._connecting = asyncio.create_task(self._connect())
        return False

    async def _connect(self) -> None:
        try:
            await self.kept.get()
        except LOST as error:
            self.leave(error)

    async def _admit(self, connection: Connection, stream: ChangeStream, epoch: Epoch, shown: int) -> None:
        if connection.raw.is_in_transaction():
            await connection.raw.execute("ROLLBACK")
        ends = asyncio.get_running_loop().time() + _CATCH_UP
        while True:
            (row,) = await connection.text(_ON_STANDBY)
            _received(row)
            if lsn_of(row.replayed) >= shown:
                break
            if asyncio.get_running_loop().time() > ends:
                raise Behind("it has not replayed what pages show")
            await asyncio.sleep(_POLL)
        if not await connection.text(_KNOWS_EPOCH, epoch.number, epoch.ts, epoch.position):
            raise NoStandby("it follows another server")
        is_new, self._admitted = self._admitted is None, (connection, stream)
        if is_new:
            _LOG.info("Live queries read on the standby.")


def _received(row: Row) -> int:
    """The position that a standby has received from its primary."""
    if not row.is_standby:
        raise NoStandby("it is not a standby")
    if row.received is None or lsn_of(row.received) < lsn_of(row.replayed):
        raise NoStandby("it does not stream from its primary")
    return lsn_of(row.received)
