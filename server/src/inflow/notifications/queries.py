"""Reading notifications: one's own only."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_from
from inflow.notifications.checking import unread_count
from inflow.notifications.rules import NotificationType
from inflow.notifications.tables import notification_settings, notifications
from inflow.notifications.views import Notification, Preferences, UnreadCount, notification_view
from inflow.profiles.access import require_own_profile
from inflow.profiles.tables import profiles
from inflow.users.rules import ProfileId
from inflow.users.tables import users
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate
from reflow.statements import statement

_NEWEST_FIRST = (notifications.c.created_at.desc(), notifications.c.id.desc())
_OF_MEMBER = (
    sa.select(
        notifications.c.id,
        notifications.c.type,
        notifications.c.read,
        notifications.c.created_at,
        notifications.c.subject,
        notifications.c.sender_id,
        users.c.username,
        users.c.image_url,
        profiles.c.id.label("profile_id"),
    )
    .select_from(notifications)
    .outerjoin(users, users.c.id == notifications.c.sender_id)
    .outerjoin(profiles, profiles.c.user_id == notifications.c.sender_id)
    .where(notifications.c.member_id == bindparam("viewer"), hidden_from(notifications.c.sender_id))
)

ALL = Pages(_OF_MEMBER, by=_NEWEST_FIRST)
OF_TYPE = Pages(_OF_MEMBER.where(notifications.c.type == bindparam("type")), by=_NEWEST_FIRST)
PREFERENCES = statement(
    sa.select(
        notification_settings.c.member_id,
        notification_settings.c.post_notifications,
        notification_settings.c.comment_notifications,
    ).where(notification_settings.c.member_id == bindparam("member_id"))
)


@query
async def get_notifications(
    ctx: QueryCtx,
    *,
    profile_id: ProfileId,
    type: NotificationType | None = None,  # noqa: A002  # the specification's word
    pagination_opts: PaginationOpts = FIRST_PAGE,
) -> Page[Notification]:
    """The calling member's notifications, newest first: all, or those of one type."""
    member = await require_own_profile(ctx, profile_id)
    if type is None:
        return await paginate(ctx, ALL, pagination_opts, notification_view, viewer=member.id)
    return await paginate(ctx, OF_TYPE, pagination_opts, notification_view, viewer=member.id, type=type)


@query
async def get_unread_count(ctx: QueryCtx, *, profile_id: ProfileId) -> UnreadCount:
    """How many of the calling member's notifications are unread, by type and in all."""
    member = await require_own_profile(ctx, profile_id)
    return await ctx.run(unread_count, member_id=member.id)


@query
async def get_preferences(ctx: QueryCtx, *, profile_id: ProfileId) -> Preferences:
    """Of what the calling member wants to be notified; everything, unless they said otherwise."""
    member = await require_own_profile(ctx, profile_id)
    row = await ctx.row(PREFERENCES, member_id=member.id)
    if row is None:
        return Preferences()
    return Preferences(post_notifications=row.post_notifications, comment_notifications=row.comment_notifications)
