"""Writing, editing and removing comments."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import has_limited
from inflow.blocks.tables import EVERYONE
from inflow.comments.access import require_reply_target, require_username
from inflow.comments.hiding import HIDE_COMMENT, SHOW_COMMENT, require_comment_on_own_post
from inflow.comments.permission import require_may_comment
from inflow.comments.removing import remove_comment
from inflow.comments.rules import (
    EDITABLE_FOR,
    NO_COMMENT,
    TOO_LATE_TO_EDIT,
    CommentId,
    Content,
    require_content,
)
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
from inflow.standing.new_members import require_links_allowed
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
OWN_COMMENT_FOR_UPDATE = statement(
    sa.select(
        comments.c.post_id, comments.c.content, (comments.c.created_at > sa.func.now() - EDITABLE_FOR).label("is_open")
    )
    .where(comments.c.id == bindparam("id"), comments.c.author_id == bindparam("author_id"))
    .with_for_update()
)
SET_CONTENT = statement(
    sa.update(comments)
    .where(comments.c.id == bindparam("comment_id"))
    .values(content=bindparam("content"), edited_at=sa.func.now())
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
    await require_links_allowed(ctx, content)
    author = await require_visible(ctx, post_id)
    await require_may_comment(ctx, member, author)
    text = require_content(content)
    comment_id, depth = new_id(), 0
    if reply_to_id is not None:
        depth = await require_reply_target(ctx, member, reply_to_id, post_id, author)
        await ctx.execute(ONE_REPLY_MORE, comment_id=reply_to_id)
    given = {"post_id": post_id, "parent_id": reply_to_id or comment_id, "depth": depth}
    await ctx.execute(ADD_COMMENT, id=comment_id, author_id=member.id, content=text, **given)
    if await ctx.run(has_limited, limiter=author, limited=member.id):
        await ctx.execute(HIDE_COMMENT, comment_id=comment_id, post_id=post_id, hidden_by=author)
    else:
        await notify(ctx, to=author, kind="post_comment", sender=member.id, subject=post_id, cause=comment_id)
    return await _own_view(ctx, comment_id, member.id, author)


@mutation(rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def edit(ctx: MutationCtx, *, comment_id: CommentId, content: Content) -> Comment:
    """Replace the words of the caller's own comment, within 15 minutes; readers see that it was edited. It needs what a
    new comment on the post needs. Another member's comment counts as missing.
    """
    member = await require_member(ctx)
    await require_may_write(ctx, member)
    own = await ctx.row(OWN_COMMENT_FOR_UPDATE, id=comment_id, author_id=member.id)
    if own is None:
        raise AppError("not_found", NO_COMMENT)
    author = await require_visible(ctx, own.post_id)
    await require_may_comment(ctx, member, author)
    await require_links_allowed(ctx, content)
    text = require_content(content)
    if text != own.content:
        if not own.is_open:
            raise AppError("conflict", TOO_LATE_TO_EDIT)
        await ctx.execute(SET_CONTENT, comment_id=comment_id, content=text)
    return await _own_view(ctx, comment_id, member.id, author)


@mutation
async def remove(ctx: MutationCtx, *, comment_id: CommentId) -> None:
    """Remove the caller's own comment and its notifications; replies stay. Another member's comment counts as
    missing.
    """
    member = await require_member(ctx)
    own = await ctx.row(COMMENT_OF_AUTHOR, id=comment_id, author_id=member.id)
    if own is None:
        raise AppError("not_found", NO_COMMENT)
    await remove_comment(ctx.row, own)
    await withdraw_caused_by(ctx, comment_id)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def hide(ctx: MutationCtx, *, comment_id: CommentId) -> None:
    """Hide another member's comment on the caller's post from all but its writer, who is not notified. A second time it
    does nothing.
    """
    member = await require_member(ctx)
    row = await require_comment_on_own_post(ctx, member, comment_id)
    await ctx.execute(HIDE_COMMENT, comment_id=comment_id, post_id=row.post_id, hidden_by=member.id)
    await withdraw_caused_by(ctx, comment_id)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def unhide(ctx: MutationCtx, *, comment_id: CommentId) -> None:
    """Show a comment on the caller's post to everyone again. If it is not hidden, this does nothing."""
    member = await require_member(ctx)
    await require_comment_on_own_post(ctx, member, comment_id)
    await ctx.execute(SHOW_COMMENT, comment_id=comment_id)


async def _own_view(ctx: MutationCtx, comment_id: str, writer: UserId, author: UserId) -> Comment:
    """The writer's view of their comment on the author's post."""
    viewers = [writer, author, EVERYONE]
    (row,) = await ctx.rows(COMMENT_BY_ID, id=comment_id, viewers=viewers, bare=[], concealed=[])
    return comment_view(row)
