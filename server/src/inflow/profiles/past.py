"""What a member wrote about themselves in another place, put where their profile here is empty."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.text import clean
from inflow.identity.rules import check_full_name
from inflow.identity.sign_up.reserved_names import ProductName
from inflow.media.views import Uploaded
from inflow.members.access import Member
from inflow.members.rules import QUOTE_MAX
from inflow.members.tables import profiles, users
from inflow.members.updates import set_full_name, set_picture, set_quote
from inflow.profanity import Profanity
from inflow.standing.new_members import require_links_allowed
from reflow import AppError, MutationCtx, statement

PROFILE_TO_FILL = statement(
    sa.select(profiles.c.id, profiles.c.quote, profiles.c.picture_id, users.c.full_name)
    .join(users, users.c.id == profiles.c.user_id)
    .where(profiles.c.user_id == bindparam("user_id"))
)


async def fill_profile(ctx: MutationCtx, member: Member, full_name: str, quote: str, picture: Uploaded | None) -> None:
    """Take over what the member's profile lacks. A text that the rules refuse is left out."""
    (before,) = await ctx.rows(PROFILE_TO_FILL, user_id=member.id)
    if not before.full_name and (name := _full_name(ctx, full_name)):
        await set_full_name(ctx, member.id, name)
    if not before.quote and (words := await _quote(ctx, member, quote)):
        await set_quote(ctx, before.id, words)
    if picture is not None and before.picture_id is None:
        await set_picture(ctx, member.id, picture.media_id, picture.image_url)
    elif picture is not None:
        await ctx.defer("remove_unused_media", media_id=picture.media_id)


def _full_name(ctx: MutationCtx, name: str) -> str:
    try:
        return check_full_name(name, ctx.get(Profanity), ctx.get(ProductName))
    except AppError:
        return ""


async def _quote(ctx: MutationCtx, member: Member, quote: str) -> str:
    text = clean(quote)
    if len(text) > QUOTE_MAX or ctx.get(Profanity).in_text(text):
        return ""
    try:
        await require_links_allowed(ctx, text, member)
    except AppError:
        return ""
    return text
