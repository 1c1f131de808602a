"""Deleting a post, for the call that also deletes the grids it is part of."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.counting import count_back
from inflow.members.access import Member
from inflow.notifications.notify import withdraw_about
from inflow.posts.further_fotos import further_media_of
from inflow.posts.rules import PostId
from inflow.posts.tables import posts
from reflow import MutationCtx, statement

DELETE_POST = statement(
    sa.delete(posts)
    .where(posts.c.id == bindparam("id"))
    .returning(posts.c.media_id, posts.c.is_video, posts.c.is_brought, posts.c.created_at)
)


async def remove_post(ctx: MutationCtx, member: Member, post_id: PostId) -> None:
    """Delete a member's own post, its photos and video, and the notifications of comments on it."""
    further = await further_media_of(ctx, post_id)
    (deleted,) = await ctx.rows(DELETE_POST, id=post_id)
    await withdraw_about(ctx, to=member.id, kind="post_comment", subject=post_id)
    if not deleted.is_video and not deleted.is_brought:
        await count_back(ctx, member.id, "photos", [deleted.created_at])
    for media_id in (deleted.media_id, *further):
        await ctx.defer("remove_unused_media", media_id=media_id)
