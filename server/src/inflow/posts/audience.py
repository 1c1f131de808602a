"""Changing the audience of a post, for the call that also changes the grids it is part of."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import Member
from inflow.policies.access import require_may_write
from inflow.posts.access import post_not_found
from inflow.posts.rules import SET_BY_MODERATORS, PostId, PostType
from inflow.posts.tables import posts
from inflow.posts.withholding import audience_of, set_audience
from inflow.standing.new_members import require_links_allowed
from reflow import AppError, MutationCtx, statement

CAPTION_OF_POST = statement(sa.select(posts.c.caption).where(posts.c.id == bindparam("post_id")))


async def change_audience(ctx: MutationCtx, member: Member, post_id: PostId, post_type: PostType) -> None:
    """Show a member's own post in the sphere, or to their cue only. It stays in its nook and at its time.

    Showing it to more members needs what a new post needs; showing it to fewer is always possible.

    Raises:
        AppError: `not_found`, a moderator removed it; `conflict`, a moderator took it off the walls; `restricted`;
            `acceptance_required`; `invalid`.
    """
    former = await audience_of(ctx, post_id)
    if former is None or former == "removed":
        raise post_not_found()
    if former == "unlisted":
        raise AppError("conflict", SET_BY_MODERATORS)
    if former == "cue" and post_type == "sphere":
        await require_may_write(ctx, member)
        await require_links_allowed(ctx, await ctx.value(CAPTION_OF_POST, post_id=post_id))
    if former != post_type:
        await set_audience(ctx, post_id, post_type)
