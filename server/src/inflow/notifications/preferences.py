"""A member's notification settings: what they want to be notified of, and when they last opened them."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.tables import INSTANT
from inflow.notifications.tables import notification_settings
from reflow import MutationCtx, statement

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
_wanting = insert(notification_settings).values(
    member_id=bindparam("member_id"), push=bindparam("push", type_=sa.Boolean)
)
SET_PUSH_WANTED = statement(
    _wanting.on_conflict_do_update(index_elements=["member_id"], set_={"push": _wanting.excluded.push})
)


async def set_last_check(ctx: MutationCtx, member_id: str, at: datetime) -> None:
    """Store when a member last opened their notifications, unless a later time is stored already."""
    await ctx.execute(SET_LAST_CHECK, member_id=member_id, at=at)


async def set_preferences(ctx: MutationCtx, member_id: str, *, posts: bool, comments: bool) -> None:
    """Store whether a member is notified of new posts, and of comments."""
    await ctx.execute(SET_PREFERENCES, member_id=member_id, post_notifications=posts, comment_notifications=comments)


async def set_push_wanted(ctx: MutationCtx, member_id: str, *, wanted: bool) -> None:
    """Defer a job `push` with each notification of this member from now on, or stop doing so."""
    await ctx.execute(SET_PUSH_WANTED, member_id=member_id, push=wanted)
