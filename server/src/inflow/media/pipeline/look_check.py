"""Moderation of a photograph as its post will show it, with filter and adjustments."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from inflow.media.images.looks import Look
from inflow.media.pipeline.moderation import content_unverified
from inflow.media.pipeline.next_cuts import renditions_of_next_cut
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
    renditions = _renditions_with(row, name)
    if row is None or renditions is None:
        return
    with pipeline.look_rate.begin(owner_id):
        drawn = await _drawn(pipeline, owner_id, media_id, _display(renditions), look)
        await require_allowed_content(pipeline, owner_id, row.sha256, drawn)


def _renditions_with(row: Row | None, name: str) -> list[dict[str, Any]] | None:
    """The renditions of the cut that this one is of: the present one, or the next."""
    cuts = () if row is None else (row.renditions, renditions_of_next_cut(row))
    return next((renditions for renditions in cuts if any(each["name"] == name for each in renditions)), None)


async def _drawn(pipeline: MediaPipeline, owner_id: str, media_id: str, name: str, look: Look) -> bytes:
    with tempfile.TemporaryDirectory(dir=pipeline.folder, prefix=CUT_PREFIX) as folder:
        display = Path(folder) / "display"
        if not await pipeline.store.download(media_id, name, display):
            raise content_unverified()
        return await pipeline.workers.draw(display, look, owner_id)


def _display(renditions: list[dict[str, Any]]) -> str:
    """The widest JPEG in the shape that screens show."""
    jpegs = [each for each in renditions if each["type"] == "image/jpeg" and not is_canvas(each["name"])]
    name: str = max(jpegs or renditions, key=lambda each: int(each["width"]))["name"]
    return name
