"""Reading a reported message with its neighbours, taking it away, and putting it back as it was."""

from __future__ import annotations

import base64

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.views import iso
from inflow.messages.access import require_participant
from inflow.messages.rules import ConversationId, MessageId
from inflow.messages.tables import conversation_sides, messages
from inflow.messages.views import opened
from reflow import MutationCtx, Row, statement

PLACE_OF_MESSAGE = statement(
    sa.select(messages.c.id, messages.c.conversation_id, messages.c.seq, messages.c.is_deleted).where(
        messages.c.id == bindparam("message_id")
    ),
    whole_table="Read once, when it is reported; no query watches it.",
)
AROUND = statement(
    sa.select(
        messages.c.id,
        messages.c.seq,
        messages.c.seat,
        messages.c.type,
        messages.c.content,
        messages.c.media_id,
        messages.c.created_at,
        conversation_sides.c.member_id,
    )
    .join(
        conversation_sides,
        sa.and_(
            conversation_sides.c.conversation_id == messages.c.conversation_id,
            conversation_sides.c.seat == messages.c.seat,
        ),
    )
    .where(
        messages.c.conversation_id == bindparam("conversation_id"),
        messages.c.seq > bindparam("cleared_up_to"),
        messages.c.content.is_not(None),
    )
    .where(messages.c.seq.between(bindparam("first", type_=sa.BigInteger), bindparam("last", type_=sa.BigInteger)))
    .order_by(messages.c.seq)
)
MESSAGE_FOR_UPDATE = statement(
    sa.select(messages.c.id, messages.c.content, messages.c.media_id)
    .where(messages.c.id == bindparam("id"), sa.not_(messages.c.is_deleted))
    .with_for_update()
)
WITHHOLD_MESSAGE = statement(
    sa.update(messages).where(messages.c.id == bindparam("id")).values(is_deleted=True, content=None, media_id=None)
)
PUT_MESSAGE_BACK = statement(
    sa.update(messages)
    .where(messages.c.id == bindparam("id"), messages.c.is_deleted)
    .values(is_deleted=False, content=bindparam("content"), media_id=bindparam("media_id"))
    .returning(messages.c.id)
)


class MessageLine(msgspec.Struct, frozen=True, kw_only=True):
    """A message as a report shares it. For a photo, the text is empty."""

    id: MessageId
    sender_id: str
    text: str
    media_id: str | None
    created_at: str


class WithheldMessage(msgspec.Struct, frozen=True):
    """A message as it was: its encrypted content in base64, and its photo."""

    id: MessageId
    content: str
    media_id: str | None


async def messages_around(ctx: MutationCtx, message_id: MessageId, most: int) -> list[MessageLine]:
    """A message that the caller can read, and up to `most` before and after it, oldest first.

    Raises:
        AppError: `not_found`, equally for a message of others, one that the caller has cleared, and none.
    """
    row = await ctx.row(PLACE_OF_MESSAGE, message_id=message_id)
    participant = await require_participant(ctx, ConversationId(row.conversation_id if row else ""))
    given = {"conversation_id": participant.conversation_id, "cleared_up_to": participant.cleared_up_to}
    assert row is not None  # there is no conversation without an id
    key = participant.key(ctx)
    found = await ctx.rows(AROUND, **given, first=row.seq - most, last=row.seq + most)
    return [_line(each, opened(key, each.id, each.seat, each.type, each.content)) for each in found]


def _line(row: Row, text: str) -> MessageLine:
    return MessageLine(
        id=row.id,
        sender_id=row.member_id,
        text="" if row.type == "photo" else text,
        media_id=row.media_id,
        created_at=iso(row.created_at),
    )


async def withhold_message(ctx: MutationCtx, message_id: MessageId) -> WithheldMessage | None:
    """Take a message away as if its sender had deleted it; None if there is none."""
    row = await ctx.row(MESSAGE_FOR_UPDATE, id=message_id)
    if row is None:
        return None
    await ctx.execute(WITHHOLD_MESSAGE, id=message_id)
    return WithheldMessage(message_id, base64.b64encode(row.content).decode(), row.media_id)


async def restore_message(ctx: MutationCtx, before: WithheldMessage) -> bool:
    """Put a message back; returns whether its conversation still exists."""
    content = base64.b64decode(before.content)
    return await ctx.row(PUT_MESSAGE_BACK, id=before.id, content=content, media_id=before.media_id) is not None
