"""The query of reactions."""

from __future__ import annotations

import msgspec

from inflow.members.access import require_member
from inflow.posts.access import visible_author
from inflow.posts.rules import PostId
from inflow.reactions.totals import own, total, unseen
from inflow.reactions.views import ReactionCounts
from reflow import QueryCtx, query


@query
async def counts(ctx: QueryCtx, *, post_id: PostId) -> ReactionCounts:
    """How often each reaction to a post was chosen, and the caller's own; all zero if the caller may not see such a
    post.
    """
    await require_member(ctx)
    if await ctx.run(visible_author, post_id=post_id) is None:
        return ReactionCounts()
    found, uncounted = await ctx.run(total, post_id=post_id), await ctx.run(unseen, post_id=post_id)
    seen = {reaction: number - uncounted.get(reaction, 0) for reaction, number in found.items()}
    mine = await ctx.run(own, post_id=post_id)
    return msgspec.structs.replace(msgspec.convert(seen, ReactionCounts), mine=mine)
