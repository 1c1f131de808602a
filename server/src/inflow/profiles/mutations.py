"""Changing one's own profile."""

from __future__ import annotations

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.text import clean
from inflow.identity.rules import check_full_name
from inflow.identity.sign_up.reserved_names import ProductName
from inflow.media.views import picture
from inflow.members.access import require_own_profile, require_self
from inflow.members.rules import QUOTE_MAX, ProfileId, UserId
from inflow.members.tables import profiles, users
from inflow.members.updates import set_full_name, set_picture, set_privacy, set_quote
from inflow.profanity import Profanity
from inflow.profiles.pictures import require_own_upload
from inflow.profiles.rules import Quote
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.limits.rate_limits import HOUR, MINUTE, Pace
from reflow.statements import statement

PICTURE = statement(sa.select(profiles.c.picture_id).where(profiles.c.user_id == bindparam("user_id")))
OWN = statement(
    sa.select(profiles.c.id, users.c.username, users.c.full_name)
    .join(users, users.c.id == profiles.c.user_id)
    .where(profiles.c.user_id == bindparam("user_id"))
)


@mutation
async def create_profile(
    ctx: MutationCtx, *, user_id: UserId, username: str, full_name: str, image_url: str, nook_type: str
) -> ProfileId:
    """The calling member's profile, which signing up made. Its picture and nook are chosen by calls of their own."""
    del image_url, nook_type
    member = await require_self(ctx, user_id)
    (own,) = await ctx.rows(OWN, user_id=member.id)
    if (own.username, own.full_name) != (username, full_name):
        raise AppError("forbidden", "You can only do this for yourself.")
    return ProfileId(own.id)


@mutation
async def update_privacy(ctx: MutationCtx, *, profile_id: ProfileId, allow_syncflow: bool) -> None:
    """Say whether other members may ask to syncflow. What was asked before stays."""
    await require_own_profile(ctx, profile_id)
    await set_privacy(ctx, profile_id, allow_syncflow=allow_syncflow)


@mutation(pace=Pace((30, MINUTE)))
async def update_quote(ctx: MutationCtx, *, profile_id: ProfileId, quote: Quote) -> None:
    """Put a quote on one's own profile. An empty one is ignored: the quote stays as it is."""
    await require_own_profile(ctx, profile_id)
    text = clean(quote)
    if not text:
        return
    if len(text) > QUOTE_MAX:
        raise AppError("invalid", f"A quote has at most {QUOTE_MAX} characters.")
    if ctx.tool(Profanity).in_text(text):
        raise AppError("invalid", "avoid writing something offensive")
    await set_quote(ctx, profile_id, text)


@mutation(pace=Pace((20, HOUR)))
async def update_profile(ctx: MutationCtx, *, profile_id: ProfileId, full_name: str | None = None) -> None:
    """Change one's own full name, by the rules of sign-up. What is left out stays as it is."""
    member = await require_own_profile(ctx, profile_id)
    if full_name is None:
        return
    await set_full_name(ctx, member.id, check_full_name(full_name, ctx.tool(Profanity), ctx.tool(ProductName)))


@mutation(pace=Pace((6, MINUTE), (60, HOUR)))
async def update_profile_image(ctx: MutationCtx, *, user_id: UserId, image_url: str) -> str:
    """Make a photo that was uploaded just before one's picture, in place of the one before; its address."""
    if not image_url:
        raise AppError("invalid", "No file selected or user not found")
    member = await require_self(ctx, user_id)
    upload = await require_own_upload(ctx, member, image_url)
    before = await ctx.value(PICTURE, user_id=member.id)
    url = picture(upload.id, upload.renditions).url
    try:
        await set_picture(ctx, member.id, upload.id, url)
    except asyncpg.ForeignKeyViolationError:
        # It waited too long, and the cleanup removed it just now.
        raise AppError("invalid", "Please upload an image file") from None
    if before not in (None, upload.id):
        await ctx.defer("remove_unused_media", media_id=before)
    return url
