"""Jobs after an upload, and the hourly cleanup of media."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from inflow.media.images.crops import Cut
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import CUT_PREFIX, UPLOAD_PREFIX
from inflow.media.rules import rendition_type
from inflow.media.storage.references import UNREFERENCED_FOR
from inflow.media.storage.store import ORIGINAL, SOURCE
from inflow.media.tables import (
    CLEAR_SOURCE,
    CUT_FOR_UPDATE,
    DELETE_MEDIUM,
    DELETE_OLD_REFUSALS,
    MEDIA_WITH_OLD_SOURCE,
    MEDIUM_BY_ID,
    SET_FINISHED,
    UNFINISHED_MEDIA,
)
from inflow.media.views import stored_rendition
from inflow.media.worker.protocol import Rendition
from reflow import Row

LOST_AFTER = timedelta(minutes=10)
"""A job counts as lost if its medium is unfinished for so long."""
STALE_AFTER = timedelta(hours=1)
"""Temporary files this old are left over from killed processes: no upload takes so long."""
REFUSALS_KEPT_FOR = timedelta(days=90)
"""How long refusals stay in the database."""

EXPORT_PREFIX = "exporting-"
"""What the temporary files of archives are called."""

_FINISHING = "finishing-"
_BATCH = 500


async def finish_medium(pipeline: MediaPipeline, media_id: str) -> bool:
    """Make the renditions that the upload did not wait for. Idempotent, also if two run at once.

    Returns:
        Whether this call finished it; False if it was finished or removed before.

    Raises:
        AppError: ``busy`` or ``unprocessable``; the job should be retried.
    """
    row = await _medium(pipeline, media_id)
    if row is None:
        await pipeline.store.remove(media_id)  # files of an attempt that was killed after the medium was removed
        return False
    if row.state != "prepared":
        return False
    with tempfile.TemporaryDirectory(dir=pipeline.folder, prefix=_FINISHING) as folder:
        source = Path(folder) / SOURCE
        if not await pipeline.store.download(media_id, SOURCE if row.has_source else ORIGINAL, source):
            return False
        made = await pipeline.workers.finish(source, _cut_of(row), row.owner_id)
    try:
        await pipeline.store.put_all(media_id, {each.name: each.content for each in made})
    except Exception:
        # Perhaps it was removed meanwhile, and its folder with it.
        if await _medium(pipeline, media_id) is not None:
            raise
    finished = await _set_finished(pipeline, row, [stored_rendition(each) for each in made])
    if not finished:
        await _roll_back(pipeline, row, made)
    return finished


async def _set_finished(pipeline: MediaPipeline, row: Row, made: list[dict[str, Any]]) -> bool:
    async with pipeline.database.transaction() as connection:
        now = await connection.row(CUT_FOR_UPDATE, {"id": row.id})
        if now is None or now.cut != row.cut:
            return False
        # Its author may have allowed the full size meanwhile.
        renditions = [*now.renditions, *made]
        return await connection.row(SET_FINISHED, {"media_id": row.id, "renditions": renditions}) is not None


async def _roll_back(pipeline: MediaPipeline, row: Row, made: list[Rendition]) -> None:
    """Delete the files of a medium that was removed or cut again meanwhile."""
    now = await _medium(pipeline, row.id)
    if now is None:
        await pipeline.store.remove(row.id)
    elif now.cut != row.cut:
        await pipeline.store.discard(row.id, [each.name for each in made])


def _cut_of(row: Row) -> Cut | None:
    return None if row.cut is None else msgspec.convert(row.cut, Cut)


async def reschedule_lost(pipeline: MediaPipeline, now: datetime) -> None:
    """Schedule lost jobs again: their process was killed."""
    async with pipeline.database.transaction() as connection:
        for row in await connection.rows(UNFINISHED_MEDIA, {"before": now - LOST_AFTER, "limit": _BATCH}):
            await pipeline.schedule(connection, row.id)


async def remove_medium(pipeline: MediaPipeline, media_id: str) -> bool:
    """Delete the row of a medium and schedule the deletion of its files.

    Returns:
        Whether it was deleted. A medium stays if any feature, or only a foreign key, refers to it.
    """
    try:
        async with pipeline.database.transaction() as connection:
            if await pipeline.references.includes(connection, media_id):
                return False
            if await connection.row(DELETE_MEDIUM, {"id": media_id}) is None:
                return False
            await pipeline.schedule_removal(connection, media_id)
    except asyncpg.ForeignKeyViolationError:
        return False
    return True


async def remove_files(pipeline: MediaPipeline, media_id: str) -> None:
    """Delete all files of a medium without a row, here and in the operator's caches. Idempotent."""
    await _purge_later(pipeline, media_id, None)
    await pipeline.store.remove(media_id)


async def discard_renditions(pipeline: MediaPipeline, media_id: str, names: list[str]) -> None:
    """Delete these files of a medium, here and in the operator's caches. Idempotent."""
    await _purge_later(pipeline, media_id, names)
    await pipeline.store.discard(media_id, names)


async def _purge_later(pipeline: MediaPipeline, media_id: str, names: list[str] | None) -> None:
    """Schedule the purge of these files, or of all: a cache that does not answer must not delay the deletion."""
    if not pipeline.caches:
        return
    if names is None:
        names = [name for _, name in await pipeline.store.objects(media_id)]
    shown = sorted(name for name in names if rendition_type(name))
    if shown:
        async with pipeline.database.transaction() as connection:
            await pipeline.schedule_purge(connection, media_id, shown)


async def remove_stale_files(pipeline: MediaPipeline, now: datetime) -> None:
    """Delete temporary files that a killed process left in the pipeline's folder."""
    await asyncio.to_thread(_remove_left, pipeline.folder, (now - STALE_AFTER).timestamp())


async def remove_old_sources(pipeline: MediaPipeline, now: datetime) -> None:
    """Delete the sources of media that can no longer be cut."""
    async with pipeline.database.transaction() as connection:
        for row in await connection.rows(MEDIA_WITH_OLD_SOURCE, {"before": now - UNREFERENCED_FOR, "limit": _BATCH}):
            await connection.rows(CLEAR_SOURCE, {"id": row.id})
            await pipeline.schedule_discard(connection, row.id, [SOURCE])


async def delete_old_refusals(pipeline: MediaPipeline, now: datetime) -> None:
    """Delete old refusals."""
    async with pipeline.database.transaction() as connection:
        await connection.rows(DELETE_OLD_REFUSALS, {"before": now - REFUSALS_KEPT_FOR})


def _remove_left(folder: Path, before: float) -> None:
    for left in (
        path for prefix in (UPLOAD_PREFIX, CUT_PREFIX, EXPORT_PREFIX, _FINISHING) for path in folder.glob(f"{prefix}*")
    ):
        try:
            if left.stat().st_mtime >= before:
                continue
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink()
        except FileNotFoundError:
            continue  # Another process cleans up at the same time.


async def _medium(pipeline: MediaPipeline, media_id: str) -> Row | None:
    async with pipeline.database.connection() as connection:
        return await connection.row(MEDIUM_BY_ID, {"id": media_id})
