"""Comments that the author of their post hid: only their writers and that author read them."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.comments.rules import CommentId
from inflow.comments.tables import comments, hidden_comments
from inflow.members.rules import UserId
from inflow.posts.rules import PostId
from reflow import QueryCtx, ReadCtx, internal_query, statement

HIDDEN_COMMENTS_OF_POST = statement(
    sa.select(
        hidden_comments.c.comment_id,
        comments.c.parent_id,
        comments.c.depth,
        comments.c.reply_count,
        comments.c.author_id,
    )
    .select_from(hidden_comments.join(comments, comments.c.id == hidden_comments.c.comment_id))
    .where(hidden_comments.c.post_id == bindparam("post_id"))
    .order_by(hidden_comments.c.comment_id)
)


class Concealed(msgspec.Struct, frozen=True):
    """A hidden comment: its place in the thread, and its writer."""

    id: CommentId
    parent_id: CommentId
    depth: int
    reply_count: int
    author_id: UserId


@internal_query
async def hidden_on(ctx: QueryCtx, *, post_id: PostId) -> list[Concealed]:
    """The hidden comments on a post, read once for all viewers. Internal, since few of them may know."""
    rows = await ctx.rows(HIDDEN_COMMENTS_OF_POST, post_id=post_id)
    # Without those that were removed since. Their rows stay in the statement, so that it notices when one is restored.
    return [
        Concealed(row.comment_id, row.parent_id, row.depth, row.reply_count, row.author_id)
        for row in rows
        if row.author_id is not None
    ]


async def concealed_from(ctx: ReadCtx, reader: UserId, post_id: PostId, author: UserId) -> list[Concealed]:
    """The hidden comments on a post that this member does not read; none for the post's author."""
    if reader == author:
        return []
    return [each for each in await ctx.run(hidden_on, post_id=post_id) if each.author_id != reader]
