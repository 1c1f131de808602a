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
from inflow.messages.rules import ConversationId, unreadable
from inflow.messages.selects import KEY_COLUMNS, OWN_SIDE
from inflow.messages.tables import conversation_keys, conversation_sides
from reflow.context import Ctx, MutationCtx, QueryCtx, ReadCtx
from reflow.errors import AppError
from reflow.functions import internal_query
from reflow.postgres.database import Row
from reflow.statements import statement

log = structlog.get_logger(__name__)

mine, theirs = profiles.alias("mine"), profiles.alias("theirs")

SIDE = statement(
    sa.select(
        conversation_sides.c.conversation_id,
        conversation_sides.c.seat,
        conversation_sides.c.other_id,
        conversation_sides.c.cleared_up_to,
        mine.c.id.label("profile_id"),
        theirs.c.id.label("other_profile_id"),
        *KEY_COLUMNS,
    )
    .select_from(conversation_sides)
    .outerjoin(conversation_keys, conversation_keys.c.conversation_id == conversation_sides.c.conversation_id)
    .outerjoin(mine, mine.c.user_id == conversation_sides.c.member_id)
    .outerjoin(theirs, theirs.c.user_id == conversation_sides.c.other_id)
    .where(conversation_sides.c.conversation_id == bindparam("conversation_id"), OWN_SIDE)
)
SENDING_SIDE = statement(
    sa.select(
        conversation_sides.c.conversation_id,
        conversation_sides.c.seat,
        conversation_sides.c.other_id,
        conversation_sides.c.cleared_up_to,
        mine.c.id.label("profile_id"),
        theirs.c.id.label("other_profile_id"),
        connected_to(conversation_sides.c.other_id).label("connected"),
        *KEY_COLUMNS,
    )
    .select_from(conversation_sides)
    .join(conversation_keys, conversation_keys.c.conversation_id == conversation_sides.c.conversation_id)
    .join(mine, mine.c.user_id == conversation_sides.c.member_id)
    .outerjoin(theirs, theirs.c.user_id == conversation_sides.c.other_id)
    .where(conversation_sides.c.conversation_id == bindparam("conversation_id"), OWN_SIDE)
)


class Side(msgspec.Struct, frozen=True, kw_only=True):
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


def key_in(ctx: Ctx, kept: Side | Row) -> ConversationKey:
    """The conversation's keys from the columns of a row.

    Raises:
        AppError: `unreadable`.
    """
    try:
        return ctx.get(KeyRing).open(kept.conversation_id, Wrapped(kept.kek_id, kept.version, kept.wrapped))
    except (DecryptionFailed, MissingKey):
        log.error("a conversation's key cannot be opened", conversation=kept.conversation_id)
        raise unreadable() from None


@internal_query
async def own_side(ctx: QueryCtx, *, conversation_id: ConversationId) -> Side | None:
    """The caller's side of a conversation; None if they are no participant, or a block is set."""
    member = await require_member(ctx)
    row = await ctx.row(SIDE, conversation_id=conversation_id, viewer=member.id)
    return None if row is None else Side(**row)


async def require_side(ctx: ReadCtx, conversation_id: ConversationId) -> Side:
    """Check that the caller is a participant; returns their side of the conversation.

    Raises:
        AppError: `unauthenticated`, or `not_found`, equally for other members' conversations, for one that a block
            hides, and for one that does not exist.
    """
    side = await ctx.run(own_side, conversation_id=conversation_id)
    if side is None:
        raise no_conversation()
    return side


async def require_sending_side(ctx: MutationCtx, viewer: UserId, conversation_id: ConversationId) -> Row:
    """A member's side, and whether they may send from it, read in one statement.

    Raises:
        AppError: `not_found`, as in `require_side`.
    """
    row = await ctx.row(SENDING_SIDE, conversation_id=conversation_id, viewer=viewer)
    if row is None:
        raise no_conversation()
    return row


def no_conversation() -> AppError:
    """The refusal for callers who are no participants of the conversation."""
    return AppError("not_found", "This conversation does not exist.")


def cannot_send() -> AppError:
    """The refusal of a message, the same for every reason."""
    return AppError("forbidden", "You can only send messages to members you are in flow with.")
