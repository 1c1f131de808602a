"""Conversations and messages in the form that clients get."""

from __future__ import annotations

import msgspec
import structlog
from msgspec import UNSET, UnsetType

from inflow.core.encryption import DecryptionFailed
from inflow.media.views import Variant, picture
from inflow.members.rules import ProfileId
from inflow.members.views import iso
from inflow.messages.access import Participation
from inflow.messages.keys import ConversationKey
from inflow.messages.rules import ConversationId, MessageId, MessageType, MessageUnreadable, in_line
from reflow import Row

log = structlog.get_logger(__name__)


class Participant(msgspec.Struct, rename="camel", kw_only=True):
    """The other participant. All fields but the empty `imageUrl` are null for a deleted member."""

    id: ProfileId | None = msgspec.field(name="_id")
    username: str | None
    full_name: str | None
    image_url: str


class Conversation(msgspec.Struct, rename="camel", kw_only=True):
    """A conversation in one member's inbox. The last message's fields are null while there is none.

    `lastSeq` is the number of the newest message, cleared ones included; 0 before the first.
    """

    id: ConversationId = msgspec.field(name="_id")
    other_participant: Participant
    last_message_text: str | None
    last_message_type: MessageType | None
    last_message_time: str | None
    unread_count: int
    archived: bool
    can_send: bool
    last_seq: int


class Answered(msgspec.Struct, rename="camel", kw_only=True):
    """The message that another one replies to, in one line."""

    id: MessageId = msgspec.field(name="_id")
    sender_id: ProfileId | None
    is_own: bool
    text: str
    type: MessageType
    is_deleted: bool


class Message(msgspec.Struct, rename="camel", kw_only=True):
    """A message. `seq` is its number in the conversation, the same for both participants.

    `encryptedContent` is the displayed text: for a photo its address, and empty once the message is deleted. `variants`
    are the renditions of a photo, narrowest first. `editedAt` is missing as long as the text is the first one, and once
    the message is deleted.
    """

    id: MessageId = msgspec.field(name="_id")
    seq: int
    conversation_id: ConversationId
    sender_id: ProfileId | None
    receiver_id: ProfileId | None
    is_own: bool
    encrypted_content: str
    type: MessageType
    reply_to_id: MessageId | None
    reply_to: Answered | None
    is_deleted: bool
    created_at: str
    edited_at: str | UnsetType = UNSET
    client_id: str
    variants: list[Variant]


class Sent(msgspec.Struct, rename="camel", kw_only=True):
    """A stored message. Its text is not repeated here, because answers are kept for a while, and texts must not be."""

    id: MessageId = msgspec.field(name="_id")
    seq: int
    created_at: str
    client_id: str


class Receipts(msgspec.Struct, rename="camel", kw_only=True):
    """The `seq` of the last message that each participant has read."""

    read_up_to: int
    other_read_up_to: int


def opened(key: ConversationKey, message_id: str, seat: int, kind: str, content: bytes | None) -> str:
    """A message's text; empty for a deleted one.

    Raises:
        AppError: `unreadable`; the stored content is not what its sender wrote.
    """
    if content is None:
        return ""
    try:
        return key.open(message_id, seat, kind, content)
    except DecryptionFailed:
        log.error("a stored message cannot be opened", message=message_id)
        raise MessageUnreadable from None


def conversation_view(row: Row, key: ConversationKey) -> Conversation:
    """A row of a conversation as a view for its member."""
    is_there = row.message_id is not None
    text = opened(key, row.message_id, row.seat, row.type, row.content) if is_there else ""
    return Conversation(
        id=row.conversation_id,
        other_participant=Participant(
            id=row.profile_id, username=row.username, full_name=row.full_name, image_url=row.image_url or ""
        ),
        last_message_text=in_line(row.type, text, is_deleted=row.is_deleted) if is_there else None,
        last_message_type=row.type,
        last_message_time=iso(row.created_at) if is_there else None,
        unread_count=row.unread,
        archived=row.place == "archived",
        can_send=row.connected,
        last_seq=row.last_seq,
    )


def message_view(row: Row, participant: Participation, key: ConversationKey) -> Message:
    """A row of a message as a view for this participant."""
    is_own = row.seat == participant.seat
    return Message(
        id=row.id,
        seq=row.seq,
        conversation_id=row.conversation_id,
        sender_id=participant.profile_id if is_own else participant.other_profile_id,
        receiver_id=participant.other_profile_id if is_own else participant.profile_id,
        is_own=is_own,
        encrypted_content=opened(key, row.id, row.seat, row.type, row.content),
        type=row.type,
        reply_to_id=row.answered_id,
        reply_to=_answered(row, participant, key),
        is_deleted=row.is_deleted,
        created_at=iso(row.created_at),
        edited_at=UNSET if row.is_deleted or row.edited_at is None else iso(row.edited_at),
        client_id=row.client_id,
        variants=[] if row.media_id is None else picture(row.media_id, row.renditions).variants,
    )


def sent_view(row: Row, message_id: MessageId, client_id: str) -> Sent:
    """A stored message as a view for its sender."""
    return Sent(id=message_id, seq=row.seq, created_at=iso(row.created_at), client_id=client_id)


def _answered(row: Row, participant: Participation, key: ConversationKey) -> Answered | None:
    """The view of the message that this one replies to; None also if this member has cleared it."""
    if row.answered_id is None or row.reply_to_seq <= participant.cleared_up_to:
        return None
    is_own = row.answered_seat == participant.seat
    text = opened(key, row.answered_id, row.answered_seat, row.answered_type, row.answered_content)
    return Answered(
        id=row.answered_id,
        sender_id=participant.profile_id if is_own else participant.other_profile_id,
        is_own=is_own,
        text=in_line(row.answered_type, text, is_deleted=row.answered_is_deleted),
        type=row.answered_type,
        is_deleted=row.answered_is_deleted,
    )
