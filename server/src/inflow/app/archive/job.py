"""The job that makes an archive, segment by segment, on whichever machine has time.

A job writes a segment to a temporary file, stores it as an object, and records it. If its process is killed, another
job goes on behind the last recorded segment. The first segment has everything that comes from rows, of one snapshot;
photos and videos follow in the order that it planned. Only one file or one conversation is in memory at a time.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import structlog

from inflow.app.archive.contents import RowSources, as_json, write_rows
from inflow.app.archive.documents import ArchivedFile
from inflow.app.archive.segments import SegmentWriter
from inflow.app.archive.zip_format import end_of_directory
from inflow.app.parts import Parts
from inflow.core.clock import Clock, utc_now
from inflow.core.encryption import Secret
from inflow.core.ids import new_id
from inflow.core.segment_cipher import SegmentCipher
from inflow.exports.progress import Segment, Superseded, fail, record, segments_of, take_up
from inflow.exports.rules import MOST_ATTEMPTS
from inflow.media.jobs import EXPORT_PREFIX
from inflow.media.storage.quota import StorageQuota, refuse_when_full
from inflow.media.storage.store import MediaStore
from inflow.messages.keys import KeyRing
from inflow.moderation.encryption import CaseCipher
from reflow import AppError, Connection, Database, Row
from reflow.contrib.jobs import defer

JOB: Final = "slow:make_archive"
SEGMENT_BYTES: Final = 16 * 1024 * 1024
"""A segment ends with the file that makes it this large. So much work is lost with a killed process."""
SEGMENTS_AT_A_TIME: Final = 4
"""After so many a job ends and defers the next one, so that other jobs get their turn."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class ArchiveSources(RowSources):
    """What archives are made of, and with.

    Attributes:
        secret: Encrypts segments.
        folder: For temporary files.
        segment_bytes: See `SEGMENT_BYTES`.
        segments_at_a_time: See `SEGMENTS_AT_A_TIME`.
    """

    store: MediaStore
    quota: StorageQuota
    secret: Secret
    folder: Path
    segment_bytes: int = SEGMENT_BYTES
    segments_at_a_time: int = SEGMENTS_AT_A_TIME

    @property
    def segments(self) -> SegmentCipher:
        """Encrypts segments."""
        return SegmentCipher(self.secret, "segments of archives")


def archive_sources(parts: Parts) -> ArchiveSources:
    """Those of this process."""
    pipeline, known = parts.pipeline, parts.engine.dependencies
    return ArchiveSources(
        database=parts.database,
        store=pipeline.store,
        quota=pipeline.quota,
        secret=parts.secret,
        ring=known.of(KeyRing),
        cipher=known.of(CaseCipher),
        product=parts.settings.name,
        folder=pipeline.folder,
    )


@dataclass
class _Work:
    """An export that this job has taken up, as far as it is recorded.

    Attributes:
        content: The plan's; None before the first segment.
    """

    export: Row
    claim: str
    content: dict[str, Any] | None
    done: int
    missing: list[str]
    segments: list[Segment]

    @property
    def base(self) -> int:
        """How many bytes are recorded."""
        return sum(each.byte_size for each in self.segments)


async def make_archive(sources: ArchiveSources, export_id: str, clock: Clock = utc_now) -> None:
    """Make the next segments of an archive, and defer the job that makes those after them.

    It does nothing if the export was cancelled or is finished, and stops as soon as another job takes the export up.

    Raises:
        Exception: The job should be retried.
    """
    claim = new_id()
    export = await take_up(sources.database, export_id, claim)
    if export is None:
        return
    try:
        if export.attempts > MOST_ATTEMPTS:
            await _give_up(sources, export_id, claim, clock())
            return
        await _go_on(sources, await _work(sources.database, export, claim), clock)
    except Superseded:
        return
    except AppError as refusal:
        if refusal.code != "no_room":
            raise
        # The operator has to act first, so that repeating it at once is useless.
        await _give_up(sources, export_id, claim, clock())


async def remove_export(sources: ArchiveSources, export_id: str) -> None:
    """Delete the stored segments of an export. Idempotent."""
    await sources.store.remove_segments(export_id)


