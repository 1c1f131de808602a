"""Writing and removing comments."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import EVERYONE
from inflow.comments.access import require_reply_target, require_username
from inflow.comments.removing import remove_comment
from inflow.comments.rules import CommentId, Content, require_content
from inflow.comments.selects import COMMENTS
from inflow.comments.tables import comments
from inflow.comments.views import Comment, comment_view
from inflow.core.ids import new_id
from inflow.members.access import require_member, require_self
from inflow.members.rules import UserId
from inflow.notifications.notify import notify, withdraw_caused_by
from inflow.policies.access import require_may_write
from inflow.posts.access import require_visible
from inflow.posts.rules import PostId
from reflow import DAY, MINUTE, AppError, MutationCtx, RateLimit, mutation, statement

_GIVEN = ("id", "post_id", "parent_id", "depth", "author_id", "content")
ADD_COMMENT = statement(sa.insert(comments).values({name: bindparam(name) for name in _GIVEN}))
ONE_REPLY_MORE = statement(
    sa.update(comments).where(comments.c.id == bindparam("comment_id")).values(reply_count=comments.c.reply_count + 1)
)
COMMENT_BY_ID = statement(COMMENTS.where(comments.c.id == bindparam("id")))
COMMENT_OF_AUTHOR = statement(
    sa.select(comments.c.id, comments.c.parent_id, comments.c.depth, comments.c.reply_count).where(
        comments.c.id == bindparam("id"), comments.c.author_id == bindparam("author_id")
    )
)


@mutation(rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def create(
    ctx: MutationCtx,
    *,
    content: Content,
    post_id: PostId,
    user_id: UserId,
    username: str,
    reply_to_id: CommentId | None = None,
) -> Comment:
    """Comment on a post, or reply to a comment on it. Only the post's author is notified."""
    member = await require_self(ctx, user_id)
    await require_username(ctx, member, username)
    await require_may_write(ctx, member)
    author = await require_visible(ctx, post_id)
    text = require_content(content)
    comment_id, depth = new_id(), 0
    if reply_to_id is not None:
        depth = await require_reply_target(ctx, reply_to_id, post_id, [member.id, author, EVERYONE])
        await ctx.execute(ONE_REPLY_MORE, comment_id=reply_to_id)
    given = {"post_id": post_id, "parent_id": reply_to_id or comment_id, "depth": depth}
    await ctx.execute(ADD_COMMENT, id=comment_id, author_id=member.id, content=text, **given)
    await notify(ctx, to=author, kind="post_comment", sender=member.id, subject=post_id, cause=comment_id)
    (row,) = await ctx.rows(COMMENT_BY_ID, id=comment_id, viewers=[member.id, author, EVERYONE], bare=[])
    return comment_view(row)


@mutation
async def remove(ctx: MutationCtx, *, comment_id: CommentId) -> None:
    """Remove the caller's own comment and its notifications; replies stay. Another member's comment counts as
    missing.
    """
    member = await require_member(ctx)
    own = await ctx.row(COMMENT_OF_AUTHOR, id=comment_id, author_id=member.id)
    if own is None:
        raise AppError("not_found", "This comment does not exist.")
    await remove_comment(ctx.row, own)
    await withdraw_caused_by(ctx, comment_id)
