"""Bringing the database of a moment back, out of a backup into a home without one."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from inflow.backup import log_archive
from inflow.backup.destination import Destination
from inflow.backup.failure import BackupRefused
from inflow.backup.following import reach_of
from inflow.backup.rules import position, segment_of
from inflow.backup.snapshots import Snapshot, chain_of, newest_before, read_all
from reflow.embedded import base_backup
from reflow.embedded.programs import MAJOR_VERSION
from reflow.embedded.recovery import MomentNotReached


@dataclass(frozen=True)
class Plan:
    """How a moment is reached.

    Attributes:
        chain: The snapshots to combine.
        until: Where to stop; None for the end of the log.
        history: The former timelines, and the position at which each was left.
        with_log: Whether the log is replayed. Otherwise the moment is the snapshot's own.
    """

    chain: list[Snapshot]
    until: datetime | None = None
    history: Sequence[tuple[int, int]] = ()
    with_log: bool = False

    @property
    def snapshot(self) -> Snapshot:
        """The newest of the snapshots."""
        return self.chain[-1]


Recover = Callable[[list[Path], Path, datetime | None], Awaitable[None]]
"""Recovers the home's cluster from unpacked backups and the log, up to a moment."""


async def plan(place: Destination, at: datetime | None, label: str = "") -> Plan:
    """How this moment, or the newest, can be reached.

    Args:
        label: Instead of a moment, the snapshot itself.

    Raises:
        BackupRefused: It cannot be reached.
    """
    known = await read_all(place)
    histories = await log_archive.histories(place)
    history = histories[max(histories)] if histories else []
    named = [each for each in known if each.label == label]
    snapshot = named[0] if named else newest_before(known, at, history)
    if snapshot.kind != "dump" and snapshot.postgres // 10_000 != MAJOR_VERSION:
        raise BackupRefused(
            f"PostgreSQL {snapshot.postgres // 10_000} made this backup, and the built-in one is {MAJOR_VERSION}. "
            "Restore it with the Inflow that made it, and upgrade that."
        )
    chain = chain_of(known, snapshot)
    if named:
        return Plan(chain)
    first = segment_of(snapshot.timeline, position(snapshot.start))
    files = await log_archive.files_of(place, history)
    has_log = snapshot.kind != "dump" and log_archive.is_unbroken(files, first, history)
    reach = await reach_of(place) if has_log else None
    if at is None or (reach is not None and at <= reach):
        return Plan(chain, at, history, with_log=has_log)
    nearest = ", ".join(each.label for each in known[-7:])
    ends = f" The log ends at {reach:%Y-%m-%d %H:%M:%S} UTC." if reach else " It has no log for it."
    raise BackupRefused(f"The backup cannot restore that moment.{ends} Restore a snapshot with --at LABEL: {nearest}")


async def bring_back_dump(place: Destination, snapshot: Snapshot, scratch: Path, dsn: str) -> None:
    """Load a dump into the empty database.

    Raises:
        BackupRefused: The dump is missing or was changed.
        BackupFailed: The database is not empty.
    """
    packed = await download(place, snapshot, made_folder(scratch / snapshot.label))
    (file,) = list(packed.iterdir())
    await base_backup.load(file, dsn)
    await asyncio.to_thread(shutil.rmtree, packed)


async def bring_back_database(place: Destination, planned: Plan, scratch: Path, recover: Recover) -> None:
    """Recover the database of the plan's moment.

    Args:
        scratch: An empty folder on the disk of the new home.

    Raises:
        BackupRefused: A part of the backup is missing or was changed.
        EmbeddedPostgresError: PostgreSQL does not start.
    """
    try:
        await _bring_back(place, planned, made_folder(scratch / "first"), recover, planned.until)
    except MomentNotReached:
        # The log is whole and reaches the moment, so nothing was committed between its last commit and the moment.
        await _bring_back(place, planned, made_folder(scratch / "second"), recover, None)


async def _bring_back(
    place: Destination, planned: Plan, scratch: Path, recover: Recover, until: datetime | None
) -> None:
    unpacked = []
    for snapshot in planned.chain:
        packed = await download(place, snapshot, made_folder(scratch / snapshot.label))
        unpacked.append(scratch / f"{snapshot.label}.unpacked")
        await asyncio.to_thread(base_backup.unpack, packed, unpacked[-1])
        await asyncio.to_thread(shutil.rmtree, packed)
    log = made_folder(scratch / "log")
    if planned.with_log:
        first = segment_of(planned.snapshot.timeline, position(planned.snapshot.start))
        await log_archive.fetch(place, first, log, until, planned.history)
    await recover(unpacked, log, until)
    await asyncio.to_thread(shutil.rmtree, scratch)


def made_folder(path: Path) -> Path:
    """The folder, which is created."""
    path.mkdir(mode=0o700)
    return path


async def download(place: Destination, snapshot: Snapshot, into: Path) -> Path:
    """Copy the base backup of a snapshot, still packed, into a folder, which it returns.

    Raises:
        BackupRefused: A file is missing or was changed.
    """
    for each in snapshot.files:
        await place.download(each.key, into / each.key.rpartition("/")[2], each.sha256)
    return into
