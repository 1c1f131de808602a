"""The pictures of members."""

from __future__ import annotations

from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.data_urls import is_data_url, keep_data_url, size_in
from inflow.media.tables import media
from inflow.media.uploads import Studio
from inflow.media.views import picture
from inflow.profiles.rules import PICTURE_MOST_BYTES
from inflow.profiles.tables import profiles
from inflow.users.access import Member, require_self
from inflow.users.appearance import show_picture
from inflow.users.rules import UserId
from reflow.auth.tokens import Identity
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.limits.rate_limits import HOUR, MINUTE, Pace
from reflow.live.mutations import Preparation
from reflow.postgres.database import Row
from reflow.statements import statement

UPLOAD = statement(
    sa.select(media.c.id, media.c.byte_size, media.c.renditions).where(
        media.c.id == bindparam("id"), media.c.owner_id == bindparam("owner_id")
    )
)
PICTURE = statement(sa.select(profiles.c.picture_id).where(profiles.c.user_id == bindparam("user_id")))
SET_PICTURE = statement(
    sa.update(profiles).where(profiles.c.user_id == bindparam("user_id")).values(picture_id=bindparam("picture_id"))
)


def shown_on_a_profile(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Whether this medium is a member's picture."""
    return sa.exists(sa.select(profiles.c.id).where(profiles.c.picture_id == media_id))


def storing_the_picture(studio: Studio) -> Preparation:
    """Before a picture is changed: an image inside the call is checked and stored like an upload, and its URL put in
    its place."""

    async def prepare(identity: Identity | None, given: dict[str, Any]) -> dict[str, Any]:
        if identity is None or not is_data_url(given["image_url"]):
            return given
        if size_in(given["image_url"]) >= PICTURE_MOST_BYTES:
            raise _too_large()
        kept = await keep_data_url(studio, identity.subject, given["image_url"])
        return {**given, "image_url": kept.image_url}

    return prepare


@mutation(pace=Pace((6, MINUTE), (60, HOUR)))
async def update_profile_image(ctx: MutationCtx, *, user_id: UserId, image_url: str) -> str:
    """Make a photo that was uploaded just before one's picture, in place of the one before; its address."""
    if not image_url:
        raise AppError("invalid", "No file selected or user not found")
    member = await require_self(ctx, user_id)
    upload = await _require_own_upload(ctx, member, image_url)
    before = await ctx.value(PICTURE, user_id=member.id)
    try:
        await ctx.execute(SET_PICTURE, user_id=member.id, picture_id=upload.id)
    except asyncpg.ForeignKeyViolationError:
        # It waited too long, and was tidied away just now.
        raise AppError("invalid", "Please upload an image file") from None
    url = picture(upload.id, upload.renditions).url
    await show_picture(ctx, member.id, url)
    if before not in (None, upload.id):
        await ctx.defer("remove_unused_media", media_id=before)
    return url


async def _require_own_upload(ctx: MutationCtx, member: Member, image_url: str) -> Row:
    parts = image_url.split("/")
    upload: Row | None = None
    if len(parts) == 4 and parts[:2] == ["", "media"]:
        upload = await ctx.row(UPLOAD, id=parts[2], owner_id=member.clerk_id)
    if upload is None:
        raise AppError("invalid", "Please upload an image file")
    if upload.byte_size >= PICTURE_MOST_BYTES:
        raise _too_large()
    return upload


def _too_large() -> AppError:
    return AppError("too_large", "Image size must be less than 5MB")
