"""A member's picture: the hook before the mutation that changes it, and the check of the upload."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.pipeline.data_urls import data_url_size, is_data_url, store_data_url
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.tables import media
from inflow.members.access import Member
from inflow.members.tables import profiles
from inflow.profiles.rules import PICTURE_MOST_BYTES
from reflow import AppError, Ctx, MutationCtx, Row, statement

UPLOAD_OF_OWNER = statement(
    sa.select(media.c.id, media.c.byte_size, media.c.renditions).where(
        media.c.id == bindparam("id"), media.c.owner_id == bindparam("owner_id")
    )
)


def shown_on_a_profile(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that this medium is a member's picture."""
    return sa.exists(sa.select(profiles.c.id).where(profiles.c.picture_id == media_id))


async def store_picture(ctx: Ctx, given: dict[str, Any]) -> dict[str, Any]:
    """Check and store an image inside the call like an upload, and put its URL in its place."""
    if ctx.identity is None or not is_data_url(given["image_url"]):
        return given
    if data_url_size(given["image_url"]) >= PICTURE_MOST_BYTES:
        raise picture_too_large()
    kept = await store_data_url(ctx.get(MediaPipeline), ctx.identity.subject, given["image_url"])
    return {**given, "image_url": kept.image_url}


async def require_own_upload(ctx: MutationCtx, member: Member, image_url: str) -> Row:
    """Check that this URL is of the member's own upload; returns the upload's row.

    Raises:
        AppError: `invalid`, equally for a missing upload and for another member's; `too_large`.
    """
    parts = image_url.split("/")
    upload: Row | None = None
    if len(parts) == 4 and parts[:2] == ["", "media"]:
        upload = await ctx.row(UPLOAD_OF_OWNER, id=parts[2], owner_id=member.clerk_id)
    if upload is None:
        raise AppError("invalid", "Please upload an image file")
    if upload.byte_size >= PICTURE_MOST_BYTES:
        raise picture_too_large()
    return upload


def picture_too_large() -> AppError:
    """The refusal of a picture of 5 MB or more."""
    return AppError("too_large", "Image size must be less than 5MB")
