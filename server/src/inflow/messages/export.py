"""Export of a member's conversations: every message that they can still read, decrypted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy import bindparam

from inflow.core.encryption import DecryptionFailed
from inflow.members.tables import users
from inflow.members.views import iso
from inflow.messages.keys import ConversationKey, KeyRing, MissingKey, Wrapped
from inflow.messages.selects import IS_PARTICIPANT, KEY_COLUMNS
from inflow.messages.tables import conversation_keys, conversation_sides, messages
from inflow.messages.views import opened
from reflow import AppError, Connection, Row, statement

log = structlog.get_logger(__name__)

CONVERSATIONS_OF_VIEWER = statement(
    sa.select(
        conversation_sides.c.conversation_id,
        conversation_sides.c.other_id,
        conversation_sides.c.seat,
        conversation_sides.c.cleared_up_to,
        users.c.username,
        *KEY_COLUMNS,
    )
    .outerjoin(conversation_keys, conversation_keys.c.conversation_id == conversation_sides.c.conversation_id)
    .outerjoin(users, users.c.id == conversation_sides.c.other_id)
    .where(IS_PARTICIPANT)
    .order_by(conversation_sides.c.conversation_id)
)
MESSAGES_NOT_CLEARED = statement(
    sa.select(
        messages.c.id,
        messages.c.seat,
        messages.c.type,
        messages.c.content,
        messages.c.media_id,
        messages.c.created_at,
        messages.c.edited_at,
    )
    .where(messages.c.conversation_id == bindparam("conversation_id"), messages.c.seq > bindparam("cleared_up_to"))
    .order_by(messages.c.seq)
)


async def export_conversations(connection: Connection, ring: KeyRing, user_id: str) -> AsyncIterator[dict[str, Any]]:
    """A member's conversations, one at a time: the other's username (null: a deleted member), and all messages, oldest
    first. They are read in the connection's transaction.
    """
    participants = await connection.rows(CONVERSATIONS_OF_VIEWER, {"viewer": user_id})
    for participant in participants:
        given = {"conversation_id": participant.conversation_id, "cleared_up_to": participant.cleared_up_to}
        rows = await connection.rows(MESSAGES_NOT_CLEARED, given)
        yield {
            "id": participant.conversation_id,
            "with": participant.username,
            "messages": _export_messages(ring, participant, rows),
        }


def _export_messages(ring: KeyRing, participant: Row, rows: list[Row]) -> list[dict[str, Any]]:
    key = _key_of(ring, participant)
    return [
        {
            "id": row.id,
            "isOwn": row.seat == participant.seat,
            "type": row.type,
            **_text_of(key, row),
            "mediaId": row.media_id,
            "isDeleted": row.content is None,
            "createdAt": iso(row.created_at),
            "editedAt": None if row.edited_at is None else iso(row.edited_at),
        }
        for row in rows
    ]


def _key_of(ring: KeyRing, participant: Row) -> ConversationKey | None:
    try:
        return ring.open(
            participant.conversation_id, Wrapped(participant.kek_id, participant.version, participant.wrapped)
        )
    except (DecryptionFailed, MissingKey):
        log.error("a conversation's key cannot be opened", conversation=participant.conversation_id)
        return None


def _text_of(key: ConversationKey | None, row: Row) -> dict[str, Any]:
    """The text of a message, or that it cannot be decrypted. One such message must not fail the whole export."""
    try:
        if key is not None:
            return {"text": opened(key, row.id, row.seat, row.type, row.content)}
    except AppError:
        pass
    return {"text": None, "unreadable": True}
