"""Keeping a backup up to date: the log, the erasures and new media every two seconds, and a snapshot every day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import asyncpg
import msgspec
import obstore
import structlog

from inflow.backup import snapshots, state
from inflow.backup.destination import Destination
from inflow.backup.failure import BackupRefused
from inflow.backup.keys import KeyKeeper
from inflow.backup.ledger import Ledger
from inflow.backup.log_archive import LogArchive
from inflow.backup.making import Made, Source, make, require_base_backups
from inflow.backup.media_copies import RecentMedia
from inflow.backup.rules import EVERY, KeepRule
from reflow.embedded.base_backup import BackupFailed
from reflow.embedded.wal_receiver import WalReceiver

log = structlog.get_logger(__name__)

SLOT: Final = "inflow_backup"
RECEIVED: Final = "received"
"""The folder in the scratch folder where the log arrives."""

_TICK = 2.0  # seconds
_REACH = "reach.json"
_WRITE_REACH_EVERY = timedelta(seconds=60)  # where nothing else was written: a bucket charges for requests
_LONGEST_PAUSE = 60.0
_NOW = """
    SELECT clock_timestamp() AS now, pg_current_wal_insert_lsn()::text AS at,
           (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
           (SELECT system_identifier::text FROM pg_control_system()) AS system_id
"""
_RECEIVED = """
    SELECT write_lsn >= $1::text::pg_lsn AS has_it FROM pg_stat_replication
    WHERE pid = (SELECT active_pid FROM pg_replication_slots WHERE slot_name = $2)
"""
_FAILURES = (BackupFailed, BackupRefused, OSError, asyncpg.PostgresError, obstore.exceptions.BaseError)


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
        received = source.scratch / RECEIVED
        self._receiver = WalReceiver(source.dsn, received, SLOT)
        self._archive = LogArchive(received, to)
        self._recent = RecentMedia(source.database, source.media, to)

    async def run(self) -> None:
        """Work until cancelled. After a failure it goes on by itself."""
        pause = 1.0
        while True:
            try:
                await self._follow()
            except _FAILURES as failure:
                log.error("the backup is interrupted", reason=f"{type(failure).__name__}: {failure}", pause=pause)
            finally:
                await self._receiver.stop()
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _follow(self) -> None:
        async with self._source.database.connection() as connection:
            (server,) = await connection.text(_NOW)
        await require_base_backups(self._source.database)
        await snapshots.claim(self._to, server.system_id)
        # Before more is received: while the backup cannot be written, PostgreSQL keeps the log, and only so much of it.
        await self._archive.ship()
        goes_on = await self._receiver.start()
        ledger = Ledger(self._source.database, self._to, server.timeline)
        known = await snapshots.read_all(self._to)
        due = known[-1].finished_at + EVERY if known and goes_on else server.now
        making: asyncio.Task[Made] | None = None
        before = server
        try:
            while True:
                if not self._receiver.runs:
                    raise BackupFailed("PostgreSQL's log is no longer received.")
                async with self._source.database.connection() as connection:
                    (now,) = await connection.text(_NOW)
                    received = await connection.text(_RECEIVED, before.at, SLOT)
                shipped = await self._archive.ship()
                erased = await ledger.copy()
                copied = await self._recent.copy()
                if received and received[0].has_it:
                    await self._write_reach(before.now, changed=shipped or bool(erased) or bool(copied.objects))
                if making is None and now.now >= due:
                    making = asyncio.create_task(make(self._source, self._to, self._keeper, self._rule))
                elif making is not None and making.done():
                    self._made(making.result())
                    making, due = None, now.now + EVERY
                before = now
                await asyncio.sleep(_TICK)
        finally:
            if making is not None:
                making.cancel()
                await asyncio.wait({making})

    async def _write_reach(self, until: datetime, *, changed: bool) -> None:
        if not changed and self._reached is not None and until - self._reached < _WRITE_REACH_EVERY:
            return
        await self._to.put(_REACH, msgspec.json.encode(Reach(until)))
        state.note(self._source.scratch, reached=until)
        self._reached = until


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
