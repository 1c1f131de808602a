"""Checks of a comment's username and of the comment that it replies to."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.comments.rules import CommentId, depth_below
from inflow.comments.selects import readable
from inflow.comments.tables import comments
from inflow.members.access import Member
from inflow.members.tables import users
from inflow.posts.rules import PostId
from reflow import AppError, MutationCtx, statement

USERNAME_OF_USER = statement(sa.select(users.c.username).where(users.c.id == bindparam("user_id")))
COMMENT_OF_POST = statement(
    sa.select(comments.c.depth).where(
        comments.c.id == bindparam("comment_id"),
        comments.c.post_id == bindparam("post_id"),
        readable(comments.c.author_id),
    )
)


async def require_username(ctx: MutationCtx, member: Member, username: str) -> None:
    """Check that the name in the arguments is the caller's own.

    Raises:
        AppError: `forbidden`.
    """
    if await ctx.value(USERNAME_OF_USER, user_id=member.id) != username:
        raise AppError("forbidden", "You can only do this for yourself.")


async def require_reply_target(ctx: MutationCtx, comment_id: CommentId, post_id: PostId, viewers: list[str]) -> int:
    """Check that the caller can read this comment on this post; returns the depth of a reply to it.

    Raises:
        AppError: `not_found`, also for a comment on another post; `invalid`, where the thread is too deep.
    """
    depth = await ctx.value(COMMENT_OF_POST, comment_id=comment_id, post_id=post_id, viewers=viewers)
    if depth is None:
        raise AppError("not_found", "This comment does not exist.")
    return depth_below(depth)
