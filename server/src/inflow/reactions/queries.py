"""The queries of reactions."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.members.access import require_member
from inflow.members.tables import profiles, users
from inflow.posts.access import visible_author
from inflow.posts.rules import PostId
from inflow.reactions.rules import Reaction
from inflow.reactions.tables import reactions
from inflow.reactions.totals import own, total, unseen
from inflow.reactions.views import ReactionCounts, Reactor, reactor_view
from reflow import FIRST_PAGE, Page, Pages, PaginationOpts, QueryCtx, paginate, query

REACTORS = Pages(
    sa.select(
        reactions.c.reacted_at,
        reactions.c.member_id,
        profiles.c.id,
        users.c.username,
        users.c.full_name,
        users.c.image_url,
    )
    .join(users, users.c.id == reactions.c.member_id)
    .outerjoin(profiles, profiles.c.user_id == reactions.c.member_id)
    .where(
        reactions.c.post_id == bindparam("post_id"),
        reactions.c.reaction == bindparam("reaction"),
        not_hidden(reactions.c.member_id),
    ),
    by=(reactions.c.reacted_at.desc(), reactions.c.member_id.desc()),
)


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


@query
async def get_reactors(
    ctx: QueryCtx, *, post_id: PostId, reaction: Reaction, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Reactor]:
    """The members who gave this reaction to a post, newest first; empty if the caller may not see such a post."""
    viewer = await require_member(ctx)
    if await ctx.run(visible_author, post_id=post_id) is None:
        return Page(page=[], is_done=True, continue_cursor="")
    given = {"post_id": post_id, "reaction": reaction, "viewer": viewer.id}
    return await paginate(ctx, REACTORS, pagination_opts, reactor_view, **given)
