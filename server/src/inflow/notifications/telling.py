"""Telling a member, and taking it back. Whoever does something that concerns a member calls this as they do it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.blocks.access import hidden_from
from inflow.core.ids import new_id
from inflow.core.tables import TEXT
from inflow.notifications.rules import QUIET_FOR, NotificationType
from inflow.notifications.tables import notification_settings, notifications
from reflow.context import MutationCtx
from reflow.statements import statement

_given = {
    name: bindparam(name, type_=notifications.c[name].type)
    for name in ("id", "member_id", "sender_id", "type", "subject", "cause")
}
_of_member = notification_settings.c.member_id == bindparam("member_id", type_=TEXT)
_wants_no_comments = (
    sa.select(notification_settings.c.member_id)
    .where(_of_member, sa.not_(notification_settings.c.comment_notifications))
    .exists()
)
_wants_push = sa.select(notification_settings.c.push).where(_of_member).scalar_subquery()
_telling = insert(notifications).from_select(
    [*_given, "created_at", "announced_at"],
    sa.select(*_given.values(), sa.func.now(), sa.func.now()).where(
        hidden_from(_given["sender_id"]), sa.or_(_given["type"] != "post_comment", ~_wants_no_comments)
    ),
)
_is_news = sa.or_(notifications.c.read, notifications.c.announced_at <= sa.func.now() - QUIET_FOR)

TELL = statement(
    _telling.on_conflict_do_update(
        index_elements=["member_id", "sender_id", "type", "subject"],
        index_where=sa.text("type <> 'post_comment'"),
        set_={
            "read": sa.false(),
            "created_at": sa.func.now(),
            "announced_at": sa.case((_is_news, sa.func.now()), else_=notifications.c.announced_at),
        },
    ).returning(
        notifications.c.id,
        sa.and_(notifications.c.announced_at == sa.func.now(), _wants_push).label("is_announced"),
    )
)
"""Nothing where they are not to be told; else the notification, and whether browsers are to hear of it now."""

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
WITHDRAW_CAUSED_BY = statement(sa.delete(notifications).where(notifications.c.cause == bindparam("cause")))
WITHDRAW_ALL = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"), notifications.c.sender_id == bindparam("sender_id")
    )
)


async def notify(
    ctx: MutationCtx, *, to: str, kind: NotificationType, sender: str, subject: str, cause: str | None = None
) -> None:
    """Tell a member what another one did, unless they do not see each other or the member does not want to know.

    Where they want pushes, a job `push` is promised with it, for a feature above this one to do.

    Of messages and requests there is one notification for each sender and subject. It moves to the top and is unread
    again each time; browsers are told of it again after a while only.

    Args:
        to: The user who is told.
        sender: The user who did it. Nobody is told of what they did themselves.
        subject: What it is about: a post's id, a conversation's id, or for `sync_flow` one of `rules.ASKED` and
            `rules.IN_FLOW`.
        cause: The comment that was written, for `withdraw_caused_by`.
    """
    if to == sender:
        return
    given = {"member_id": to, "sender_id": sender, "type": kind, "subject": subject, "cause": cause}
    told = await ctx.row(TELL, id=new_id(), viewer=to, **given)
    if told is not None and told.is_announced:
        await ctx.defer("push", notification_id=told.id)


async def withdraw(ctx: MutationCtx, *, to: str, kind: NotificationType, sender: str, subject: str) -> None:
    """Take back what a member was told, read or not: it is no longer so."""
    await ctx.execute(WITHDRAW, member_id=to, sender_id=sender, type=kind, subject=subject)


async def withdraw_about(ctx: MutationCtx, *, to: str, kind: NotificationType, subject: str) -> None:
    """Take back all that a member was told about a subject, also by those who have left."""
    await ctx.execute(WITHDRAW_ABOUT, member_id=to, type=kind, subject=subject)


async def withdraw_caused_by(ctx: MutationCtx, cause: str) -> None:
    """Take back what a member was told of something that is undone now."""
    await ctx.execute(WITHDRAW_CAUSED_BY, cause=cause)


async def withdraw_between(ctx: MutationCtx, one: str, other: str) -> None:
    """Take back all that these two users were told of each other."""
    await ctx.execute(WITHDRAW_ALL, member_id=one, sender_id=other)
    await ctx.execute(WITHDRAW_ALL, member_id=other, sender_id=one)
