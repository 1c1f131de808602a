"""The number of comments on a post: one count that all viewers share, less the comments that a viewer does not read."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.access import hidden_ids, hidden_of
from inflow.blocks.tables import EVERYONE, hidden
from inflow.comments.concealed import concealed_from
from inflow.comments.tables import comment_counts, comments
from inflow.core.tables import TEXT
from inflow.members.access import require_member
from inflow.members.rules import UserId
from inflow.posts.rules import PostId
from reflow import QueryCtx, internal_query, statement

_OF_POST = comments.c.post_id == bindparam("post_id")

COUNT_OF_POST = statement(
    sa.select(sa.cast(sa.func.coalesce(sa.func.sum(comment_counts.c.delta), 0), sa.BigInteger)).where(
        comment_counts.c.post_id == bindparam("post_id")
    )
)
# A comment counts once, also if its author is hidden from both viewers.
COUNT_HIDDEN_FROM_VIEWERS = statement(
    sa.select(sa.func.count(comments.c.id.distinct()))
    .select_from(hidden.join(comments, comments.c.author_id == hidden.c.hidden_id))
    .where(_OF_POST, hidden.c.viewer_id == sa.any_(bindparam("viewers", type_=ARRAY(TEXT))))
)


@internal_query
async def total(ctx: QueryCtx, *, post_id: PostId) -> int:
    """How many comments a post has. Internal, since it counts members whom a viewer does not see."""
    found: int = await ctx.value(COUNT_OF_POST, post_id=post_id)
    return found


@internal_query
async def unseen(ctx: QueryCtx, *, post_id: PostId, author: UserId) -> int:
    """How many of these comments are by members whom the caller or the post's author does not see, or are hidden from
    the caller. Reads no comments if both see every member and no comment is hidden.
    """
    member = await require_member(ctx)
    concealed = await concealed_from(ctx, member.id, post_id, author)
    hidden_members = {*await ctx.run(hidden_ids), *await ctx.run(hidden_of, viewer=author)}
    if not hidden_members:
        return len(concealed)
    found: int = await ctx.value(COUNT_HIDDEN_FROM_VIEWERS, post_id=post_id, viewers=[member.id, author, EVERYONE])
    return found + sum(each.author_id not in hidden_members for each in concealed)
