"""Work after an upload was answered, and what is tidied up now and then."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

import asyncpg

from inflow.media.store import ORIGINAL
from inflow.media.tables import FINISH_MEDIUM, MEDIUM, REMOVE_UNUSED, UNFINISHED_MEDIA
from inflow.media.uploads import UPLOAD, Studio
from inflow.media.views import stored
from reflow.store import Row

LOST_AFTER = timedelta(minutes=10)
"""How long a medium may be unfinished before its job is taken for lost."""
BODIES_KEPT_FOR = timedelta(hours=1)
"""How long a body may lie in the studio's folder; nobody takes so long to send or to prepare one."""

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
        original = Path(folder) / ORIGINAL
        if not await studio.store.download(media_id, ORIGINAL, original):
            return False
        made = await studio.workers.rest(original)
    await asyncio.gather(*(studio.store.put(media_id, each.name, each.content) for each in made))
    renditions = [*row.renditions, *(stored(each) for each in made)]
    async with studio.database.transaction() as connection:
        finished = await connection.row(FINISH_MEDIUM, {"media_id": media_id, "renditions": renditions})
    if finished is None and await _medium(studio, media_id) is None:
        # Removed while we worked: what we wrote since must go too.
        await studio.store.remove(media_id)
    return finished is not None


async def finish_lost(studio: Studio, now: datetime) -> None:
    """Schedule again what should have been finished long ago: whoever had the job was killed over it."""
    async with studio.database.transaction() as connection:
        for row in await connection.rows(UNFINISHED_MEDIA, {"before": now - LOST_AFTER, "limit": _AT_ONCE}):
            await studio.schedule(connection, row.id)


async def remove(studio: Studio, media_id: str) -> bool:
    """Remove a medium; its bytes follow by a job, so that none are left behind.

    Returns:
        Whether it was there to be removed. What something else in the database holds on to stays.
    """
    try:
        async with studio.database.transaction() as connection:
            if await connection.row(REMOVE_UNUSED, {"id": media_id}) is None:
                return False
            await studio.schedule_removal(connection, media_id)
    except asyncpg.ForeignKeyViolationError:
        return False
    return True


async def forget_bodies(studio: Studio, now: datetime) -> None:
    """Remove bodies that a killed process left in the studio's folder."""
    await asyncio.to_thread(_remove_left, studio.folder, (now - BODIES_KEPT_FOR).timestamp())


def _remove_left(folder: Path, before: float) -> None:
    for left in (*folder.glob(f"{UPLOAD}*"), *folder.glob(f"{_FINISHING}*")):
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
