"""Mutations of the caller's own profile, and those that end the caller's relation with another member."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import asyncpg
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import bindparam

from inflow.blocks.access import are_hidden, has_blocked, visible_user
from inflow.blocks.pairs import add_block, add_limit, add_mute, remove_block, remove_limit, remove_mute
from inflow.connections.pairs import sever
from inflow.core.text import clean
from inflow.flow_requests.settling import cancel_between
from inflow.identity.rules import check_full_name
from inflow.identity.sign_up.reserved_names import ProductName
from inflow.media.views import picture
from inflow.members.access import require_member, require_own_profile, require_self, user_of_profile
from inflow.members.rules import QUOTE_MAX, ProfileId, UserId
from inflow.members.tables import profiles, users
from inflow.members.updates import set_full_name, set_picture, set_privacy, set_quote
from inflow.notifications.notify import withdraw, withdraw_between, withdraw_from
from inflow.notifications.preferences import set_last_check, set_preferences
from inflow.notifications.rules import IN_FLOW
from inflow.profanity import Profanity
from inflow.profiles.pictures import require_own_upload, store_picture
from inflow.profiles.rules import NO_PROFILE, NOT_LIMITED, NOT_MUTED, NOT_ONESELF, Quote
from inflow.standing.new_members import require_links_allowed
from reflow import HOUR, MINUTE, AppError, MutationCtx, RateLimit, mutation, statement

PICTURE_OF_USER = statement(sa.select(profiles.c.picture_id).where(profiles.c.user_id == bindparam("user_id")))
NAMES_OF_USER = statement(
    sa.select(profiles.c.id, users.c.username, users.c.full_name)
    .join(users, users.c.id == profiles.c.user_id)
    .where(profiles.c.user_id == bindparam("user_id"))
)
Moment = Annotated[datetime, Meta(tz=True)]


@mutation
async def create_profile(
    ctx: MutationCtx, *, user_id: UserId, username: str, full_name: str, image_url: str, nook_type: str
) -> ProfileId:
    """The id of the calling member's profile, which sign-up created. Other calls set its picture and nook."""
    del image_url, nook_type
    member = await require_self(ctx, user_id)
    (own,) = await ctx.rows(NAMES_OF_USER, user_id=member.id)
    if (own.username, own.full_name) != (username, full_name):
        raise AppError("forbidden", "You can only do this for yourself.")
    return ProfileId(own.id)


@mutation
async def update_privacy(ctx: MutationCtx, *, profile_id: ProfileId, allow_syncflow: bool) -> None:
    """Set whether other members may send requests to syncflow. Requests sent before stay."""
    await require_own_profile(ctx, profile_id)
    await set_privacy(ctx, profile_id, allow_syncflow=allow_syncflow)


@mutation(rate_limit=RateLimit((30, MINUTE)))
async def update_quote(ctx: MutationCtx, *, profile_id: ProfileId, quote: Quote) -> None:
    """Set the quote on the caller's own profile. An empty one is ignored: the quote stays as it is."""
    await require_own_profile(ctx, profile_id)
    text = clean(quote)
    if not text:
        return
    if len(text) > QUOTE_MAX:
        raise AppError("invalid", f"A quote has at most {QUOTE_MAX} characters.")
    if ctx.get(Profanity).in_text(text):
        raise AppError("invalid", "avoid writing something offensive")
    await require_links_allowed(ctx, text)
    await set_quote(ctx, profile_id, text)


@mutation(rate_limit=RateLimit((20, HOUR)))
async def update_profile(ctx: MutationCtx, *, profile_id: ProfileId, full_name: str | None = None) -> None:
    """Change the caller's own full name, by the rules of sign-up. Omitted fields stay as they are."""
    member = await require_own_profile(ctx, profile_id)
    if full_name is None:
        return
    await set_full_name(ctx, member.id, check_full_name(full_name, ctx.get(Profanity), ctx.get(ProductName)))


