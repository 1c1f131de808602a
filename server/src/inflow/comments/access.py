"""Checks of a comment's username and of the comment that it replies to."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import EVERYONE
from inflow.comments.concealed import concealed_from
from inflow.comments.rules import NO_COMMENT, CommentId, depth_below
from inflow.comments.selects import readable
from inflow.comments.tables import comments
from inflow.members.access import Member
from inflow.members.rules import UserId
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


async def require_reply_target(
    ctx: MutationCtx, member: Member, comment_id: CommentId, post_id: PostId, author: UserId
) -> int:
    """Check that the caller can read this comment on this post; returns the depth of a reply to it.

    Raises:
        AppError: `not_found`, also for a comment on another post; `invalid`, where the thread is too deep.
    """
    viewers = [member.id, author, EVERYONE]
    depth = await ctx.value(COMMENT_OF_POST, comment_id=comment_id, post_id=post_id, viewers=viewers)
    concealed = await concealed_from(ctx, member.id, post_id, author)
    if depth is None or any(each.id == comment_id for each in concealed):
        raise AppError("not_found", NO_COMMENT)
    return depth_below(depth)
