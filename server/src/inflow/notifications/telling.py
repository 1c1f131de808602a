"""Telling a member, and taking it back. Whoever does something that concerns a member calls this as they do it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.blocks.access import are_hidden
from inflow.core.ids import new_id
from inflow.notifications.rules import NotificationType
from inflow.notifications.tables import notification_settings, notifications
from reflow.context import MutationCtx
from reflow.statements import statement

WANTS = statement(
    sa.select(
        notification_settings.c.member_id, notification_settings.c.comment_notifications, notification_settings.c.push
    ).where(notification_settings.c.member_id == bindparam("member_id"))
)
ADD_NOTIFICATION = statement(
    insert(notifications)
    .values({name: bindparam(name) for name in ("id", "member_id", "sender_id", "type", "subject")})
    .on_conflict_do_update(
        index_elements=["member_id", "sender_id", "type", "subject"],
        index_where=sa.text("NOT read AND type <> 'post_comment'"),
        set_={"created_at": sa.func.now()},
    )
    .returning(notifications.c.id)
)
WITHDRAW = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"),
        notifications.c.sender_id == bindparam("sender_id"),
        notifications.c.type == bindparam("type"),
        notifications.c.subject == bindparam("subject"),
    )
)
WITHDRAW_ABOUT = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"),
        notifications.c.type == bindparam("type"),
        notifications.c.subject == bindparam("subject"),
    )
)
WITHDRAW_ALL = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"), notifications.c.sender_id == bindparam("sender_id")
    )
)


async def notify(ctx: MutationCtx, *, to: str, kind: NotificationType, sender: str, subject: str) -> None:
    """Tell a member what another one did, unless they do not see each other or the member does not want to know.

    Where they want pushes, a job `push` is promised with it, for a feature above this one to do.

    Of messages and requests there is one unread notification for each sender and subject, which moves to the top.

    Args:
        to: The user who is told.
        sender: The user who did it. Nobody is told of what they did themselves.
        subject: What it is about: a post's id, a conversation's id, or for `sync_flow` one of `rules.ASKED` and
            `rules.IN_FLOW`.
    """
    if to == sender or await are_hidden(ctx, to, sender):
        return
    wants = await ctx.row(WANTS, member_id=to)
    if kind == "post_comment" and wants is not None and not wants.comment_notifications:
        return
    given = {"member_id": to, "sender_id": sender, "type": kind, "subject": subject}
    notification_id = await ctx.value(ADD_NOTIFICATION, id=new_id(), **given)
    if wants is not None and wants.push:
        await ctx.defer("push", notification_id=notification_id)


async def withdraw(ctx: MutationCtx, *, to: str, kind: NotificationType, sender: str, subject: str) -> None:
    """Take back what a member was told, read or not: it is no longer so."""
    await ctx.execute(WITHDRAW, member_id=to, sender_id=sender, type=kind, subject=subject)


async def withdraw_about(ctx: MutationCtx, *, to: str, kind: NotificationType, subject: str) -> None:
    """Take back all that a member was told about a subject, also by those who have left."""
    await ctx.execute(WITHDRAW_ABOUT, member_id=to, type=kind, subject=subject)


async def withdraw_between(ctx: MutationCtx, one: str, other: str) -> None:
    """Take back all that these two users were told of each other."""
    await ctx.execute(WITHDRAW_ALL, member_id=one, sender_id=other)
    await ctx.execute(WITHDRAW_ALL, member_id=other, sender_id=one)
