"""Writing and withdrawing notifications. Mutations call this in the transaction of the action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.blocks.access import not_hidden, not_muted
from inflow.core.ids import new_id
from inflow.notifications.rules import QUIET_FOR, NotificationType
from inflow.notifications.tables import notification_settings, notifications
from reflow import MutationCtx, statement

if TYPE_CHECKING:
    from sqlalchemy.sql.dml import ReturningInsert

_is_news = sa.or_(notifications.c.read, notifications.c.announced_at <= sa.func.now() - QUIET_FOR)
_wants_push = (
    sa.select(notification_settings.c.push)
    # As text: SQLAlchemy does not correlate the selects in RETURNING.
    .where(notification_settings.c.member_id == sa.literal_column("notifications.member_id"))
    .scalar_subquery()
)


def upsert_notification(
    *,
    id: sa.ColumnElement[Any],  # noqa: A002  # the column's name
    member_id: sa.ColumnElement[Any],
    sender_id: sa.ColumnElement[Any],
    type: sa.ColumnElement[Any],  # noqa: A002  # the column's name
    subject: sa.ColumnElement[Any],
    cause: sa.ColumnElement[Any],
    given: sa.ColumnElement[bool] | None = None,
) -> ReturningInsert[Any]:
    """An insert of a notification with these values, which may be columns of other parts of a statement.

    It inserts none if the condition `given` does not hold. It returns no row if the member is not notified; else `id`,
    and `is_announced`: whether to send pushes now.
    """
    wants_no_comments = (
        sa.select(notification_settings.c.member_id)
        .where(notification_settings.c.member_id == member_id, sa.not_(notification_settings.c.comment_notifications))
        .exists()
    )
    values = {"id": id, "member_id": member_id, "sender_id": sender_id, "type": type, "subject": subject}
    inserting = insert(notifications).from_select(
        [*values, "cause", "created_at", "announced_at"],
        sa.select(*values.values(), cause, sa.func.now(), sa.func.now())
        .where(not_hidden(sender_id, viewer=member_id), sa.or_(type != "post_comment", ~wants_no_comments))
        # A mute does not concern conversations.
        .where(sa.or_(type == "intexted", not_muted(sender_id, by=member_id)))
        .where(*([] if given is None else [given])),
    )
    return inserting.on_conflict_do_update(
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


_VALUES = ("id", "member_id", "sender_id", "type", "subject", "cause")
UPSERT_NOTIFICATION = statement(
    upsert_notification(**{name: bindparam(name, type_=notifications.c[name].type) for name in _VALUES})
)

DELETE_NOTIFICATION = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"),
        notifications.c.sender_id == bindparam("sender_id"),
        notifications.c.type == bindparam("type"),
        notifications.c.subject == bindparam("subject"),
    )
)
DELETE_ABOUT_SUBJECT = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"),
        notifications.c.type == bindparam("type"),
        notifications.c.subject == bindparam("subject"),
    )
)
DELETE_CAUSED_BY = statement(sa.delete(notifications).where(notifications.c.cause == bindparam("cause")))
DELETE_ACTS_OF_SENDER = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"),
        notifications.c.sender_id == bindparam("sender_id"),
        notifications.c.type != "intexted",
    )
)
DELETE_FROM_SENDER = statement(
    sa.delete(notifications).where(
        notifications.c.member_id == bindparam("member_id"), notifications.c.sender_id == bindparam("sender_id")
    )
)


async def notify(
    ctx: MutationCtx, *, to: str, kind: NotificationType, sender: str, subject: str, cause: str | None = None
) -> None:
    """Notify a member of another member's action, unless they are hidden from each other, or the member wants none or
    muted the other one.

    If the member wants pushes, this schedules a job `push`, which a feature above this one runs.

    Messages and requests have one notification for each sender and subject. It moves to the top and is unread again
    each time; a push follows only after `rules.QUIET_FOR`.

    Args:
        to: The user to notify.
        sender: The user who acted. If both are the same user, nothing happens.
        subject: A post's id, a conversation's id, or for `sync_flow` one of `rules.ASKED` and `rules.IN_FLOW`.
        cause: The comment that was written, for `withdraw_caused_by`.
    """
    if to == sender:
        return
    values = {"member_id": to, "sender_id": sender, "type": kind, "subject": subject, "cause": cause}
    row = await ctx.row(UPSERT_NOTIFICATION, id=new_id(), **values)
    if row is not None:
        await announce(ctx, row.id, is_announced=row.is_announced)


async def announce(ctx: MutationCtx, notification_id: str, *, is_announced: bool | None) -> None:
    """Schedule the pushes of a notification, if its insert says that they are due."""
    if is_announced:
        await ctx.defer("push", notification_id=notification_id)


async def withdraw(ctx: MutationCtx, *, to: str, kind: NotificationType, sender: str, subject: str) -> None:
    """Delete a notification that is no longer true, read or not."""
    await ctx.execute(DELETE_NOTIFICATION, member_id=to, sender_id=sender, type=kind, subject=subject)


async def withdraw_about(ctx: MutationCtx, *, to: str, kind: NotificationType, subject: str) -> None:
    """Delete all of a member's notifications about a subject, also those of former members."""
    await ctx.execute(DELETE_ABOUT_SUBJECT, member_id=to, type=kind, subject=subject)


async def withdraw_caused_by(ctx: MutationCtx, cause: str) -> None:
    """Delete the notification of a comment that was deleted."""
    await ctx.execute(DELETE_CAUSED_BY, cause=cause)


async def withdraw_from(ctx: MutationCtx, sender: str, *, to: str) -> None:
    """Delete a member's notifications of another member's comments and requests; those of messages stay."""
    await ctx.execute(DELETE_ACTS_OF_SENDER, member_id=to, sender_id=sender)


async def withdraw_between(ctx: MutationCtx, one: str, other: str) -> None:
    """Delete all notifications between these two users."""
    await ctx.execute(DELETE_FROM_SENDER, member_id=one, sender_id=other)
    await ctx.execute(DELETE_FROM_SENDER, member_id=other, sender_id=one)
