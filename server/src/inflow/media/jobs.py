"""Work after an upload was answered, and what is tidied up now and then."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from inflow.media.crops import Cut
from inflow.media.store import ORIGINAL, SOURCE
from inflow.media.tables import (
    CUT_OF,
    FINISH_MEDIUM,
    FORGET_REFUSALS,
    FORGET_SOURCE,
    MEDIUM,
    OLD_SOURCES,
    REMOVE_UNUSED,
    UNFINISHED_MEDIA,
)
from inflow.media.uploads import CUTTING, UPLOAD, Studio
from inflow.media.uses import UNUSED_FOR
from inflow.media.views import stored
from inflow.media.worker.protocol import Rendition
from reflow.postgres.database import Row

LOST_AFTER = timedelta(minutes=10)
"""How long a medium may be unfinished before its job is taken for lost."""
BODIES_KEPT_FOR = timedelta(hours=1)
"""How long a body may lie in the studio's folder; nobody takes so long to send or to prepare one."""
REFUSALS_KEPT_FOR = timedelta(days=90)
"""How long it is known whom a photograph was refused to."""

_FINISHING = "finishing-"
_AT_ONCE = 500


async def finish(studio: Studio, media_id: str) -> bool:
    """Make the renditions that the upload did not wait for. Done twice, or by two at once, it changes nothing more.

    Returns:
        Whether this call finished it; False where it was finished or removed already.

    Raises:
        AppError: ``busy`` or ``unprocessable``; to be tried again.
    """
    row = await _medium(studio, media_id)
    if row is None or row.state != "prepared":
        return False
    with tempfile.TemporaryDirectory(dir=studio.folder, prefix=_FINISHING) as folder:
        source = Path(folder) / SOURCE
        if not await studio.store.download(media_id, SOURCE if row.has_source else ORIGINAL, source):
            return False
        made = await studio.workers.finish(source, _cut_of(row), row.owner_id)
    await asyncio.gather(*(studio.store.put(media_id, each.name, each.content) for each in made))
    finished = await _finished(studio, row, [*row.renditions, *(stored(each) for each in made)])
    if not finished:
        await _take_back(studio, row, made)
    return finished


async def _finished(studio: Studio, row: Row, renditions: list[dict[str, Any]]) -> bool:
    async with studio.database.transaction() as connection:
        now = await connection.row(CUT_OF, {"id": row.id})
        if now is None or now.cut != row.cut:
            return False
        return await connection.row(FINISH_MEDIUM, {"media_id": row.id, "renditions": renditions}) is not None


async def _take_back(studio: Studio, row: Row, made: list[Rendition]) -> None:
    """Remove what was written for a medium that was removed or cut anew meanwhile."""
    now = await _medium(studio, row.id)
    if now is None:
        await studio.store.remove(row.id)
    elif now.cut != row.cut:
        await studio.store.discard(row.id, [each.name for each in made])


def _cut_of(row: Row) -> Cut | None:
    return None if row.cut is None else msgspec.convert(row.cut, Cut)


async def finish_lost(studio: Studio, now: datetime) -> None:
    """Schedule again what should have been finished long ago: whoever had the job was killed over it."""
    async with studio.database.transaction() as connection:
        for row in await connection.rows(UNFINISHED_MEDIA, {"before": now - LOST_AFTER, "limit": _AT_ONCE}):
            await studio.schedule(connection, row.id)


async def remove(studio: Studio, media_id: str) -> bool:
    """Remove a medium; its bytes follow by a job, so that none are left behind.

    Returns:
        Whether it was there to be removed. What something holds on to stays, if only by a foreign key.
    """
    try:
        async with studio.database.transaction() as connection:
            if await studio.uses.hold(connection, media_id):
                return False
            if await connection.row(REMOVE_UNUSED, {"id": media_id}) is None:
                return False
            await studio.schedule_removal(connection, media_id)
    except asyncpg.ForeignKeyViolationError:
        return False
    return True


async def forget_bodies(studio: Studio, now: datetime) -> None:
    """Remove bodies that a killed process left in the studio's folder."""
    await asyncio.to_thread(_remove_left, studio.folder, (now - BODIES_KEPT_FOR).timestamp())


async def forget_sources(studio: Studio, now: datetime) -> None:
    """Remove the sources of media that are posted or removed by now: they cannot be cut any more."""
    async with studio.database.transaction() as connection:
        for row in await connection.rows(OLD_SOURCES, {"before": now - UNUSED_FOR, "limit": _AT_ONCE}):
            await connection.rows(FORGET_SOURCE, {"id": row.id})
            await studio.schedule_discard(connection, row.id, [SOURCE])


async def forget_refusals(studio: Studio, now: datetime) -> None:
    """Forget what was refused long ago."""
    async with studio.database.transaction() as connection:
        await connection.rows(FORGET_REFUSALS, {"before": now - REFUSALS_KEPT_FOR})


def _remove_left(folder: Path, before: float) -> None:
    for left in (path for prefix in (UPLOAD, CUTTING, _FINISHING) for path in folder.glob(f"{prefix}*")):
        try:
            if left.stat().st_mtime >= before:
                continue
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink()
        except FileNotFoundError:
            continue  # Another process tidies too.


async def _medium(studio: Studio, media_id: str) -> Row | None:
    async with studio.database.connection() as connection:
        return await connection.row(MEDIUM, {"id": media_id})
