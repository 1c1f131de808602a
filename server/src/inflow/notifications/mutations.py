"""Marking notifications as read, and the preferences."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.tables import INSTANT
from inflow.members.access import require_member, require_own_profile
from inflow.members.rules import ProfileId
from inflow.notifications.rules import NotificationId
from inflow.notifications.tables import notification_settings, notifications
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.statements import statement

Moment = Annotated[datetime, Meta(tz=True)]

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
_checking = insert(notification_settings).values(member_id=bindparam("member_id"), last_check=bindparam("at"))
SET_LAST_CHECK = statement(
    _checking.on_conflict_do_update(
        index_elements=["member_id"],
        set_={"last_check": sa.func.greatest(notification_settings.c.last_check, bindparam("at", type_=INSTANT))},
    )
)
_preferring = insert(notification_settings).values(
    {name: bindparam(name) for name in ("member_id", "post_notifications", "comment_notifications")}
)
SET_PREFERENCES = statement(
    _preferring.on_conflict_do_update(
        index_elements=["member_id"],
        set_={name: _preferring.excluded[name] for name in ("post_notifications", "comment_notifications")},
    )
)


@mutation
async def mark_as_read(ctx: MutationCtx, *, notification_id: NotificationId) -> None:
    """Mark one's own notification as read; of a comment, all on its post. Another's looks as if it were not there."""
    member = await require_member(ctx)
    own = await ctx.row(NOTIFICATION_OF_VIEWER, id=notification_id, viewer=member.id)
    if own is None:
        raise AppError("not_found", "This notification does not exist.")
    if own.type == "post_comment":
        await ctx.execute(MARK_COMMENTS_AS_READ, viewer=member.id, post_id=own.subject)
    else:
        await ctx.execute(MARK_AS_READ, id=notification_id, viewer=member.id)


@mutation(path="profiles:updateNotificationCount")
async def update_notification_count(ctx: MutationCtx, *, profile_id: ProfileId, count: int, last_check: Moment) -> None:
    """Keep when the member last looked, but never a time that is still to come. The count is the server's own."""
    del count
    member = await require_own_profile(ctx, profile_id)
    await ctx.execute(SET_LAST_CHECK, member_id=member.id, at=min(last_check, await ctx.now()))


@mutation(path="profiles:updateNotificationPreferences")
async def update_notification_preferences(
    ctx: MutationCtx, *, profile_id: ProfileId, post_notifications: bool, comment_notifications: bool
) -> None:
    """Say of what one wants to be notified from now on."""
    member = await require_own_profile(ctx, profile_id)
    await ctx.execute(
        SET_PREFERENCES,
        member_id=member.id,
        post_notifications=post_notifications,
        comment_notifications=comment_notifications,
    )
