"""Hiding comments on the caller's own posts."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.blocks.access import not_hidden
from inflow.comments.rules import NO_COMMENT, OWN_COMMENT, CommentId
from inflow.comments.tables import comments, hidden_comments
from inflow.members.access import Member
from inflow.posts.tables import posts
from reflow import AppError, MutationCtx, Row, statement

COMMENT_ON_OWN_POST = statement(
    sa.select(comments.c.id, comments.c.post_id, comments.c.author_id)
    .join(posts, posts.c.id == comments.c.post_id)
    .where(
        comments.c.id == bindparam("id"),
        posts.c.author_id == bindparam("viewer"),
        comments.c.author_id.is_not(None),
        not_hidden(comments.c.author_id),
    )
)
HIDE_COMMENT = statement(
    insert(hidden_comments)
    .values({name: bindparam(name) for name in ("comment_id", "post_id", "hidden_by")})
    .on_conflict_do_nothing()
)
SHOW_COMMENT = statement(sa.delete(hidden_comments).where(hidden_comments.c.comment_id == bindparam("comment_id")))


async def require_comment_on_own_post(ctx: MutationCtx, member: Member, comment_id: CommentId) -> Row:
    """Another member's comment on a post of this member's.

    Raises:
        AppError: `not_found`, the same for a comment on another member's post and for none; `invalid` for their own.
    """
    row = await ctx.row(COMMENT_ON_OWN_POST, id=comment_id, viewer=member.id)
    if row is None:
        raise AppError("not_found", NO_COMMENT)
    if row.author_id == member.id:
        raise AppError("invalid", OWN_COMMENT)
    return row
