"""Making snapshots beside a running Inflow."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from inflow.backup import ledger, log_archive, snapshots, state
from inflow.backup.copying import Copying
from inflow.backup.destination import Destination, sha256_of
from inflow.backup.failure import BackupRefused
from inflow.backup.keys import KeyKeeper, Keys
from inflow.backup.media_copies import FOLDER as MEDIA
from inflow.backup.media_copies import Copied, copy_all, medium_of
from inflow.backup.rules import LONGEST_CHAIN, KeepRule, position
from inflow.backup.snapshots import Kind, Snapshot, StoredFile, chain_of
from inflow.media.storage.store import MediaStore
from reflow import Connection, Database
from reflow.embedded import base_backup
from reflow.embedded.base_backup import BackupFailed
from reflow.embedded.wal_receiver import SEGMENT

_SCRATCH: Final = "snapshot-"
_NEXT_SECOND: Final = 0.2  # seconds between two looks
_LOCK: Final = 5_270_619_023  # an arbitrary number: one snapshot is made at a time
_CLOCKS: Final = timedelta(hours=1)  # by which the destination's clock and the database's may differ
_SERVER = """
    SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system_id,
           (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
           current_setting('server_version_num')::int AS version,
           coalesce(current_setting('summarize_wal', true) = 'on', false) AS summarizes,
           clock_timestamp() AS now
"""
_REVISION = "SELECT version_num FROM alembic_version"
_TABLES = (
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1"
)


@dataclass(frozen=True)
class Source:
    """The deployment that is backed up.

    Attributes:
        version: Of Inflow.
        scratch: A folder with room for a compressed copy of the database.
        copying: How the database is copied.
    """

    database: Database
    dsn: str
    media: MediaStore
    keys: Keys
    version: str
    scratch: Path
    copying: Copying


@dataclass(frozen=True)
class Made:
    """A new snapshot.

    Attributes:
        media: How many files were copied.
        removed: The labels of the snapshots that the rule no longer keeps.
        obstacle: Why it is only a dump, as a sentence; otherwise empty.
    """

    snapshot: Snapshot
    media: Copied
    removed: list[str]
    obstacle: str


async def make(
    source: Source, to: Destination, keeper: KeyKeeper, rule: KeepRule | None = None, *, full: bool = False
) -> Made:
    """Make a snapshot, and delete those that the rule no longer keeps.

    It is incremental where there is one to continue, and a dump where the server cannot be copied.

    The media are copied before and after the database, so that no medium of the database's moment is missing.

    Args:
        full: Continue no snapshot.

    Raises:
        BackupRefused: Another one is being made, or the destination cannot be used.
        BackupFailed: PostgreSQL refuses.
    """
    async with _alone(source.database):
        server = await _server(source.database)
        await snapshots.claim(to, server.system_id)
        keys = await keeper.keep(to, source.keys)
        known = await snapshots.read_all(to)
        while server.label in {each.label for each in known}:
            await asyncio.sleep(_NEXT_SECOND)  # two snapshots of one second would overwrite each other's files
            server = await _server(source.database)
        await _remove_unfinished(source, to, known)
        copied = await copy_all(source.media, to)
        with tempfile.TemporaryDirectory(dir=source.scratch, prefix=_SCRATCH) as folder:
            if source.copying.obstacle:
                taken = await _dump(source, server, Path(folder))
            else:
                parent = None if full else _to_continue(known, server)
                taken = await _take(source, to, Path(folder), parent)
            files = [await _upload(to, f"database/{server.label}/{each.name}", each) for each in taken.files]
        copied = copied.plus(await copy_all(source.media, to))
        await ledger.Ledger(source.database, to, taken.range.timeline).copy()
        revision, counts, media_ids = await _content(source.database)
        listed = gzip.compress("".join(f"{each}\n" for each in media_ids).encode(), mtime=0)
        media_key = f"media-ids/{server.label}.gz"
        await to.put(media_key, listed)
        snapshot = Snapshot(
            label=server.label,
            kind=taken.kind,
            parent=taken.parent,
            started_at=server.now,
            finished_at=taken.finished_at,
            system_id=server.system_id,
            timeline=taken.range.timeline,
            start=taken.range.start,
            end=taken.range.end,
            postgres=server.version,
            inflow=source.version,
            revision=revision,
            files=files,
            media_ids=StoredFile(media_key, len(listed), sha256_of(listed)),
            counts=counts,
            keys=keys,
            database=None if taken.kind == "dump" else source.copying.database,
        )
        await snapshots.write(to, snapshot)
        state.note(source.scratch, snapshot_at=taken.finished_at)
        removed = await prune(to, rule, taken.finished_at) if rule else []
        return Made(snapshot, copied, removed, source.copying.obstacle)


async def prune(place: Destination, rule: KeepRule, now: datetime) -> list[str]:
    """Delete what the rule no longer keeps: snapshots, the log, the ledger, and media of no snapshot that is kept.

    Returns:
        The labels of the deleted snapshots.
    """
    known = await snapshots.read_all(place)
    kept_labels = rule.kept(known, now)
    kept = [each for each in known if each.label in kept_labels]
    for each in known:
        if each.label not in kept_labels:
            await snapshots.remove(place, each)
    if not kept:
        return []
    # Between the snapshots of the window every moment can be restored; the older ones have their own log.
    histories = await log_archive.histories(place)
    going_on = snapshots.not_abandoned(kept, histories[max(histories)] if histories else ())
    window = [each for each in going_on if now - each.finished_at <= rule.window] or kept[-1:]
    if window[0].kind != "dump":
        await log_archive.prune(place, min(position(each.start) for each in window) // SEGMENT)
    await ledger.prune(place, min(each.started_at for each in kept) - _CLOCKS)
    wanted: set[str] = set()
    for each in kept:
        content = await place.require(each.media_ids.key, each.media_ids.sha256)
        wanted.update(gzip.decompress(content).decode().split())
    for prefix in await place.folders(MEDIA):
        objects = await place.stored(f"{MEDIA}{prefix}/")
        # A medium of no snapshot may belong to a moment between two of them, or to one to come.
        await place.remove(
            [
                each.key
                for each in objects
                if medium_of(each.key) not in wanted and each.changed_at < window[0].started_at - _CLOCKS
            ]
        )
    return [each.label for each in known if each.label not in kept_labels]


@dataclass(frozen=True)
class _Server:
    system_id: str
    timeline: int
    version: int
    summarizes: bool
    now: datetime

    @property
    def label(self) -> str:
        """The name of a snapshot that begins now."""
        return f"{self.now:%Y%m%dT%H%M%SZ}"


@dataclass(frozen=True)
class _Taken:
    range: base_backup.WalRange
    files: list[Path]
    kind: Kind
    parent: str | None
    finished_at: datetime


@asynccontextmanager
async def _alone(database: Database) -> AsyncIterator[None]:
    async with database.connection() as connection:
        (row,) = await connection.text("SELECT pg_try_advisory_lock($1) AS held", _LOCK)
        if not row.held:
            raise BackupRefused("Another backup of this deployment is being made at the moment.")
        try:
            yield
        finally:
            await connection.text("SELECT pg_advisory_unlock($1)", _LOCK)


async def _server(database: Database) -> _Server:
    async with database.connection() as connection:
        (row,) = await connection.text(_SERVER)
    return _Server(*row)


def _to_continue(known: list[Snapshot], server: _Server) -> Snapshot | None:
    newest = known[-1] if known else None
    if newest is None or newest.kind == "dump" or not server.summarizes:
        return None
    if newest.timeline != server.timeline or newest.postgres // 10_000 != server.version // 10_000:
        return None
    return None if len(chain_of(known, newest)) >= LONGEST_CHAIN else newest


async def _remove_unfinished(source: Source, to: Destination, known: list[Snapshot]) -> None:
    """Delete what interrupted backups and prunings left: they must not keep what members erased."""
    labels = {each.label for each in known}
    for label in await to.folders("database/"):
        if label not in labels:
            await to.remove([each.key for each in await to.stored(f"database/{label}/")])
    await to.remove_staged("database", MEDIA, "media-ids")  # not the log, which another process may be writing
    lists = [each.key for each in await to.stored("media-ids/")]
    await to.remove([key for key in lists if key.removeprefix("media-ids/").removesuffix(".gz") not in labels])
    await asyncio.to_thread(_remove_scratch, source.scratch)


def _remove_scratch(scratch: Path) -> None:
    for left in scratch.glob(f"{_SCRATCH}*"):
        shutil.rmtree(left)


async def _take(source: Source, to: Destination, folder: Path, parent: Snapshot | None) -> _Taken:
    into = folder / "base"
    if parent is not None:
        manifest = next(each for each in parent.files if each.key.endswith(base_backup.MANIFEST))
        (folder / "since").write_bytes(await to.require(manifest.key, manifest.sha256))
        try:
            range_ = await base_backup.take(source.dsn, into, since=folder / "since")
        except BackupFailed:
            # The server no longer has the summaries of what changed since then.
            parent = None
    if parent is None:
        into = folder / "full"
        range_ = await base_backup.take(source.dsn, into)
    finished = await _server(source.database)
    kind: Kind = "incremental" if parent else "full"
    return _Taken(range_, sorted(into.iterdir()), kind, parent.label if parent else None, finished.now)


async def _dump(source: Source, server: _Server, folder: Path) -> _Taken:
    file = folder / "database.dump"
    await base_backup.dump(source.dsn, file)
    finished = await _server(source.database)
    return _Taken(base_backup.WalRange(server.timeline, "0/0", "0/0"), [file], "dump", None, finished.now)


async def _upload(to: Destination, key: str, file: Path) -> StoredFile:
    stored = await asyncio.to_thread(lambda: StoredFile(key, file.stat().st_size, sha256_of(file)))
    await to.put(key, file)
    return stored


async def _content(database: Database) -> tuple[str, dict[str, int], list[str]]:
    """The database's revision, how many rows each table has, and the ids of all media, of one moment."""
    async with database.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") as connection:
        (revision,) = await connection.text(_REVISION)
        counts = await _count(connection)
        ids = [row.id for row in await connection.text("SELECT id FROM media ORDER BY id")]
    return revision.version_num, counts, ids


async def rows_of_tables(database: Database) -> dict[str, int]:
    """How many rows each table has."""
    async with database.connection() as connection:
        return await _count(connection)


async def _count(connection: Connection) -> dict[str, int]:
    counts = {}
    for table in await connection.text(_TABLES):
        (row,) = await connection.text(f'SELECT count(*) AS rows FROM "{table.name}"')  # noqa: S608  # from the catalogue
        counts[table.name] = row.rows
    return counts
