"""Cuts: the part of a photograph that its post will show. A new cut replaces the former one, once the post shows it."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec

from inflow.media.images.crops import Cut, RequestedCut, require_inside
from inflow.media.pipeline.cancellation import run_to_completion
from inflow.media.pipeline.moderation import ModerationScores
from inflow.media.pipeline.next_cuts import renditions_of_next_cut, set_next_cut
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import CUT_PREFIX, require_allowed_content, stored_scores
from inflow.media.storage.quota import refuse_when_full
from inflow.media.storage.store import ORIGINAL, SOURCE
from inflow.media.tables import MEDIUM_BY_ID, MEDIUM_OF_OWNER, MEDIUM_OF_OWNER_FOR_UPDATE, SET_CUT
from inflow.media.views import Uploaded, picture, stored_rendition
from inflow.media.worker.protocol import CutImage
from reflow import AppError, Connection, Row

_ID_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH: Final = 10


async def store_cut(pipeline: MediaPipeline, owner_id: str, media_id: str, wanted: RequestedCut) -> Uploaded:
    """Cut the owner's photograph; return when the cut can be shown. Of a posted one it is the next cut, which a call
    of the post may take.

    Raises:
        AppError: ``not_found`` also for another member's, ``conflict`` if it is in use and no foto, or was posted
            meanwhile, ``invalid``, ``busy``, ``no_room``, ``unprocessable``, ``content_refused``, ``unverified``.
    """
    require_inside(wanted.crop)
    async with pipeline.database.connection() as connection:
        found = await connection.row(MEDIUM_OF_OWNER, _owned_by(media_id, owner_id))
        is_posted = await pipeline.posted.includes(connection, media_id)
        row = _require_found(found) if is_posted else await _require_unposted(pipeline, connection, found)
    made_as = Cut("".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH)), wanted)
    made = await _make_cut(pipeline, owner_id, row, made_as)
    # A detail may be refused although the whole is allowed.
    scores = await require_allowed_content(pipeline, owner_id, row.sha256, made.display.content)
    try:
        with refuse_when_full():
            await run_to_completion(_store(pipeline, owner_id, media_id, made_as, made, scores, is_next=is_posted))
    except BaseException:
        await asyncio.shield(_roll_back(pipeline, media_id, made))
        raise
    seen = picture(media_id, [stored_rendition(each) for each in made.renditions])
    return Uploaded(
        media_id=media_id,
        image_url=seen.url,
        width=made.width,
        height=made.height,
        thumbhash=made.thumbhash,
        variants=seen.variants,
    )


async def _make_cut(pipeline: MediaPipeline, owner_id: str, row: Row, cut: Cut) -> CutImage:
    with tempfile.TemporaryDirectory(dir=pipeline.folder, prefix=CUT_PREFIX) as folder:
        source = Path(folder) / SOURCE
        await download_source(pipeline, row, source)
        return await pipeline.workers.cut(source, cut, owner_id)


async def download_source(pipeline: MediaPipeline, row: Row, into: Path) -> None:
    """Write the file from which renditions are made.

    Raises:
        AppError: ``not_found``, ``no_room``, ``busy``.
    """
    with refuse_when_full():
        found = await pipeline.store.download(row.id, SOURCE if row.has_source else ORIGINAL, into)
    if not found:
        raise _image_not_found()


async def _store(
    pipeline: MediaPipeline,
    owner_id: str,
    media_id: str,
    cut: Cut,
    made: CutImage,
    scores: ModerationScores | None,
    *,
    is_next: bool,
) -> None:
    """Store files first, then the row: a row guarantees its files."""
    await pipeline.store.put_all(media_id, {each.name: each.content for each in made.renditions})
    stored = {
        "width": made.width,
        "height": made.height,
        "thumbhash": made.thumbhash,
        "renditions": [stored_rendition(each) for each in made.renditions],
        "cut": msgspec.to_builtins(cut),
        "verdict": stored_scores(scores),
    }
    async with pipeline.database.transaction() as connection:
        row = await connection.row(MEDIUM_OF_OWNER_FOR_UPDATE, _owned_by(media_id, owner_id))
        if is_next:
            await set_next_cut(pipeline, connection, _require_found(row), stored)
        else:
            await _replace(pipeline, connection, row, stored)


async def _replace(pipeline: MediaPipeline, connection: Connection, row: Row | None, stored: dict[str, Any]) -> None:
    """Replace the medium's cut. The row is locked, so that no post can refer to it meanwhile."""
    former = await _require_unposted(pipeline, connection, row)
    await connection.rows(SET_CUT, {"media_id": former.id, **stored})
    await pipeline.schedule(connection, former.id)
    await pipeline.schedule_discard(connection, former.id, [each["name"] for each in former.renditions])


async def _roll_back(pipeline: MediaPipeline, media_id: str, made: CutImage) -> None:
    """Delete the new files, unless the row has them: a commit without a response may have succeeded."""
    async with pipeline.database.connection() as connection:
        row = await connection.row(MEDIUM_BY_ID, {"id": media_id})
    kept = set() if row is None else {each["name"] for each in (*row.renditions, *renditions_of_next_cut(row))}
    await pipeline.store.discard(media_id, [each.name for each in made.renditions if each.name not in kept])


def _require_found(row: Row | None) -> Row:
    if row is None:
        raise _image_not_found()
    return row


async def _require_unposted(pipeline: MediaPipeline, connection: Connection, found: Row | None) -> Row:
    row = _require_found(found)
    if await pipeline.references.shows(connection, row.id):
        raise AppError("conflict", "This foto has already been posted.")
    return row


def _owned_by(media_id: str, owner_id: str) -> dict[str, object]:
    return {"id": media_id, "owner_id": owner_id}


def _image_not_found() -> AppError:
    return AppError("not_found", "There is no such image")
