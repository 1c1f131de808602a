"""Access to a message for its sender.

This is apart from `access.py`, because every table that is read beside a query must be published to the log with the
columns that decide, and `messages` is published without whether a message is deleted.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import Member, require_member
from inflow.messages.rules import NO_MESSAGE, MessageId
from inflow.messages.tables import conversation_sides, messages
from reflow import AppError, MutationCtx, statement

MESSAGE_OF_MEMBER = statement(
    sa.select(messages.c.id)
    .join(
        conversation_sides,
        sa.and_(
            conversation_sides.c.conversation_id == messages.c.conversation_id,
            conversation_sides.c.seat == messages.c.seat,
        ),
    )
    .where(
        messages.c.id == bindparam("message_id"),
        sa.not_(messages.c.is_deleted),
        conversation_sides.c.member_id == bindparam("member_id"),
    )
)


async def require_own_message(ctx: MutationCtx, message_id: MessageId) -> Member:
    """The calling member, who must have sent this message and not have deleted it.

    Raises:
        AppError: `unauthenticated`, or `not_found`: the same for another member's message, a deleted one and none.
    """
    member = await require_member(ctx)
    if await ctx.row(MESSAGE_OF_MEMBER, message_id=message_id, member_id=member.id) is None:
        raise AppError("not_found", NO_MESSAGE)
    return member
