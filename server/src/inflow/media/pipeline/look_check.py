"""Moderation of a photograph as its post will show it, with filter and adjustments."""

from __future__ import annotations

import tempfile
from pathlib import Path

from inflow.media.images.looks import Look
from inflow.media.pipeline.moderation import content_unverified
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import CUT_PREFIX, require_allowed_content
from inflow.media.rules import is_canvas
from inflow.media.tables import MEDIUM_OF_OWNER
from reflow import Row


async def require_allowed_look(pipeline: MediaPipeline, owner_id: str, media_id: str, name: str, look: Look) -> None:
    """Apply this look to the owner's photograph, or its cut, and moderate the result.

    If the medium has no such rendition, nothing happens, because the post will be refused.

    Args:
        name: The rendition that the post names, which identifies the cut.

    Raises:
        AppError: ``content_refused``, ``content_unverified``, ``rate_limited``, ``busy``, ``unprocessable``.
    """
    async with pipeline.database.connection() as connection:
        row = await connection.row(MEDIUM_OF_OWNER, {"id": media_id, "owner_id": owner_id})
    if row is None or all(each["name"] != name for each in row.renditions):
        return
    with pipeline.look_rate.begin(owner_id):
        await require_allowed_content(pipeline, owner_id, row.sha256, await _drawn(pipeline, owner_id, row, look))


async def _drawn(pipeline: MediaPipeline, owner_id: str, row: Row, look: Look) -> bytes:
    with tempfile.TemporaryDirectory(dir=pipeline.folder, prefix=CUT_PREFIX) as folder:
        display = Path(folder) / "display"
        if not await pipeline.store.download(row.id, _display(row), display):
            raise content_unverified()
        return await pipeline.workers.draw(display, look, owner_id)


def _display(row: Row) -> str:
    """The widest JPEG in the shape that screens show."""
    jpegs = [each for each in row.renditions if each["type"] == "image/jpeg" and not is_canvas(each["name"])]
    name: str = max(jpegs or row.renditions, key=lambda each: int(each["width"]))["name"]
    return name
