"""The conversations of a member. To other callers, and while a block is set, a conversation looks missing."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import bindparam

from inflow.connections.access import connected_to
from inflow.core.encryption import DecryptionFailed
from inflow.members.access import require_member
from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles
from inflow.messages.keys import ConversationKey, KeyRing, MissingKey, Wrapped
from inflow.messages.rules import ConversationId, MessageUnreadable
from inflow.messages.selects import IS_PARTICIPANT, KEY_COLUMNS
from inflow.messages.tables import conversation_keys, conversation_sides
from reflow import AppError, Ctx, MutationCtx, QueryCtx, ReadCtx, Row, internal_query, statement

log = structlog.get_logger(__name__)

own_profile, other_profile = profiles.alias("own_profile"), profiles.alias("other_profile")

SIDE_OF_MEMBER = statement(
    sa.select(
        conversation_sides.c.conversation_id,
        conversation_sides.c.seat,
        conversation_sides.c.other_id,
        conversation_sides.c.cleared_up_to,
        own_profile.c.id.label("profile_id"),
        other_profile.c.id.label("other_profile_id"),
        *KEY_COLUMNS,
    )
    .select_from(conversation_sides)
    .outerjoin(conversation_keys, conversation_keys.c.conversation_id == conversation_sides.c.conversation_id)
    .outerjoin(own_profile, own_profile.c.user_id == conversation_sides.c.member_id)
    .outerjoin(other_profile, other_profile.c.user_id == conversation_sides.c.other_id)
    .where(conversation_sides.c.conversation_id == bindparam("conversation_id"), IS_PARTICIPANT)
)
SENDING_SIDE_OF_MEMBER = statement(
    sa.select(
        conversation_sides.c.conversation_id,
        conversation_sides.c.seat,
        conversation_sides.c.other_id,
        conversation_sides.c.cleared_up_to,
        own_profile.c.id.label("profile_id"),
        other_profile.c.id.label("other_profile_id"),
        connected_to(conversation_sides.c.other_id).label("connected"),
        *KEY_COLUMNS,
    )
    .select_from(conversation_sides)
    .join(conversation_keys, conversation_keys.c.conversation_id == conversation_sides.c.conversation_id)
    .join(own_profile, own_profile.c.user_id == conversation_sides.c.member_id)
    .outerjoin(other_profile, other_profile.c.user_id == conversation_sides.c.other_id)
    .where(conversation_sides.c.conversation_id == bindparam("conversation_id"), IS_PARTICIPANT)
)


class ConversationNotFound(AppError):
    """The refusal to every member who has no part in the conversation."""

    def __init__(self) -> None:
        super().__init__("not_found", "This conversation does not exist.")


class SendRefused(AppError):
    """The refusal of a message, whatever the reason."""

    def __init__(self) -> None:
        super().__init__("forbidden", "You can only send messages to members you are in flow with.")


class Participation(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a member's side of a conversation that new messages do not change.

    Attributes:
        seat: Which of the two seats, 0 or 1, the member writes from.
        other_profile_id: None if the other member has deleted their account.
        cleared_up_to: The number of the last message that they have cleared.
    """

    conversation_id: ConversationId
    seat: int
    other_id: UserId
    cleared_up_to: int
    profile_id: ProfileId
    other_profile_id: ProfileId | None
    kek_id: str
    version: int
    wrapped: bytes

    def key(self, ctx: Ctx) -> ConversationKey:
        """The keys that decrypt the conversation's messages."""
        return key_in(ctx, self)


def key_in(ctx: Ctx, kept: Participation | Row) -> ConversationKey:
    """The conversation's keys from the columns of a row.

    Raises:
        AppError: `unreadable`.
    """
    try:
        return ctx.get(KeyRing).open(kept.conversation_id, Wrapped(kept.kek_id, kept.version, kept.wrapped))
    except (DecryptionFailed, MissingKey):
        log.error("a conversation's key cannot be opened", conversation=kept.conversation_id)
        raise MessageUnreadable from None


@internal_query
async def own_participation(ctx: QueryCtx, *, conversation_id: ConversationId) -> Participation | None:
    """The caller's side of a conversation; None if they are no participant, or a block is set."""
    member = await require_member(ctx)
    row = await ctx.row(SIDE_OF_MEMBER, conversation_id=conversation_id, viewer=member.id)
    return None if row is None else Participation(**row)


async def require_participant(ctx: ReadCtx, conversation_id: ConversationId) -> Participation:
    """Check that the caller is a participant; returns their side of the conversation.

    Raises:
        AppError: `unauthenticated`, or `not_found`, equally for other members' conversations, for one that a block
            hides, and for one that does not exist.
    """
    participant = await ctx.run(own_participation, conversation_id=conversation_id)
    if participant is None:
        raise ConversationNotFound
    return participant


async def require_sender(ctx: MutationCtx, viewer: UserId, conversation_id: ConversationId) -> Row:
    """A member as a participant, and whether they may send, read in one statement.

    Raises:
        AppError: `not_found`, as in `require_participant`.
    """
    row = await ctx.row(SENDING_SIDE_OF_MEMBER, conversation_id=conversation_id, viewer=viewer)
    if row is None:
        raise ConversationNotFound
    return row
