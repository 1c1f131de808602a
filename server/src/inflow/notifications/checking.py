"""What is unread, and when the member last looked: other calls build on it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_from
from inflow.core.tables import INSTANT
from inflow.members.rules import UserId
from inflow.members.tables import users
from inflow.members.views import iso
from inflow.notifications.tables import notification_settings, notifications
from inflow.notifications.views import UnreadCount
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.statements import statement

UNREAD = statement(
    sa.select(notifications.c.type, sa.func.count().label("number"))
    .where(
        notifications.c.member_id == bindparam("viewer"),
        notifications.c.read == sa.false(),
        hidden_from(notifications.c.sender_id),
    )
    .group_by(notifications.c.type)
)
LAST_CHECK = statement(
    sa.select(notification_settings.c.last_check).where(notification_settings.c.member_id == bindparam("member_id"))
)
WANTS_POSTS_SINCE = statement(
    sa.select(sa.func.coalesce(notification_settings.c.last_check, users.c.created_at, type_=INSTANT))
    .select_from(users.outerjoin(notification_settings, notification_settings.c.member_id == users.c.id))
    .where(
        users.c.id == bindparam("member_id"), sa.func.coalesce(notification_settings.c.post_notifications, sa.true())
    )
)


@query
async def unread_count(ctx: QueryCtx, *, member_id: UserId) -> UnreadCount:
    """How many of a member's notifications are unread. Not published: shown to the member only."""
    found = {row.type: row.number for row in await ctx.rows(UNREAD, viewer=member_id)}
    numbers = {kind: found.get(kind, 0) for kind in ("post_comment", "sync_flow", "intexted")}
    return UnreadCount(**numbers, total=sum(numbers.values()))


@query
async def last_check(ctx: QueryCtx, *, member_id: UserId) -> str | None:
    """When a member last looked at their notifications; None if never. Not published: shown to the member only."""
    moment = await ctx.value(LAST_CHECK, member_id=member_id)
    return None if moment is None else iso(moment)


@query
async def wants_posts_since(ctx: QueryCtx, *, member_id: UserId) -> str | None:
    """Since when posts are news to a member: their last look, or else their joining. None where they want to hear of
    none. Not published: other calls build on it."""
    moment = await ctx.value(WANTS_POSTS_SINCE, member_id=member_id)
    return None if moment is None else iso(moment)
