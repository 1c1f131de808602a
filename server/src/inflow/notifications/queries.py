"""Queries of the caller's own notifications."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import require_own_profile
from inflow.members.rules import ProfileId
from inflow.notifications.rules import PREVIEWED, NotificationType
from inflow.notifications.selects import NEWEST_FIRST, UNREAD, newest
from inflow.notifications.tables import notification_settings, notifications
from inflow.notifications.unread import unread_count
from inflow.notifications.views import Notification, Preferences, UnreadCount, notification_view
from reflow import FIRST_PAGE, Page, Pages, PaginationOpts, QueryCtx, paginate, query, statement

NOTIFICATIONS_OF_VIEWER = Pages(newest(), by=NEWEST_FIRST)
NOTIFICATIONS_OF_VIEWER_BY_TYPE = Pages(newest(notifications.c.type == bindparam("type")), by=NEWEST_FIRST)
# Not a page: a page keeps its first range, and would be empty once those are read.
NEWEST_UNREAD = statement(UNREAD.order_by(*NEWEST_FIRST).limit(PREVIEWED))
PREFERENCES_OF_MEMBER = statement(
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
    """The calling member's notifications, newest first: all, or those of one type. The comments on one post are one
    notification.
    """
    member = await require_own_profile(ctx, profile_id)
    if type is None:
        return await paginate(
            ctx, NOTIFICATIONS_OF_VIEWER, pagination_opts, notification_view, same_while=(), viewer=member.id
        )
    return await paginate(
        ctx,
        NOTIFICATIONS_OF_VIEWER_BY_TYPE,
        pagination_opts,
        notification_view,
        same_while=(),
        viewer=member.id,
        type=type,
    )


@query
async def get_unread(ctx: QueryCtx, *, profile_id: ProfileId) -> list[Notification]:
    """The newest unread notifications of the calling member, as many as the bell previews. The comments on one post are
    one.
    """
    member = await require_own_profile(ctx, profile_id)
    return [notification_view(row) for row in await ctx.rows(NEWEST_UNREAD, viewer=member.id)]


@query
async def get_unread_count(ctx: QueryCtx, *, profile_id: ProfileId) -> UnreadCount:
    """How many of the calling member's notifications are unread, by type and in all."""
    member = await require_own_profile(ctx, profile_id)
    return await ctx.run(unread_count, member_id=member.id)


@query
async def get_preferences(ctx: QueryCtx, *, profile_id: ProfileId) -> Preferences:
    """Which notifications the calling member gets; by default all."""
    member = await require_own_profile(ctx, profile_id)
    row = await ctx.row(PREFERENCES_OF_MEMBER, member_id=member.id)
    if row is None:
        return Preferences()
    return Preferences(post_notifications=row.post_notifications, comment_notifications=row.comment_notifications)
