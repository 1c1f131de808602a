"""Marking notifications as read."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import require_member, require_own_profile
from inflow.members.rules import ProfileId
from inflow.notifications.rules import NotificationId, NotificationType
from inflow.notifications.tables import notifications
from reflow import AppError, MutationCtx, mutation, statement

_OF_VIEWER = notifications.c.member_id == bindparam("viewer")
NOTIFICATION_OF_VIEWER = statement(
    sa.select(notifications.c.type, notifications.c.subject).where(notifications.c.id == bindparam("id"), _OF_VIEWER)
)
MARK_AS_READ = statement(
    sa.update(notifications).where(notifications.c.id == bindparam("id"), _OF_VIEWER).values(read=True)
)
MARK_COMMENTS_AS_READ = statement(
    sa.update(notifications)
    .where(
        _OF_VIEWER,
        notifications.c.type == "post_comment",
        notifications.c.subject == bindparam("post_id"),
        notifications.c.read == sa.false(),
    )
    .values(read=True)
)
MARK_ALL_AS_READ = statement(
    sa.update(notifications)
    .where(_OF_VIEWER, notifications.c.type == bindparam("type"), notifications.c.read == sa.false())
    .values(read=True)
)


@mutation
async def mark_as_read(ctx: MutationCtx, *, notification_id: NotificationId) -> None:
    """Mark the caller's own notification as read; for a comment, all on the same post. Another member's notification
    counts as missing.
    """
    member = await require_member(ctx)
    own = await ctx.row(NOTIFICATION_OF_VIEWER, id=notification_id, viewer=member.id)
    if own is None:
        raise AppError("not_found", "This notification does not exist.")
    if own.type == "post_comment":
        await ctx.execute(MARK_COMMENTS_AS_READ, viewer=member.id, post_id=own.subject)
    else:
        await ctx.execute(MARK_AS_READ, id=notification_id, viewer=member.id)


@mutation
async def mark_all_as_read(
    ctx: MutationCtx,
    *,
    profile_id: ProfileId,
    type: NotificationType,  # noqa: A002  # the specification's word
) -> None:
    """Mark all of the caller's notifications of one type as read."""
    member = await require_own_profile(ctx, profile_id)
    await ctx.execute(MARK_ALL_AS_READ, viewer=member.id, type=type)
