"""Queries of conversations and messages."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.members.access import require_member, require_own_profile
from inflow.members.rules import FIRST_INSIDE, ProfileId, UserId, searched
from inflow.members.tables import profile_words
from inflow.messages.access import key_in, require_participant
from inflow.messages.keys import ConversationKey
from inflow.messages.rules import (
    CONVERSATIONS_FOUND,
    CONVERSATIONS_SEARCHED,
    MESSAGES_SEARCHED,
    ConversationId,
    Search,
)
from inflow.messages.selects import CONVERSATIONS, IS_PARTICIPANT, KEY_COLUMNS, MESSAGES
from inflow.messages.tables import conversation_keys, conversation_sides, messages
from inflow.messages.typing import typed_at
from inflow.messages.views import Conversation, Message, Receipts, conversation_view, message_view, opened
from reflow import FIRST_PAGE, Page, Pages, PaginationOpts, QueryCtx, RateLimit, Row, paginate, query, statement

_NEWEST_FIRST = (conversation_sides.c.last_at.desc(), conversation_sides.c.conversation_id.desc())

CONVERSATIONS_IN_PLACE = Pages(CONVERSATIONS.where(conversation_sides.c.place == bindparam("place")), by=_NEWEST_FIRST)
CONVERSATION_OF_VIEWER = statement(
    CONVERSATIONS.where(
        conversation_sides.c.conversation_id == bindparam("conversation_id"), conversation_sides.c.place != "deleted"
    )
)
NEWEST_CONVERSATIONS = statement(
    CONVERSATIONS.where(conversation_sides.c.place != "deleted").order_by(*_NEWEST_FIRST).limit(CONVERSATIONS_SEARCHED)
)
OTHERS_OF_VIEWER = statement(
    sa.select(conversation_sides.c.conversation_id, conversation_sides.c.other_id).where(
        IS_PARTICIPANT, conversation_sides.c.place != "deleted"
    )
)
USERS_NAMED = statement(
    sa.select(profile_words.c.user_id).where(
        profile_words.c.user_id == sa.any_(bindparam("among", type_=ARRAY(TEXT))),
        profile_words.c.place < FIRST_INSIDE,
        sa.func.strpos(profile_words.c.word, bindparam("name")) > 0,
    )
)
NEWEST_CONVERSATIONS_AMONG = statement(
    CONVERSATIONS.where(conversation_sides.c.conversation_id == sa.any_(bindparam("among", type_=ARRAY(TEXT))))
    .order_by(*_NEWEST_FIRST)
    .limit(CONVERSATIONS_FOUND)
)
MESSAGES_NOT_CLEARED = Pages(
    MESSAGES.where(
        messages.c.conversation_id == bindparam("conversation_id"), messages.c.seq > bindparam("cleared_up_to")
    ),
    by=(messages.c.seq.desc(),),
)
RECENT_MESSAGES = statement(
    sa.select(
        messages.c.id, messages.c.conversation_id, messages.c.seat, messages.c.type, messages.c.content, *KEY_COLUMNS
    )
    .select_from(messages)
    .join(conversation_sides, conversation_sides.c.conversation_id == messages.c.conversation_id)
    .outerjoin(conversation_keys, conversation_keys.c.conversation_id == messages.c.conversation_id)
    .where(
        messages.c.conversation_id == sa.any_(bindparam("conversation_ids", type_=ARRAY(TEXT))),
        conversation_sides.c.member_id == bindparam("viewer"),
        messages.c.seq > conversation_sides.c.cleared_up_to,
        messages.c.seq > conversation_sides.c.last_seq - MESSAGES_SEARCHED,
        messages.c.content.is_not(None),
    )
)
READ_UP_TO_BY_SEAT = statement(
    sa.select(conversation_sides.c.seat, conversation_sides.c.read_up_to).where(
        conversation_sides.c.conversation_id == bindparam("conversation_id")
    )
)
UNREAD_OF_VIEWER = statement(
    sa.select(sa.func.coalesce(sa.func.sum(conversation_sides.c.unread), 0)).where(
        IS_PARTICIPANT, conversation_sides.c.place != "deleted"
    )
)


@query
async def get_conversations(
    ctx: QueryCtx, *, profile_id: ProfileId, archived: bool = False, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Conversation]:
    """The caller's inbox or archive; the conversation with the newest message comes first."""
    member = await require_own_profile(ctx, profile_id)
    place = "archived" if archived else "inbox"
    return await paginate(
        ctx,
        CONVERSATIONS_IN_PLACE,
        pagination_opts,
        lambda row: _view(ctx, row),
        same_while=(),
        viewer=member.id,
        place=place,
    )


