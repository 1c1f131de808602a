"""The mutation of reactions."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.members.access import require_member
from inflow.posts.access import require_visible
from inflow.posts.rules import PostId
from inflow.reactions.rules import Reaction
from inflow.reactions.tables import reactions
from inflow.reactions.views import OwnReaction
from reflow import MutationCtx, RateLimit, mutation, statement

_OWN = (reactions.c.post_id == bindparam("post_id"), reactions.c.member_id == bindparam("member_id"))

# It returns no row if the member had chosen the same reaction before. Because the mutation starts with it, a first
# reaction reads no rows that others write, and concurrent reactions do not conflict.
CHOOSE = statement(
    insert(reactions)
    .values({name: bindparam(name) for name in ("post_id", "member_id", "reaction")})
    .on_conflict_do_update(
        index_elements=["post_id", "member_id"],
        set_={"reaction": bindparam("reaction"), "reacted_at": sa.func.clock_timestamp()},
        where=reactions.c.reaction != bindparam("reaction"),
    )
    .returning(reactions.c.post_id)
)
TAKE_BACK = statement(sa.delete(reactions).where(*_OWN))


@mutation(rate_limit=RateLimit((80, 10)))
async def react(ctx: MutationCtx, *, post_id: PostId, reaction: Reaction) -> OwnReaction:
    """Choose a reaction to a post, which replaces another one; choosing the same again takes it back."""
    member = await require_member(ctx)
    await require_visible(ctx, post_id)
    own = {"post_id": post_id, "member_id": member.id}
    if await ctx.row(CHOOSE, **own, reaction=reaction) is None:
        await ctx.execute(TAKE_BACK, **own)
        return OwnReaction(mine=None)
    return OwnReaction(mine=reaction)
