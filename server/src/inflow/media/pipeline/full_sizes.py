"""The full size of a photograph: a rendition with all pixels of what its post shows, which the author allows."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import structs

from inflow.core.ids import new_id
from inflow.media.images.crops import Cut
from inflow.media.images.looks import Look
from inflow.media.pipeline.cancellation import run_to_completion
from inflow.media.pipeline.cuts import download_source
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import CUT_PREFIX, require_allowed_content
from inflow.media.rules import Size, full_size, is_full, is_full_size_already
from inflow.media.storage.quota import refuse_when_full
from inflow.media.storage.store import SOURCE
from inflow.media.tables import CUT_FOR_UPDATE, MEDIUM_BY_ID, SET_RENDITIONS
from inflow.media.views import stored_rendition
from inflow.media.worker.protocol import FullSizeImage, Rendition
from reflow import Connection, MutationCtx, Row

_ID_LENGTH: Final = 8
IsUnchanged = Callable[[Connection], Awaitable[bool]]

_BYTES_PER_PIXEL: Final = 0.3
"""More than a photograph's rendition needs, for the quota."""


async def is_drawn_as_before(_connection: Connection) -> bool:
    """The default: no post changes its look meanwhile."""
    return True


async def allow_full_size(
    pipeline: MediaPipeline, owner_id: str, media_id: str, look: Look, is_unchanged: IsUnchanged = is_drawn_as_before
) -> None:
    """Make and store the full size of the owner's posted photograph, unless it has one.

    Its quarters are moderated as the post draws them, because details may be recognisable only at this size.

    Args:
        look: How the post draws the photograph.
        is_unchanged: Whether the post still draws it so, until the end of the transaction.

    Raises:
        AppError: ``invalid``: the other renditions have all pixels; ``not_found``, ``rate_limited``, ``busy``,
            ``no_room``, ``unprocessable``, ``content_refused``, ``unverified``.
    """
    async with pipeline.database.connection() as connection:
        row = await connection.row(MEDIUM_BY_ID, {"id": media_id})
        if row is None or any(is_full(each["name"]) for each in row.renditions):
            return
        size = full_size(Size(row.width, row.height))
        if size is None:
            raise is_full_size_already()
        needed = int(_BYTES_PER_PIXEL * size.width * size.height)
        folders = [pipeline.folder, *pipeline.store.folders]
        await pipeline.quota.require_space(connection, owner_id, needed, folders)
    pipeline.workers.seconds.require_some_left(owner_id)
    with pipeline.cut_rate.begin(owner_id):
        made = await _make(pipeline, owner_id, row, look)
        for part in made.parts:
            await require_allowed_content(pipeline, owner_id, row.sha256, part)
        await run_to_completion(_store(pipeline, row, made.rendition, is_unchanged))


async def remove_full_size(ctx: MutationCtx, media_id: str) -> None:
    """Remove the full size from a photograph, if it has one, and have its file deleted."""
    row = await ctx.row(CUT_FOR_UPDATE, id=media_id)
    full = [each["name"] for each in row.renditions if is_full(each["name"])] if row else []
    if row and full:
        kept = [each for each in row.renditions if each["name"] not in full]
        await ctx.execute(SET_RENDITIONS, media_id=media_id, renditions=kept)
        await ctx.defer("discard_renditions", media_id=media_id, names=full)


async def _make(pipeline: MediaPipeline, owner_id: str, row: Row, look: Look) -> FullSizeImage:
    cut = None if row.cut is None else msgspec.convert(row.cut, Cut)
    with tempfile.TemporaryDirectory(dir=pipeline.folder, prefix=CUT_PREFIX) as folder:
        source = Path(folder) / SOURCE
        await download_source(pipeline, row, source)
        made = await pipeline.workers.full_size(source, cut, look, owner_id)
    # A new name each time: the job that deletes a former one may run later.
    name = f"{made.rendition.name.removesuffix('.webp')}{new_id()[:_ID_LENGTH]}.webp"
    return structs.replace(made, rendition=structs.replace(made.rendition, name=name))


async def _store(pipeline: MediaPipeline, row: Row, full: Rendition, is_unchanged: IsUnchanged) -> None:
    """Store the file first, then the row: a row guarantees its files."""
    try:
        with refuse_when_full():
            await pipeline.store.put(row.id, full.name, full.content)
        is_kept = await _add(pipeline, row, full, is_unchanged)
    except BaseException:
        await asyncio.shield(_discard_unless_kept(pipeline, row.id, full.name))
        raise
    if not is_kept:
        await _discard_unless_kept(pipeline, row.id, full.name)


async def _add(pipeline: MediaPipeline, row: Row, full: Rendition, is_unchanged: IsUnchanged) -> bool:
    """Add the rendition to the row. False if the photograph was removed, got its full size or looks different now."""
    async with pipeline.database.transaction() as connection:
        # Before the medium, in the order in which a new look locks the two.
        if not await is_unchanged(connection):
            return False
        now = await connection.row(CUT_FOR_UPDATE, {"id": row.id})
        if now is None or now.cut != row.cut or any(is_full(each["name"]) for each in now.renditions):
            return False
        renditions = [*now.renditions, stored_rendition(full)]
        await connection.rows(SET_RENDITIONS, {"media_id": row.id, "renditions": renditions})
    return True


async def _discard_unless_kept(pipeline: MediaPipeline, media_id: str, name: str) -> None:
    """Delete the file, unless the row has it: a commit without a response may have succeeded."""
    async with pipeline.database.connection() as connection:
        row = await connection.row(MEDIUM_BY_ID, {"id": media_id})
    if row is None:
        await pipeline.store.remove(media_id)
    elif all(each["name"] != name for each in row.renditions):
        await pipeline.store.discard(media_id, [name])
