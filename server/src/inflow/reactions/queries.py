"""Reading reactions."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_from
from inflow.posts.access import visible_author
from inflow.posts.rules import PostId
from inflow.reactions.rules import Reaction
from inflow.reactions.tables import reactions
from inflow.reactions.views import ReactionCounts
from inflow.users.access import require_member
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.statements import statement

COUNTS = statement(
    sa.select(reactions.c.reaction, sa.func.count().label("count"))
    .where(reactions.c.post_id == bindparam("post_id"), hidden_from(reactions.c.member_id))
    .group_by(reactions.c.reaction)
)
MINE = statement(
    sa.select(reactions.c.reaction).where(
        reactions.c.post_id == bindparam("post_id"), reactions.c.member_id == bindparam("member_id")
    )
)


@query
async def counts(ctx: QueryCtx, *, post_id: PostId) -> ReactionCounts:
    """How often each reaction was chosen for a post, and the caller's own; nothing where no such post is to be seen."""
    member = await require_member(ctx)
    if await ctx.run(visible_author, post_id=post_id) is None:
        return ReactionCounts()
    found = {row.reaction: row["count"] for row in await ctx.rows(COUNTS, post_id=post_id, viewer=member.id)}
    mine: Reaction | None = await ctx.value(MINE, post_id=post_id, member_id=member.id)
    return msgspec.convert({**found, "mine": mine}, ReactionCounts)
