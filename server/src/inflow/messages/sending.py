"""Storing a message: one statement takes the next number, stores the message once, and updates both sides."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.ids import new_id
from inflow.core.tables import INSTANT
from inflow.members.access import Member
from inflow.messages.access import key_in
from inflow.messages.keys import ConversationKey
from inflow.messages.rules import MessageId, MessageType
from inflow.messages.tables import conversation_sides, conversations, messages
from inflow.messages.views import Sent, opened, sent_view
from inflow.posts.access import require_own_upload
from reflow import AppError, MutationCtx, Row, statement

_GIVEN = ("id", "client_id", "type", "content", "media_id", "reply_to_seq")


def _given(name: str) -> sa.ColumnElement[Any]:
    return bindparam(name, type_=messages.c[name].type)


def storing(conversation: sa.ColumnElement[Any], seat: sa.ColumnElement[Any]) -> tuple[sa.CTE, sa.CTE]:
    """The parts of a statement that number and store a message, and update both sides.

    Args:
        conversation: The conversation's id, also as a column of another part. If that part has no row, nothing is
            stored.
        seat: The sender's seat, likewise.
    """
    # This row lock makes concurrent senders wait for each other. Within a conversation, times always increase.
    numbered = (
        sa.update(conversations)
        .where(conversations.c.id == conversation)
        .values(
            last_seq=conversations.c.last_seq + 1,
            last_at=sa.func.greatest(
                sa.func.clock_timestamp(),
                conversations.c.last_at + sa.text("interval '1 microsecond'"),
                type_=INSTANT,
            ),
        )
        .returning(conversations.c.last_seq, conversations.c.last_at)
        .cte("numbered")
    )
    stored = (
        insert(messages)
        .from_select(
            ["conversation_id", "seat", "seq", "created_at", *_GIVEN],
            sa.select(conversation, seat, numbered.c.last_seq, numbered.c.last_at, *map(_given, _GIVEN)),
        )
        # Sent before: no message is stored and no participant is updated; only a number is skipped.
        .on_conflict_do_nothing(constraint="messages_once")
        .returning(messages.c.seq, messages.c.created_at)
        .cte("stored")
    )
    moved = (
        sa.update(conversation_sides)
        .where(conversation_sides.c.conversation_id == conversation)
        .values(
            place="inbox",
            last_seq=stored.c.seq,
            last_at=stored.c.created_at,
            unread=conversation_sides.c.unread + sa.case((conversation_sides.c.seat == seat, 0), else_=1),
        )
        .returning(conversation_sides.c.seat, conversation_sides.c.unread)
        .cte("moved")
    )
    return stored, moved


_seat = bindparam("seat", type_=messages.c.seat.type)
_stored, _moved = storing(bindparam("conversation", type_=messages.c.conversation_id.type), _seat)
_waiting = sa.select(_moved.c.unread).where(_moved.c.seat != _seat).scalar_subquery()

ADD_MESSAGE = statement(sa.select(_stored.c.seq, _stored.c.created_at, _waiting.label("unread")))
"""No row if a message with this client id exists; otherwise the message's number and time, and the other side's unread
count.
"""

MESSAGE_BY_CLIENT_ID = statement(
    sa.select(messages.c.id, messages.c.seq, messages.c.seat, messages.c.created_at, messages.c.type)
    .add_columns(messages.c.content, messages.c.reply_to_seq, messages.c.edited_at)
    .where(
        messages.c.conversation_id == bindparam("conversation"),
        messages.c.seat == bindparam("seat"),
        messages.c.client_id == bindparam("client_id"),
    )
)
SEQ_OF_MESSAGE = statement(
    sa.select(messages.c.seq).where(
        messages.c.id == bindparam("id"),
        messages.c.conversation_id == bindparam("conversation"),
        messages.c.seq > bindparam("cleared_up_to"),
    )
)


class Draft(NamedTuple):
    """A message in the form in which the client sent it."""

    type: MessageType
    text: str
    reply_to_id: MessageId | None
    client_id: str


async def store_message(ctx: MutationCtx, member: Member, participant: Row, draft: Draft) -> tuple[Sent, int | None]:
    """Store a message. Returns the sender's answer, and the other participant's unread count: None if it was stored
    before.

    Raises:
        AppError: `invalid`, if the photo or the answered message does not exist; `conflict`, if this client id was used
            for other content.
    """
    message_id = MessageId(new_id())
    stored = await ctx.row(
        ADD_MESSAGE,
        conversation=participant.conversation_id,
        seat=participant.seat,
        id=message_id,
        client_id=draft.client_id,
        type=draft.type,
        content=key_in(ctx, participant).seal(message_id, participant.seat, draft.type, draft.text),
        media_id=await require_own_upload(ctx, member, draft.text) if draft.type == "photo" else None,
        reply_to_seq=await _reply_to_seq(ctx, participant, draft),
    )
    if stored is None:
        conflict = AppError("conflict", "This message was sent before with other content.")
        return await find_sent_message(ctx, participant, draft, otherwise=conflict), None
    return sent_view(stored, message_id, draft.client_id), stored.unread


async def find_sent_message(ctx: MutationCtx, participant: Row, draft: Draft, *, otherwise: AppError) -> Sent:
    """The answer that this message got when it was sent the first time.

    Raises:
        AppError: `otherwise`, if no message with this client id has the same content. A deleted or edited one matches
            any content.
    """
    given = {"conversation": participant.conversation_id, "seat": participant.seat, "client_id": draft.client_id}
    row = await ctx.row(MESSAGE_BY_CLIENT_ID, **given)
    if row is None or row.reply_to_seq != await _reply_to_seq(ctx, participant, draft):
        raise otherwise
    if row.edited_at is None and not _has_content_of(row, draft, key_in(ctx, participant)):
        raise otherwise
    return sent_view(row, row.id, draft.client_id)


def _has_content_of(row: Row, draft: Draft, key: ConversationKey) -> bool:
    """Whether a stored message has the type and, unless it is deleted, the text of the draft."""
    if row.type != draft.type:
        return False
    return row.content is None or opened(key, row.id, row.seat, row.type, row.content) == draft.text


async def _reply_to_seq(ctx: MutationCtx, participant: Row, draft: Draft) -> int | None:
    """The number of the message that this one answers; None if it answers none."""
    if draft.reply_to_id is None:
        return None
    given = {"conversation": participant.conversation_id, "cleared_up_to": participant.cleared_up_to}
    found: int | None = await ctx.value(SEQ_OF_MESSAGE, id=draft.reply_to_id, **given)
    if found is None:
        raise AppError("invalid", "The message that you answer does not exist.")
    return found
