"""Flicks that an operator imports for a member. Members cannot post them yet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.core.text import clean
from inflow.media.jobs import remove_medium
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import receive, store_upload
from inflow.media.pipeline.videos import attach_video, require_video, store_video
from inflow.media.rules import VideoKind, detect_ratio
from inflow.media.views import Uploaded
from inflow.members.tables import users
from inflow.posts.rules import ALT_TEXT_MAX, CAPTION_MAX, PostId, PostType
from inflow.posts.tables import posts
from reflow import AppError, Connection, Row, statement

_PIECE = 256 * 1024
Record = Callable[[Connection, str, PostId], Awaitable[None]]
"""Writes down, in the transaction of the post, that an operator posted it. Given its author's id and its own."""
_GIVEN = (
    *("id", "author_id", "media_id", "nook_type", "post_type", "is_video", "ratio", "caption", "alt_text"),
    *("duration", "view_count", "highlight_count"),
)

MEMBER_CALLED = statement(
    sa.select(users.c.id, users.c.clerk_id, users.c.nook).where(users.c.username == bindparam("username")),
    whole_table="Asked once by a command; nobody watches it.",
)
ADD_FLICK = statement(sa.insert(posts).values({name: bindparam(name) for name in _GIVEN}))


@dataclass(frozen=True, kw_only=True)
class Flick:
    """A flick to import.

    Attributes:
        username: The member who becomes its author.
        thumbnail: A photograph, which is checked like every upload, by the content check too.
        duration: In seconds.
    """

    username: str
    video: Path
    thumbnail: Path
    duration: int
    caption: str = ""
    alt_text: str = ""
    post_type: PostType = "sphere"
    view_count: int = 0
    highlight_count: int = 0


async def import_flick(pipeline: MediaPipeline, flick: Flick, record: Record) -> PostId:
    """Post a video as the member, in their nook. If it is refused or interrupted, it leaves no permanent data.

    Args:
        record: Called once the post is written.

    Raises:
        AppError: ``not_found`` if no member has this name; ``invalid``, ``too_large``, ``no_room``, ``content_refused``
            and the other refusals of an upload.
    """
    _require_fitting(flick)
    kind = await asyncio.to_thread(require_video, flick.video)
    member = await _member(pipeline, flick.username)
    async with receive(pipeline, _pieces(flick.thumbnail)) as whole:
        thumbnail = await store_upload(pipeline, member.clerk_id, whole)
    try:
        await store_video(pipeline, thumbnail.media_id, flick.video, kind)
        return await _post(pipeline, flick, member, thumbnail, kind, record)
    except BaseException:
        await asyncio.shield(remove_medium(pipeline, thumbnail.media_id))
        raise


async def _member(pipeline: MediaPipeline, username: str) -> Row:
    async with pipeline.database.connection() as connection:
        member = await connection.row(MEMBER_CALLED, {"username": username.lower()})
    if member is None:
        raise AppError("not_found", "Nobody is called that.")
    return member


async def _post(
    pipeline: MediaPipeline, flick: Flick, member: Row, thumbnail: Uploaded, kind: VideoKind, record: Record
) -> PostId:
    post_id = PostId(new_id())
    async with pipeline.database.transaction() as connection:
        await attach_video(connection, thumbnail.media_id, kind)
        given = {
            "id": post_id,
            "author_id": member.id,
            "media_id": thumbnail.media_id,
            "nook_type": member.nook,
            "post_type": flick.post_type,
            "is_video": True,
            "ratio": detect_ratio(thumbnail.width, thumbnail.height),
            "caption": clean(flick.caption),
            "alt_text": clean(flick.alt_text),
            "duration": flick.duration,
            "view_count": flick.view_count,
            "highlight_count": flick.highlight_count,
        }
        await connection.rows(ADD_FLICK, given)
        await record(connection, member.id, post_id)
    return post_id


def _require_fitting(flick: Flick) -> None:
    if flick.duration < 1 or min(flick.view_count, flick.highlight_count) < 0:
        raise AppError("invalid", "The duration must be at least one second, and counts cannot be negative.")
    if len(clean(flick.caption)) > CAPTION_MAX or len(clean(flick.alt_text)) > ALT_TEXT_MAX:
        raise AppError("invalid", "The caption or the alternative text is too long.")


async def _pieces(file: Path) -> AsyncIterator[bytes]:
    with file.open("rb") as opened:  # blocking is harmless: this process serves no other callers
        while piece := opened.read(_PIECE):
            yield piece