@query
async def get_conversation(ctx: QueryCtx, *, conversation_id: ConversationId) -> Conversation | None:
    """One of the caller's conversations; null if there is none."""
    member = await require_member(ctx)
    row = await ctx.row(CONVERSATION_OF_VIEWER, conversation_id=conversation_id, viewer=member.id)
    return None if row is None else _view(ctx, row)


@query
async def get_messages(
    ctx: QueryCtx, *, conversation_id: ConversationId, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Message]:
    """A conversation's messages, newest first, without those that the caller has cleared."""
    participant = await require_participant(ctx, conversation_id)
    key = participant.key(ctx)
    return await paginate(
        ctx,
        MESSAGES_NOT_CLEARED,
        pagination_opts,
        lambda row: message_view(row, participant, key),
        same_while=(participant, key),
        conversation_id=conversation_id,
        cleared_up_to=participant.cleared_up_to,
    )


@query
async def get_receipts(ctx: QueryCtx, *, conversation_id: ConversationId) -> Receipts:
    """How far both members have read; 0 for a deleted member."""
    participant = await require_participant(ctx, conversation_id)
    read = {row.seat: row.read_up_to for row in await ctx.rows(READ_UP_TO_BY_SEAT, conversation_id=conversation_id)}
    theirs = 0 if participant.other_profile_id is None else read.get(1 - participant.seat, 0)
    return Receipts(read_up_to=read[participant.seat], other_read_up_to=theirs)


@query
async def get_typing(ctx: QueryCtx, *, conversation_id: ConversationId) -> str | None:
    """When the other participant was last reported typing; null if they have stopped. Pages show it for some
    seconds.
    """
    participant = await require_participant(ctx, conversation_id)
    return typed_at(ctx, conversation_id, 1 - participant.seat)


@query
async def get_unread(ctx: QueryCtx, *, profile_id: ProfileId) -> int:
    """How many unread messages the caller has."""
    member = await require_own_profile(ctx, profile_id)
    return int(await ctx.value(UNREAD_OF_VIEWER, viewer=member.id))


@query(rate_limit=RateLimit((10, 2.0)))
async def search_conversations(ctx: QueryCtx, *, profile_id: ProfileId, text: Search) -> list[Conversation]:
    """The caller's conversations with a member of this name, or with this text in recent messages."""
    member = await require_own_profile(ctx, profile_id)
    name, words = searched(text), text.strip().casefold()
    named = await _with_name(ctx, member.id, name) if name else []
    written = await _with_text(ctx, member.id, words, {row.conversation_id for row in named}) if words else []
    found = sorted([*named, *written], key=lambda row: (row.last_at, row.conversation_id), reverse=True)
    return [_view(ctx, row) for row in found]


async def _with_name(ctx: QueryCtx, viewer: UserId, name: str) -> list[Row]:
    """The newest conversations with a member whose name contains this text."""
    by_other = {row.other_id: row.conversation_id for row in await ctx.rows(OTHERS_OF_VIEWER, viewer=viewer)}
    named = {row.user_id for row in await ctx.rows(USERS_NAMED, among=sorted(by_other), name=name)}
    return await ctx.rows(NEWEST_CONVERSATIONS_AMONG, viewer=viewer, among=sorted(by_other[each] for each in named))


async def _with_text(ctx: QueryCtx, viewer: UserId, wanted: str, but: set[str]) -> list[Row]:
    """The newest conversations with this text in recent messages, except those in `but`."""
    rows = [row for row in await ctx.rows(NEWEST_CONVERSATIONS, viewer=viewer) if row.conversation_id not in but]
    keys = {row.conversation_id: key_in(ctx, row) for row in rows}
    words = await ctx.rows(RECENT_MESSAGES, viewer=viewer, conversation_ids=list(keys))
    found = {row.conversation_id for row in words if wanted in _searchable_text(row, keys[row.conversation_id])}
    return [row for row in rows if row.conversation_id in found]


def _searchable_text(row: Row, key: ConversationKey) -> str:
    """The text of a message for the search. A photo's address is not text."""
    return "" if row.type == "photo" else opened(key, row.id, row.seat, row.type, row.content).casefold()


def _view(ctx: QueryCtx, row: Row) -> Conversation:
    return conversation_view(row, key_in(ctx, row))
