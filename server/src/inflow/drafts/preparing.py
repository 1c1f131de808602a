"""What a draft needs before the transaction that schedules or posts it: the cut, and the checks of its fotos."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.drafts.access import FOTOS_TO_POST
from inflow.drafts.tables import drafts
from inflow.drafts.views import adjustments_of, wanted_cut
from inflow.media.images.crops import Cut
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.look_check import require_allowed_look
from inflow.media.pipeline.moderation import content_unverified
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.still_allowed import require_still_allowed
from inflow.media.tables import MEDIUM_BY_ID
from inflow.members.tables import users
from inflow.posts.access import CUT_BY_ID
from inflow.posts.further_fotos import naming_place
from inflow.posts.looks import look_of_post
from inflow.posts.rules import rendition_in
from reflow import Ctx, MutationCtx, Row, statement

Limit = Callable[[str], AbstractContextManager[object]]

DRAFT_OF_ACCOUNT = statement(
    sa.select(drafts.c.id, drafts.c.author_id)
    .join(users, users.c.id == drafts.c.author_id)
    .where(
        drafts.c.id == bindparam("draft_id"),
        drafts.c.version == bindparam("version"),
        users.c.clerk_id == bindparam("clerk_id"),
    )
)


async def prepare_draft(ctx: Ctx, given: dict[str, Any]) -> dict[str, Any]:
    """Cut the fotos of the caller's draft and have them judged as members will see them.

    Does nothing for a draft that the mutation will refuse.
    """
    if ctx.identity is not None:
        draft = {"draft_id": given["draft_id"], "version": given["version"]}
        pipeline, clerk_id = ctx.get(MediaPipeline), ctx.identity.subject
        async with pipeline.database.connection() as connection:
            found = await connection.row(DRAFT_OF_ACCOUNT, {**draft, "clerk_id": clerk_id})
        if found is not None:
            await prepare_own_fotos(pipeline, clerk_id, given["draft_id"])
    return given


async def prepare_own_fotos(pipeline: MediaPipeline, owner_id: str, draft_id: str) -> None:
    """The same as `prepare_fotos`, within the limits of a member who waits for it.

    Raises:
        AppError: The same, and ``rate_limited``.
    """
    pipeline.workers.seconds.require_some_left(owner_id)
    await prepare_fotos(pipeline, owner_id, draft_id, limit=pipeline.cut_rate.begin)


async def prepare_fotos(pipeline: MediaPipeline, owner_id: str, draft_id: str, limit: Limit = nullcontext) -> None:
    """Cut the fotos of a draft and have them judged, with all that was forbidden since they were uploaded.

    Args:
        limit: Counts each cut of a member.

    Raises:
        AppError: ``content_refused``, ``unverified``, ``busy``, ``no_room``, ``rate_limited`` and what a cut is refused
            for.
    """
    async with pipeline.database.connection() as connection:
        fotos = await connection.rows(FOTOS_TO_POST, {"draft_id": draft_id})
    for foto in fotos:
        with naming_place(foto.position):
            await require_still_allowed(pipeline, owner_id, foto.media_id)
            name = await _cut(pipeline, owner_id, foto, limit)
            if look := look_of_post(foto.filter, adjustments_of(foto)):
                await require_allowed_look(pipeline, owner_id, foto.media_id, name, look)


async def require_prepared(ctx: MutationCtx, foto: Row) -> None:
    """Refuse a foto whose upload does not have the cut that the draft shows, and that was judged.

    Raises:
        AppError: `unverified`.
    """
    if not _is_cut(await ctx.value(CUT_BY_ID, id=foto.media_id), foto):
        raise content_unverified()


async def _cut(pipeline: MediaPipeline, owner_id: str, foto: Row, limit: Limit) -> str:
    """Cut the upload, unless it is cut as the draft shows it. Returns the name of a rendition.

    A foto that was posted meanwhile is left as it is: the mutation will refuse it.
    """
    async with pipeline.database.connection() as connection:
        row = await connection.row(MEDIUM_BY_ID, {"id": foto.media_id})
        is_posted = await pipeline.posted.includes(connection, foto.media_id)
    if row is None:
        return ""
    if is_posted or _is_cut(row.cut, foto):
        name: str = row.renditions[0]["name"]
        return name
    with limit(owner_id):
        made = await store_cut(pipeline, owner_id, foto.media_id, wanted_cut(foto))
    return rendition_in(made.image_url)


def _is_cut(cut: dict[str, Any] | None, foto: Row) -> bool:
    """Whether a medium with this cut is what the draft shows."""
    if cut is None:
        return foto.crop is None and foto.rotation == 0
    return msgspec.convert(cut, Cut).wanted == wanted_cut(foto)