@mutation(rate_limit=RateLimit((6, MINUTE), (60, HOUR)), large_arguments=True, before_transaction=store_picture)
async def update_profile_image(ctx: MutationCtx, *, user_id: UserId, image_url: str) -> str:
    """Make an uploaded photo the caller's picture, in place of the one before; returns its address."""
    if not image_url:
        raise AppError("invalid", "No file selected or user not found")
    member = await require_self(ctx, user_id)
    upload = await require_own_upload(ctx, member, image_url)
    before = await ctx.value(PICTURE_OF_USER, user_id=member.id)
    url = picture(upload.id, upload.renditions).url
    try:
        await set_picture(ctx, member.id, upload.id, url)
    except asyncpg.ForeignKeyViolationError:
        # The upload was unused for too long, and the cleanup deleted it a moment ago.
        raise AppError("invalid", "Please upload an image file") from None
    if before not in (None, upload.id):
        await ctx.defer("remove_unused_media", media_id=before)
    return url


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def block_user(ctx: MutationCtx, *, blocker_id: ProfileId, blocked_id: ProfileId) -> None:
    """Block another member: this ends their connection and requests, and hides both members from each other."""
    member = await require_own_profile(ctx, blocker_id)
    if blocker_id == blocked_id:
        raise AppError("invalid", NOT_ONESELF)
    other = await ctx.run(user_of_profile, profile_id=blocked_id)
    if other is None:
        raise AppError("not_found", NO_PROFILE)
    if await are_hidden(ctx, member.id, other):
        # If they blocked the caller, they look as if they did not exist.
        if await ctx.run(has_blocked, blocker=member.id, blocked=other):
            return
        raise AppError("not_found", NO_PROFILE)
    await cancel_between(ctx, member.id, other)
    await sever(ctx, member.id, other)
    await withdraw_between(ctx, member.id, other)
    await add_block(ctx, member.id, other)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def unblock_user(ctx: MutationCtx, *, blocker_id: ProfileId, blocked_id: ProfileId) -> None:
    """Take the caller's block back. Both members see each other again; a former connection stays broken."""
    member = await require_own_profile(ctx, blocker_id)
    other = await ctx.run(user_of_profile, profile_id=blocked_id)
    if other is not None:
        await remove_block(ctx, member.id, other)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def mute(ctx: MutationCtx, *, profile_id: ProfileId) -> None:
    """Keep another member off the caller's walls, comments and notifications. They are not notified and do not notice;
    their profile and the conversation with them stay as they are.
    """
    member = await require_member(ctx)
    other = await ctx.run(visible_user, viewer=member.id, profile_id=profile_id)
    if other is None:
        raise AppError("not_found", NO_PROFILE)
    if other == member.id:
        raise AppError("invalid", NOT_MUTED)
    await add_mute(ctx, member.id, other)
    await withdraw_from(ctx, other, to=member.id)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def unmute(ctx: MutationCtx, *, profile_id: ProfileId) -> None:
    """Take the caller's mute back. Without one, or without such a member, this does nothing."""
    member = await require_member(ctx)
    other = await ctx.run(user_of_profile, profile_id=profile_id)
    if other is not None:
        await remove_mute(ctx, member.id, other)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def limit(ctx: MutationCtx, *, profile_id: ProfileId) -> None:
    """Hide what another member comments on the caller's posts from now on from all but the two, and do not notify the
    caller of it. The member is not notified and does not notice.
    """
    member = await require_member(ctx)
    other = await ctx.run(visible_user, viewer=member.id, profile_id=profile_id)
    if other is None:
        raise AppError("not_found", NO_PROFILE)
    if other == member.id:
        raise AppError("invalid", NOT_LIMITED)
    await add_limit(ctx, member.id, other)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def unlimit(ctx: MutationCtx, *, profile_id: ProfileId) -> None:
    """Take the caller's limit back. Comments that are hidden stay hidden. Without a limit, this does nothing."""
    member = await require_member(ctx)
    other = await ctx.run(user_of_profile, profile_id=profile_id)
    if other is not None:
        await remove_limit(ctx, member.id, other)


@mutation
async def break_flow(ctx: MutationCtx, *, profile_id: ProfileId, other_id: ProfileId) -> None:
    """Break the flow with another member, for both. Without a flow it does nothing."""
    member = await require_own_profile(ctx, profile_id)
    other = await ctx.run(user_of_profile, profile_id=other_id)
    if other is None or not await sever(ctx, member.id, other):
        return
    for one, told in ((member.id, other), (other, member.id)):
        await withdraw(ctx, to=told, kind="sync_flow", sender=one, subject=IN_FLOW)


@mutation
async def update_notification_count(ctx: MutationCtx, *, profile_id: ProfileId, count: int, last_check: Moment) -> None:
    """Store when the member last opened their notifications, but never a future time. The server counts by itself and
    ignores `count`.
    """
    del count
    member = await require_own_profile(ctx, profile_id)
    await set_last_check(ctx, member.id, min(last_check, await ctx.now()))


@mutation
async def update_notification_preferences(
    ctx: MutationCtx, *, profile_id: ProfileId, post_notifications: bool, comment_notifications: bool
) -> None:
    """Set which notifications the caller gets from now on."""
    member = await require_own_profile(ctx, profile_id)
    await set_preferences(ctx, member.id, posts=post_notifications, comments=comment_notifications)
