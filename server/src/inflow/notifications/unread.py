"""Unread counts and the time of the last check, for other calls to build on."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.core.tables import INSTANT
from inflow.members.rules import UserId
from inflow.members.tables import users
from inflow.members.views import iso
from inflow.notifications.tables import notification_settings, notifications
from inflow.notifications.views import UnreadCount
from reflow import QueryCtx, internal_query, statement

UNREAD_COUNTS_OF_VIEWER = statement(
    sa.select(notifications.c.type, sa.func.count().label("number"))
    .where(
        notifications.c.member_id == bindparam("viewer"),
        notifications.c.read == sa.false(),
        not_hidden(notifications.c.sender_id),
    )
    .group_by(notifications.c.type)
)
LAST_CHECK_OF_MEMBER = statement(
    sa.select(notification_settings.c.last_check).where(notification_settings.c.member_id == bindparam("member_id"))
)
POSTS_WANTED_SINCE = statement(
    sa.select(sa.func.coalesce(notification_settings.c.last_check, users.c.created_at, type_=INSTANT))
    .select_from(users.outerjoin(notification_settings, notification_settings.c.member_id == users.c.id))
    .where(
        users.c.id == bindparam("member_id"), sa.func.coalesce(notification_settings.c.post_notifications, sa.true())
    )
)


@internal_query
async def unread_count(ctx: QueryCtx, *, member_id: UserId) -> UnreadCount:
    """How many of a member's notifications are unread. Not published: the caller shows it to the member only."""
    found = {row.type: row.number for row in await ctx.rows(UNREAD_COUNTS_OF_VIEWER, viewer=member_id)}
    numbers = {kind: found.get(kind, 0) for kind in ("post_comment", "sync_flow", "intexted")}
    return UnreadCount(**numbers, total=sum(numbers.values()))


@internal_query
async def last_check(ctx: QueryCtx, *, member_id: UserId) -> str | None:
    """When a member last looked at their notifications; None if never. Not published: for the member only."""
    moment = await ctx.value(LAST_CHECK_OF_MEMBER, member_id=member_id)
    return None if moment is None else iso(moment)


@internal_query
async def wants_posts_since(ctx: QueryCtx, *, member_id: UserId) -> str | None:
    """From when posts are new to a member: their last check, or else their sign-up. None if they want no notifications
    of posts. Not published: other calls build on it."""
    moment = await ctx.value(POSTS_WANTED_SINCE, member_id=member_id)
    return None if moment is None else iso(moment)
