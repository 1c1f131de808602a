"""Takes a former member out of their conversations. Their messages stay with the other participant, without a name."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.messages.tables import conversation_sides, conversations, messages
from reflow import Connection, statement

_is_sender = sa.select(conversation_sides.c.seat).where(
    conversation_sides.c.conversation_id == messages.c.conversation_id,
    conversation_sides.c.seat == messages.c.seat,
    conversation_sides.c.member_id == bindparam("user_id"),
)
# The photos are deleted with their owner, so the messages would have nothing to show.
ERASE_PHOTOS_OF = statement(
    sa.update(messages)
    .where(messages.c.media_id.is_not(None), _is_sender.exists())
    .values(is_deleted=True, content=None, media_id=None)
)
REMOVE_PARTICIPATIONS_OF = statement(
    sa.delete(conversation_sides)
    .where(conversation_sides.c.member_id == bindparam("user_id"))
    .returning(conversation_sides.c.conversation_id)
)
FORGET_OTHER = statement(
    sa.update(conversation_sides)
    .where(conversation_sides.c.other_id == bindparam("user_id"))
    .values(other_id=sa.cast(sa.func.gen_random_uuid(), TEXT))
)
_is_kept = sa.select(conversation_sides.c.seat).where(
    conversation_sides.c.conversation_id == conversations.c.id, conversation_sides.c.place != "deleted"
)
DELETE_UNUSED = statement(
    sa.delete(conversations).where(
        conversations.c.id == sa.any_(bindparam("conversation_ids", type_=ARRAY(TEXT))), ~_is_kept.exists()
    )
)


async def leave_conversations(connection: Connection, user_id: str) -> None:
    """Remove a member from their conversations. A conversation without participants is deleted with its keys."""
    await connection.rows(ERASE_PHOTOS_OF, {"user_id": user_id})
    left = await connection.rows(REMOVE_PARTICIPATIONS_OF, {"user_id": user_id})
    await connection.rows(FORGET_OTHER, {"user_id": user_id})
    await connection.rows(DELETE_UNUSED, {"conversation_ids": [row.conversation_id for row in left]})
