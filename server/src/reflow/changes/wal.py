"""A change source that follows the write-ahead log of one PostgreSQL server, itself or through a relay."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import psycopg

from reflow.changes.backlog import Backlog
from reflow.changes.barrier import Barrier
from reflow.changes.change_stream import ChangeStream, Connect
from reflow.changes.commits import Commits, TransactionRef
from reflow.changes.epoch import UNKNOWN, Epoch, beat, epoch_of
from reflow.changes.positions import lsn_of
from reflow.changes.snapshots import Snapshot, look
from reflow.changes.source import SnapshotBatch, SourceUnproven
from reflow.changes.stream import LogConnection
from reflow.changes.transactions import Transaction
from reflow.postgres.database import Connection, Database

_LOG = logging.getLogger(__name__)
_PROOF_PATIENCE = 5.0  # seconds
_POKE_AFTER = 0.002  # seconds for a commit to come by itself; see the interval of status reports in stream.py
# Seconds for a commit that was decoded to become visible too. With synchronous replication that can take long.
_LOOK_AGAIN_AFTER, _LOOK_AGAIN_AT_MOST = 0.001, 0.05
_BATCH = 0.5  # seconds until a cut delivers transactions that do not matter to any result
_LAG = """
    SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), confirmed_flush_lsn)::bigint AS bytes
    FROM pg_replication_slots WHERE slot_name = $1"""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0  # seconds between attempts to connect


class WalSource:
    """A change source that follows one stream, and connects again when it is lost. Implements :class:`ChangeSource`.

    Args:
        database: The database for the stream's test write and for cuts; its DSN is also used for replication.
        publications: The publications to follow. One of them must contain ``reflow_epoch``.
        on_pending: See the attribute.
        lock_timeout: How long creating the slot may wait for open write transactions, as PostgreSQL spells it.
        slot_prefix: The beginning of the slot's name: lower-case letters, digits and underscores.
        connect: Connects to a relay; by default the source reads the log itself, on a temporary slot of its own.
        readers: Standbys of the database, each of them one server. Cuts are opened on one of them while it keeps up,
            and on the primary otherwise. See ``reflow/changes/standby.py``.
        calls: The database that the engine has, if that is another way to the primary, such as through a pooler.
    """

    def __init__(
        self,
        database: Database,
        publications: Sequence[str],
        *,
        on_pending: Callable[[], None] = lambda: None,
        lock_timeout: str = "5s",
        slot_prefix: str = "reflow",
        connect: Connect | None = None,
        readers: Sequence[Database] = (),
        calls: Database | None = None,
    ) -> None:
        self.on_pending = on_pending
        self.matters: Callable[[Sequence[Transaction]], bool] = bool
        self._look_again = _LOOK_AGAIN_AFTER
        self._later: asyncio.TimerHandle | None = None
        self._database = database
        self._publications = tuple(publications)
        self._connect = connect or partial(
            LogConnection.connect,
            database.dsn,
            self._publications,
            lock_timeout=lock_timeout,
            schema=database.schema,
            slot_prefix=slot_prefix,
        )
        self._backlog = Backlog()
        self._commits = Commits()
        self._barrier = Barrier(database, self._backlog, readers, calls)
        self.reads_behind = bool(readers)
        self._epoch = UNKNOWN
        self._stream: ChangeStream | None = None
        self._slot = ""
        self._following: asyncio.Task[None] | None = None
        self._first_outcome: asyncio.Future[None] | None = None
        self._was_unproven = False

    @property
    def healthy(self) -> bool:
        """Whether a proven stream is running."""
        return self._barrier.stream is not None

    async def start(self) -> None:
        """Connect, create a slot, and prove that a write comes back; from then on stay connected."""
        self._first_outcome = asyncio.get_running_loop().create_future()
        self._following = asyncio.create_task(self._follow(), name="reflow changes")
        try:
            await asyncio.shield(self._first_outcome)
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """End the stream and close the barrier's connection."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
            self._following = None
        if self._later is not None:
            self._later.cancel()
        self._barrier.close()

    async def committed(self, ref: TransactionRef, *, within: float = 60.0) -> int:
        """See :meth:`ChangeSource.committed`."""
        poke = asyncio.get_running_loop().call_later(_POKE_AFTER, self._poke)
        try:
            return await self._commits.of(ref, within=within)
        finally:
            poke.cancel()

    def expect(self) -> None:
        """See :meth:`ChangeSource.expect`."""
        self._barrier.expect()

    @property
    def backlog(self) -> int:
        """How many decoded transactions no cut has delivered yet."""
        return len(self._backlog.transactions)

    @property
    def reads_on_standby(self) -> bool:
        """Whether the last cut was opened on the standby."""
        return self._barrier.is_on_standby

    async def lag(self) -> int | None:
        """How many bytes of the log the server keeps for the slot of this stream; None while there is none."""
        async with self._database.connection() as connection:
            rows = await connection.text(_LAG, self._slot)
        return rows[0].bytes if rows else None

    async def look(self, connection: Connection) -> tuple[Snapshot, int]:
        """See :meth:`ChangeSource.look`."""
        snapshot, flushed = await look(connection)
        self._barrier.require_shown(snapshot)
        return snapshot, self._epoch.timestamp(flushed)

    async def flushed(self) -> int:
        """See :meth:`ChangeSource.flushed`."""
        async with self._database.connection() as connection:
            (row,) = await connection.text("SELECT pg_current_wal_flush_lsn()::text AS lsn")
        return self._epoch.timestamp(lsn_of(row.lsn))

    @asynccontextmanager
    async def cut(self) -> AsyncIterator[SnapshotBatch]:
        """See :meth:`ChangeSource.cut`."""
        async with self._barrier.cut() as cut:
            yield cut
        if self._backlog.waits:
            # Decoded transactions that are not visible yet are not announced a second time. They may matter to results
            # that are new since.
            soon = self._backlog.resync_required or self.matters(self._backlog.transactions)
            pause = self._look_again if soon else _BATCH
            self._look_again = min(2 * self._look_again, _LOOK_AGAIN_AT_MOST)
            asyncio.get_running_loop().call_later(pause, self._pending_again)
        else:
            self._look_again = _LOOK_AGAIN_AFTER

    async def _follow(self) -> None:
        failures = 0
        while True:
            try:
                reason = await self._stream_until_lost()
                failures = 0
            except Exception as error:  # noqa: BLE001 — the log tells it; the only remedy is to connect again
                reason = error
                failures += 1
            self._interrupted(reason)
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**failures)
            # Jitter, so that many processes do not reconnect to a restarted server all at once.
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 — not for security

    async def _stream_until_lost(self) -> BaseException:
        connection = await self._connect()
        try:
            self._enter(await epoch_of(self._database, await connection.identify()))
            stream = await connection.stream(self._deliver)
        except BaseException:
            connection.close()
            raise
        self._stream, self._slot = stream, connection.slot
        try:
            await self._prove(stream)
            self._resume(stream)
            return await asyncio.shield(stream.lost)
        finally:
            self._stream = self._barrier.stream = None
            stream.close()

    def _enter(self, epoch: Epoch) -> None:
        if epoch != self._epoch:
            # In another log the same ids may belong to other transactions.
            self._commits.forget()
        self._epoch = self._barrier.epoch = epoch

    async def _prove(self, stream: ChangeStream) -> None:
        """Write to a published table, and wait until the write comes back: PostgreSQL 18 silently ignores a missing
        publication.
        """
        try:
            await self.committed(await beat(self._database, self._epoch), within=_PROOF_PATIENCE)
        except TimeoutError:
            if stream.lost.done():
                raise stream.lost.result() from None
            names = ", ".join(self._publications)
            raise SourceUnproven(
                f"A write to reflow_epoch did not come back within {_PROOF_PATIENCE:.0f} seconds. "
                f"Do the publications exist, and does one of them contain the table? ({names})"
            ) from None

    def _pending_again(self) -> None:
        if self._backlog.waits and self.healthy:
            self.on_pending()

    def _poke(self) -> None:
        if self._stream is not None:
            self._stream.ask()

    def _deliver(self, transactions: list[Transaction]) -> None:
        self._backlog.extend(transactions)
        for transaction in transactions:
            ts = self._epoch.timestamp(transaction.lsn)
            self._commits.add(transaction.xid, ts)
            if transaction.request is not None:
                self._commits.add(transaction.request, ts)
        if not self.healthy:
            return
        if self._backlog.resync_required or self.matters(transactions):
            self.on_pending()
        elif self._later is None:
            self._later = asyncio.get_running_loop().call_later(_BATCH, self._deliver_batch)

    def _deliver_batch(self) -> None:
        """Announce transactions that did not matter when they came, so that they do not pile up."""
        self._later = None
        self._pending_again()

    def _resume(self, stream: ChangeStream) -> None:
        self._barrier.stream = stream
        _LOG.info("Following changes.", extra={"epoch": self._epoch.number})
        if self._first_outcome is not None and not self._first_outcome.done():
            self._first_outcome.set_result(None)
        self.on_pending()

    def _interrupted(self, reason: BaseException) -> None:
        self._backlog.lose()
        first = self._first_outcome
        if first is not None and not first.done():
            # While another client's open transaction delays the slot, it is better to serve without it. Any other error
            # is a mistake in the set-up, and is reported at once.
            if isinstance(reason, psycopg.errors.LockNotAvailable):
                first.set_result(None)
            elif isinstance(reason, SourceUnproven) and not self._was_unproven:
                # A relay may still follow another server. The next connection goes to the log itself.
                self._was_unproven = True
            else:
                first.set_exception(reason)
                return
        _LOG.warning("Changes cannot be followed at the moment: %s", reason, extra={"reason": reason})
        self.on_pending()