async def _give_up(sources: ArchiveSources, export_id: str, claim: str, now: datetime) -> None:
    _log.error("an archive could not be made", export=export_id)
    async with sources.database.transaction() as connection:
        await fail(connection, export_id, claim, now)
        await defer(connection, "remove_export", {"export_id": export_id})


async def _work(database: Database, export: Row, claim: str) -> _Work:
    recorded = [
        Segment(
            number=row.number,
            name=row.name,
            byte_size=row.byte_size,
            entries=row.entries,
            directory=row.directory,
        )
        for row in await segments_of(database, export.id)
    ]
    return _Work(export, claim, export.plan, export.done, list(export.missing), recorded)


async def _go_on(sources: ArchiveSources, work: _Work, clock: Clock) -> None:
    for left in reversed(range(sources.segments_at_a_time)):
        if await _add_segment(sources, work, clock, is_last_of_job=left == 0):
            return


async def _add_segment(sources: ArchiveSources, work: _Work, clock: Clock, *, is_last_of_job: bool) -> bool:
    """Write, store and record one segment. Returns whether the archive is finished with it."""
    plan, done, missing = None, work.done, list[str]()
    with refuse_when_full(), _temporary(sources.folder) as file:
        writer = SegmentWriter(cast(BinaryIO, file), work.base)
        content = work.content
        if content is None:
            plan = await write_rows(writer, sources, work.export.account_id)
            content = plan.content
        writer.at = datetime.fromisoformat(content["at"])
        files = [ArchivedFile(*each) for each in content["files"]]
        while done < len(files) and writer.size < sources.segment_bytes:
            if not await _copy(writer, sources.store, files[done]):
                missing.append(files[done].name)
            done += 1
        is_finished = done == len(files)
        if is_finished:
            writer.add("archive.json", as_json({**content["archive"], "missing": [*work.missing, *missing]}))
            _end(writer, work)
        segment = Segment(
            number=len(work.segments),
            # Named by the job, too: a job that was believed dead must not replace what its successor has recorded.
            name=f"{len(work.segments):06}-{work.claim}",
            byte_size=writer.size,
            entries=writer.entries,
            directory=bytes(writer.directory),
        )
        await asyncio.to_thread(sources.segments.encrypt_file, work.export.id, segment.name, cast(BinaryIO, file))
        await sources.store.put_segment(work.export.id, segment.name, Path(file.name))
    async with _recording(sources, work, segment) as connection:
        ready_at = clock() if is_finished else None
        await record(
            connection, work.export, work.claim, segment, done=done, missing=missing, plan=plan, ready_at=ready_at
        )
        if is_last_of_job and not is_finished:
            await defer(connection, JOB, {"export_id": work.export.id})
    work.content, work.done = content, done
    work.missing += missing
    work.segments.append(segment)
    return is_finished


@asynccontextmanager
async def _recording(sources: ArchiveSources, work: _Work, segment: Segment) -> AsyncIterator[Connection]:
    """A transaction that records a segment. If another job has taken the export up, the segment is deleted."""
    try:
        async with sources.database.transaction() as connection:
            yield connection
    except Superseded:
        await sources.store.remove_segments(work.export.id, [segment.name])
        raise


async def _copy(writer: SegmentWriter, store: MediaStore, file: ArchivedFile) -> bool:
    """Add a file from the media store. Returns False if it is no longer there."""
    size = await store.size(file.media_id, file.object_name)
    if size is None:
        return False
    try:
        await writer.add_stored(file.name, size, store.pieces(file.media_id, file.object_name, 0, size))
    except Exception:
        # Perhaps it was deleted or cut again meanwhile.
        if await store.size(file.media_id, file.object_name) is None:
            return False
        raise
    return True


def _end(writer: SegmentWriter, work: _Work) -> None:
    """Append the central directory of all segments."""
    directory = b"".join([*(each.directory for each in work.segments), writer.directory])
    entries = sum(each.entries for each in work.segments) + writer.entries
    writer.end(directory + end_of_directory(entries, len(directory), work.base + writer.size))


def _temporary(folder: Path) -> Any:
    return tempfile.NamedTemporaryFile(prefix=EXPORT_PREFIX, dir=folder)
