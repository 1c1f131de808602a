"""The full size of a foto: its author may let everyone who sees it enlarge it to all its pixels."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.pipeline.full_sizes import allow_full_size, remove_full_size
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.tables import media
from inflow.posts.looks import look_of_post
from inflow.posts.rules import PostId
from inflow.posts.tables import further_fotos, posts
from inflow.posts.views import Adjustments
from reflow import AppError, Connection, Ctx, MutationCtx, statement

UNSUPPORTED: Final = "Only fotos have a full size."

_LOOK: Final = ("filter", "brightness", "contrast", "saturation")
FOTO_OF_OWNER = statement(
    sa.select(posts.c.media_id, posts.c.is_video, *(posts.c[name] for name in _LOOK))
    .join(media, media.c.id == posts.c.media_id)
    .where(posts.c.id == bindparam("post_id"), media.c.owner_id == bindparam("owner_id")),
    whole_table="Read once, before a mutation; no query watches it.",
)
FURTHER_FOTO_OF_OWNER = statement(
    sa.select(further_fotos.c.media_id, sa.false().label("is_video"), *(further_fotos.c[name] for name in _LOOK))
    .join(media, media.c.id == further_fotos.c.media_id)
    .where(
        further_fotos.c.post_id == bindparam("post_id"),
        further_fotos.c.place == bindparam("place"),
        media.c.owner_id == bindparam("owner_id"),
    ),
    whole_table="Read once, before a mutation; no query watches it.",
)
# The lock keeps another look from being shown before the full size is.
LOOK_OF_FOTO = statement(
    sa.select(*(posts.c[name] for name in _LOOK)).where(posts.c.id == bindparam("post_id")).with_for_update(read=True)
)
LOOK_OF_FURTHER_FOTO = statement(
    sa.select(*(further_fotos.c[name] for name in _LOOK))
    .where(further_fotos.c.post_id == bindparam("post_id"), further_fotos.c.place == bindparam("place"))
    .with_for_update(read=True)
)
MEDIUM_OF_POST = statement(sa.select(posts.c.media_id).where(posts.c.id == bindparam("post_id")))
MEDIUM_OF_FURTHER_FOTO = statement(
    sa.select(further_fotos.c.media_id).where(
        further_fotos.c.post_id == bindparam("post_id"), further_fotos.c.place == bindparam("place")
    )
)


async def prepare_full_size(ctx: Ctx, given: dict[str, Any]) -> dict[str, Any]:
    """Make the rendition that is to be allowed. That takes longer than a transaction may, and calls other processes.

    Raises:
        AppError: As :func:`inflow.media.pipeline.full_sizes.allow_full_size`; ``unsupported`` for a flick.
    """
    if ctx.identity is None or not given["allowed"]:
        return given
    pipeline, owner_id = ctx.get(MediaPipeline), ctx.identity.subject
    place, of = given["place"], _foto(given["post_id"], given["place"])
    async with pipeline.database.connection() as connection:
        foto = await connection.row(FURTHER_FOTO_OF_OWNER if place else FOTO_OF_OWNER, {**of, "owner_id": owner_id})
    if foto is None:
        return given  # the mutation refuses it
    if foto.is_video:
        raise AppError("unsupported", UNSUPPORTED)
    adjustments = Adjustments(brightness=foto.brightness, contrast=foto.contrast, saturation=foto.saturation)

    async def is_unchanged(connection: Connection) -> bool:
        now = await connection.row(LOOK_OF_FURTHER_FOTO if place else LOOK_OF_FOTO, of)
        return now is not None and all(now[name] == foto[name] for name in _LOOK)

    look = look_of_post(foto.filter, adjustments)
    await allow_full_size(pipeline, owner_id, foto.media_id, look, is_unchanged)
    return given


async def withdraw_full_size(ctx: MutationCtx, post_id: PostId, place: int) -> None:
    """Remove the rendition of this foto of the post, if it has one."""
    media_id = await ctx.value(MEDIUM_OF_FURTHER_FOTO if place else MEDIUM_OF_POST, **_foto(post_id, place))
    if media_id is not None:
        await remove_full_size(ctx, media_id)


def _foto(post_id: PostId, place: int) -> dict[str, Any]:
    """The parameters that find the foto at a place of its post; the first is found by its post alone."""
    return {"post_id": post_id, "place": place} if place else {"post_id": post_id}
