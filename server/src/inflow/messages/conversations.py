"""Creating the conversation of two members."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.ids import new_id
from inflow.messages.keys import KeyRing
from inflow.messages.rules import ConversationId
from inflow.messages.tables import conversation_keys, conversation_sides, conversations
from reflow import MutationCtx, statement

CONVERSATION_WITH = statement(
    sa.select(conversation_sides.c.conversation_id, conversation_sides.c.place).where(
        conversation_sides.c.member_id == bindparam("member"), conversation_sides.c.other_id == bindparam("other")
    )
)
ADD_CONVERSATION = statement(sa.insert(conversations).values(id=bindparam("id")))
ADD_KEY = statement(
    sa.insert(conversation_keys).values(
        {name: bindparam(name) for name in ("conversation_id", "version", "kek_id", "wrapped")}
    )
)
# A conversation created at the same moment is invisible here; the conflict makes the call run again and find it.
ADD_SIDE = statement(
    insert(conversation_sides)
    .values({name: bindparam(name) for name in ("conversation_id", "seat", "member_id", "other_id")})
    .on_conflict_do_nothing()
)


async def ensure_conversation(ctx: MutationCtx, one: str, other: str) -> None:
    """Create the conversation of two users unless they have one. An existing one stays as each of them left it."""
    if await ctx.row(CONVERSATION_WITH, member=one, other=other) is None:
        await create_conversation(ctx, one, other)


async def create_conversation(ctx: MutationCtx, one: str, other: str) -> ConversationId:
    """Create the conversation of two users who have none, with its key and both sides."""
    conversation_id = ConversationId(new_id())
    key = ctx.get(KeyRing).make(conversation_id)
    await ctx.execute(ADD_CONVERSATION, id=conversation_id)
    await ctx.execute(ADD_KEY, conversation_id=conversation_id, **key._asdict())
    # Always in the same order: two calls for the same pair would deadlock otherwise.
    for seat, (here, there) in enumerate(sorted(((one, other), (other, one)))):
        await ctx.execute(ADD_SIDE, conversation_id=conversation_id, seat=seat, member_id=here, other_id=there)
    return conversation_id
