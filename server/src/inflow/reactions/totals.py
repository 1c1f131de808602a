"""The number of reactions to a post: counts that all viewers share, less the reactions hidden from a viewer."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.access import hidden_ids
from inflow.core.tables import TEXT
from inflow.members.access import require_member
from inflow.posts.rules import PostId
from inflow.reactions.rules import Reaction
from inflow.reactions.tables import reaction_counts, reactions
from reflow import QueryCtx, internal_query, statement

_OF_POST = reactions.c.post_id == bindparam("post_id")

COUNTS_OF_POST = statement(
    sa.select(reaction_counts.c.reaction, sa.cast(sa.func.sum(reaction_counts.c.delta), sa.BigInteger).label("count"))
    .where(reaction_counts.c.post_id == bindparam("post_id"))
    .group_by(reaction_counts.c.reaction)
)
# Live queries watch it by these members' ids, so reactions of other members do not cause a run.
COUNTS_OF_POST_BY_MEMBERS = statement(
    sa.select(reactions.c.reaction, sa.func.count().label("count"))
    .where(_OF_POST, reactions.c.member_id == sa.any_(bindparam("members", type_=ARRAY(TEXT))))
    .group_by(reactions.c.reaction)
)
REACTION_OF_MEMBER = statement(
    sa.select(reactions.c.reaction).where(_OF_POST, reactions.c.member_id == bindparam("member_id"))
)


@internal_query
async def total(ctx: QueryCtx, *, post_id: PostId) -> dict[str, int]:
    """How often each reaction was chosen. Internal, since it counts members whom a viewer does not see."""
    return {row.reaction: row["count"] for row in await ctx.rows(COUNTS_OF_POST, post_id=post_id)}


@internal_query
async def unseen(ctx: QueryCtx, *, post_id: PostId) -> dict[str, int]:
    """How many of these are by members whom the caller does not see. Reads no reactions if the caller sees every
    member.
    """
    members = await ctx.run(hidden_ids)
    if not members:
        return {}
    return {
        row.reaction: row["count"]
        for row in await ctx.rows(COUNTS_OF_POST_BY_MEMBERS, post_id=post_id, members=members)
    }


@internal_query
async def own(ctx: QueryCtx, *, post_id: PostId) -> Reaction | None:
    """The caller's own reaction; None if there is none."""
    member = await require_member(ctx)
    mine: Reaction | None = await ctx.value(REACTION_OF_MEMBER, post_id=post_id, member_id=member.id)
    return mine
