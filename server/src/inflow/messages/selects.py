"""The selects for reading conversations: a member's side with the other participant, its keys and its newest
message.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.connections.access import connected_to
from inflow.media.tables import media
from inflow.members.tables import profiles, users
from inflow.messages.tables import conversation_keys, conversation_sides, messages

KEY_COLUMNS = (conversation_keys.c.kek_id, conversation_keys.c.version, conversation_keys.c.wrapped)

# The conversations of `:viewer`, a user's id. A block by either member hides a conversation from both, so neither can
# tell from it who blocked whom. Both see it again when the block is taken back.
IS_PARTICIPANT = sa.and_(
    conversation_sides.c.member_id == bindparam("viewer"), not_hidden(conversation_sides.c.other_id)
)

CONVERSATIONS = (
    sa.select(
        conversation_sides.c.conversation_id,
        conversation_sides.c.other_id,
        conversation_sides.c.place,
        conversation_sides.c.unread,
        conversation_sides.c.last_seq,
        conversation_sides.c.last_at,
        connected_to(conversation_sides.c.other_id).label("connected"),
        users.c.id.label("user_id"),
        users.c.username,
        users.c.full_name,
        users.c.image_url,
        profiles.c.id.label("profile_id"),
        messages.c.id.label("message_id"),
        messages.c.seat,
        messages.c.type,
        messages.c.content,
        messages.c.is_deleted,
        messages.c.created_at,
        *KEY_COLUMNS,
    )
    .select_from(conversation_sides)
    .outerjoin(conversation_keys, conversation_keys.c.conversation_id == conversation_sides.c.conversation_id)
    .outerjoin(users, users.c.id == conversation_sides.c.other_id)
    .outerjoin(profiles, profiles.c.user_id == users.c.id)
    .outerjoin(
        messages,
        sa.and_(
            messages.c.conversation_id == conversation_sides.c.conversation_id,
            messages.c.seq == conversation_sides.c.last_seq,
            messages.c.seq > conversation_sides.c.cleared_up_to,
        ),
    )
    .where(IS_PARTICIPANT)
)

answered = messages.alias("answered")

MESSAGES = (
    sa.select(
        messages.c.id,
        messages.c.conversation_id,
        messages.c.seq,
        messages.c.seat,
        messages.c.client_id,
        messages.c.type,
        messages.c.content,
        messages.c.is_deleted,
        messages.c.created_at,
        messages.c.edited_at,
        messages.c.reply_to_seq,
        messages.c.media_id,
        media.c.renditions,
        answered.c.id.label("answered_id"),
        answered.c.seat.label("answered_seat"),
        answered.c.type.label("answered_type"),
        answered.c.content.label("answered_content"),
        answered.c.is_deleted.label("answered_is_deleted"),
    )
    .select_from(messages)
    .outerjoin(media, media.c.id == messages.c.media_id)
    .outerjoin(
        answered,
        sa.and_(answered.c.conversation_id == messages.c.conversation_id, answered.c.seq == messages.c.reply_to_seq),
    )
)
