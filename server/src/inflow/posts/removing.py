"""Removing a post, for calls that know what else goes with it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.counting import count_back
from inflow.members.access import Member
from inflow.notifications.notify import withdraw_about
from inflow.posts.rules import PostId
from inflow.posts.tables import posts
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.statements import statement

DELETE_POST = statement(
    sa.delete(posts)
    .where(posts.c.id == bindparam("id"), posts.c.author_id == bindparam("author_id"))
    .returning(posts.c.media_id, posts.c.is_video, posts.c.created_at)
)


async def remove_post(ctx: MutationCtx, member: Member, post_id: PostId) -> None:
    """Delete a member's own post, its photo and video, and what they were told of comments on it.

    Raises:
        AppError: `not_found`, also for another member's.
    """
    gone = await ctx.row(DELETE_POST, id=post_id, author_id=member.id)
    if gone is None:
        raise AppError("not_found", "This post does not exist.")
    await withdraw_about(ctx, to=member.id, kind="post_comment", subject=post_id)
    if not gone.is_video:
        await count_back(ctx, member.id, "photos", [gone.created_at])
    await ctx.defer("remove_unused_media", media_id=gone.media_id)
