"""Keeping a backup up to date: the log, the erasures and new media every two seconds, and a snapshot every day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec
import structlog

from inflow.backup import snapshots, state
from inflow.backup.destination import Destination
from inflow.backup.failure import FAILURES, BackupRefused
from inflow.backup.keys import KeyKeeper
from inflow.backup.ledger import Ledger
from inflow.backup.log_archive import LogArchive
from inflow.backup.making import Made, Source, make
from inflow.backup.media_copies import Copied, RecentMedia, copy_all
from inflow.backup.rules import EVERY, KeepRule
from reflow.embedded.base_backup import BackupFailed
from reflow.embedded.wal_receiver import WalReceiver

log = structlog.get_logger(__name__)

SLOT: Final = "inflow_backup"
RECEIVED: Final = "received"
"""The folder in the scratch folder where the log arrives."""

_LOCK: Final = 5_270_619_024  # an arbitrary number: one process follows a deployment
_TICK = 2.0  # seconds
_COPY_ALL_EVERY = timedelta(hours=1)
_AGAIN_AFTER = timedelta(minutes=10)  # a snapshot that failed
_BELONGS_TO = "received.for"  # a file beside the received log: the id of the backup in which it has no gap
_REACH = "reach.json"
_WRITE_REACH_EVERY = timedelta(seconds=60)  # where nothing else was written: a bucket charges for requests
_LONGEST_PAUSE = 60.0
_NOW = """
    SELECT clock_timestamp() AS now, pg_current_wal_insert_lsn()::text AS at,
           (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
           (SELECT system_identifier::text FROM pg_control_system()) AS system_id
"""
_RECEIVED = """
    SELECT write_lsn >= $1::text::pg_lsn AS has_it, (write_lsn - '0/0'::pg_lsn)::bigint AS written
    FROM pg_stat_replication
    WHERE pid = (SELECT active_pid FROM pg_replication_slots WHERE slot_name = $2)
"""


class Reach(msgspec.Struct, frozen=True):
    """The last moment that can be restored."""

    until: datetime


class Follower:
    """Keeps one backup up to date.

    Args:
        made: Called with each new snapshot.
    """

    def __init__(
        self, source: Source, to: Destination, keeper: KeyKeeper, rule: KeepRule, made: Callable[[Made], None]
    ) -> None:
        self._source = source
        self._to = to
        self._keeper = keeper
        self._rule = rule
        self._made = made
        self._reached: datetime | None = None
        self._pause = 1.0
        self._backup_id = ""
        self._is_other = False
        self._due: datetime | None = None
        self._copy_due = datetime.min.replace(tzinfo=UTC)
        self._covered_from: datetime | None = None
        self._all_copied = False
        self._making: asyncio.Task[Made] | None = None
        self._copying: asyncio.Task[Copied] | None = None
        received = source.scratch / RECEIVED
        self._receiver = WalReceiver(source.dsn, received, SLOT)
        self._archive = LogArchive(received, to)
        self._recent = RecentMedia(source.database, source.media, to)

    async def run(self) -> None:
        """Work until cancelled. After a failure it goes on by itself.

        Raises:
            BackupRefused: Another process follows this deployment, or the destination is another deployment's.
        """
        # The lock ends with its connection.
        async with self._source.database.connection() as connection:
            (row,) = await connection.text("SELECT pg_try_advisory_lock($1) AS held", _LOCK)
            if not row.held:
                raise BackupRefused("Another `inflow backup --follow` of this deployment is running.")
            (server,) = await connection.text(_NOW)
            self._backup_id = await snapshots.claim(self._to, server.system_id)
            self._is_other = _noted(self._source.scratch) != self._backup_id
            try:
                await self._try_again_and_again()
            finally:
                for task in (self._making, self._copying):
                    if task is not None:
                        task.cancel()
                        await asyncio.wait({task})

    async def _try_again_and_again(self) -> None:
        while True:
            try:
                await self._follow()
            except FAILURES as failure:
                reason = f"{type(failure).__name__}: {failure}"
                log.error("the backup is interrupted", reason=reason, pause=self._pause)
            finally:
                await self._receiver.stop()
            await asyncio.sleep(self._pause)
            self._pause = min(_LONGEST_PAUSE, self._pause * 2)

    async def _follow(self) -> None:
        async with self._source.database.connection() as connection:
            (before,) = await connection.text(_NOW)
        # Before more is received: while the backup cannot be written, PostgreSQL keeps the log, and only so much of it.
        if not self._is_other:
            await self._archive.ship()
        if not await self._receiver.start(anew=self._is_other):
            # The log has a gap, which only a new snapshot covers. A process that is restarted before begins anew, too.
            _note(self._source.scratch, "")
            self._due = before.now
            self._covered_from = before.now
        self._is_other = False
        if self._copying is not None:
            # It may have passed media that came during the interruption.
            self._copying.cancel()
            self._copying = None
        ledger = Ledger(self._source.database, self._to, before.timeline)
        self._all_copied = False
        while True:
            if not self._receiver.runs:
                raise BackupFailed("PostgreSQL's log is no longer received.")
            async with self._source.database.connection() as connection:
                (now,) = await connection.text(_NOW)
                received = await connection.text(_RECEIVED, before.at, SLOT)
            written = (received[0].written or 0) if received else 0
            shipped = await self._archive.ship(written)
            erased = await ledger.copy()
            copied = await self._recent.copy()
            await self._do_longer_work(now.now)
            if received and received[0].has_it and await self._is_covered():
                await self._write_reach(before.now, changed=shipped or bool(erased) or bool(copied.objects))
            before, self._pause = now, 1.0
            await asyncio.sleep(_TICK)

    async def _do_longer_work(self, now: datetime) -> None:
        """Begin what takes longer than a tick, and note what has ended: snapshots, and the copy of all media, which
        finds those that were cut or uploaded during an interruption.
        """
        if self._copying is None and (not self._all_copied or now >= self._copy_due):
            self._copying = asyncio.create_task(copy_all(self._source.media, self._to))
            self._copy_due = now + _COPY_ALL_EVERY
        elif self._copying is not None and self._copying.done():
            copying, self._copying = self._copying, None
            copying.result()
            self._all_copied = True
        if self._due is None:
            known = await snapshots.read_all(self._to)
            self._due = known[-1].finished_at + EVERY if known else now
        if self._making is None and now >= self._due:
            self._making = asyncio.create_task(make(self._source, self._to, self._keeper, self._rule))
            self._due = now + _AGAIN_AFTER
        elif self._making is not None and self._making.done():
            making, self._making = self._making, None
            self._made(making.result())
            self._due = now + EVERY

    async def _is_covered(self) -> bool:
        """Whether all media are copied, and a snapshot is newer than the last gap in the log."""
        if not self._all_copied:
            return False
        if self._covered_from is not None:
            known = await snapshots.read_all(self._to)
            if not any(each.started_at >= self._covered_from for each in known):
                return False
            self._covered_from = None
            _note(self._source.scratch, self._backup_id)
        return True

    async def _write_reach(self, until: datetime, *, changed: bool) -> None:
        if not changed and self._reached is not None and until - self._reached < _WRITE_REACH_EVERY:
            return
        await self._to.put(_REACH, msgspec.json.encode(Reach(until)))
        state.note(self._source.scratch, reached=until)
        self._reached = until


def _noted(scratch: Path) -> str:
    """The id of the backup in which the log that is received here has no gap; empty if there is none."""
    file = scratch / _BELONGS_TO
    return file.read_text() if file.exists() else ""


def _note(scratch: Path, backup_id: str) -> None:
    (scratch / _BELONGS_TO).write_text(backup_id)


async def reach_of(place: Destination) -> datetime | None:
    """The last moment that can be restored from the log; None if the backup has only snapshots.

    Raises:
        BackupRefused: The file that says so was changed.
    """
    found = await place.get(_REACH)
    try:
        return None if found is None else msgspec.json.decode(found, type=Reach).until
    except msgspec.MsgspecError as error:
        raise BackupRefused(f"{_REACH} cannot be read: {error}") from None
