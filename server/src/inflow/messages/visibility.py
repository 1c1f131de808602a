"""Which photos are in messages, and which members may see them there: the participants of the conversation."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.tables import users
from inflow.messages.selects import IS_PARTICIPANT
from inflow.messages.tables import conversation_sides, messages
from reflow import Database, statement

USER_BY_CLERK_ID = statement(sa.select(users.c.id).where(users.c.clerk_id == bindparam("clerk_id")))
SENT_TO_THEM = statement(
    sa.select(messages.c.id)
    .select_from(messages)
    .join(conversation_sides, conversation_sides.c.conversation_id == messages.c.conversation_id)
    .where(
        messages.c.media_id == bindparam("media_id"),
        messages.c.seq > conversation_sides.c.cleared_up_to,
        IS_PARTICIPANT,
    )
    .limit(1),
    whole_table="Asked once for each photo that is fetched; nobody watches it.",
)


def in_a_message(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that a message shows this medium, so that it must not be deleted as unused."""
    return sa.select(messages.c.id).where(messages.c.media_id == media_id).exists()


async def may_see(database: Database, viewer: str, media_id: str) -> bool:
    """Whether this member, by identity id, takes part in a conversation with this photo and has not cleared its
    message.
    """
    async with database.connection() as connection:
        own = await connection.row(USER_BY_CLERK_ID, {"clerk_id": viewer})
        given = {"viewer": None if own is None else own.id, "media_id": media_id}
        return own is not None and await connection.row(SENT_TO_THEM, given) is not None
