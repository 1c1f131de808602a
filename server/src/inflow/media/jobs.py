"""Work after an upload was answered."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from inflow.media.store import ORIGINAL
from inflow.media.tables import FINISH_MEDIUM, MEDIUM
from inflow.media.uploads import Studio
from inflow.media.views import stored
from reflow.store import Row


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
    with tempfile.TemporaryDirectory(dir=studio.folder) as folder:
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


async def _medium(studio: Studio, media_id: str) -> Row | None:
    async with studio.database.connection() as connection:
        return await connection.row(MEDIUM, {"id": media_id})
