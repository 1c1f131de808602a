"""Queries of comments."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import muting, not_hidden
from inflow.blocks.tables import EVERYONE
from inflow.comments.concealed import concealed_from, hidden_on
from inflow.comments.permission import may_comment
from inflow.comments.places import bare_places
from inflow.comments.rules import CommentId, MayComment
from inflow.comments.selects import COMMENTS
from inflow.comments.tables import comments
from inflow.comments.totals import total, unseen
from inflow.comments.views import Comment, NotifiedComment, comment_view, notified_comment_view
from inflow.members.access import Member, require_member
from inflow.members.rules import UserId
from inflow.notifications.rules import NotificationId
from inflow.notifications.tables import notifications
from inflow.posts.access import visible_author
from inflow.posts.rules import PostId
from inflow.posts.selects import POSTS
from inflow.posts.tables import posts
from reflow import FIRST_PAGE, Page, Pages, PaginationOpts, QueryCtx, Row, paginate, query, statement

_NOTHING = ""  # the id of no post

THREADS = Pages(
    COMMENTS.where(comments.c.post_id == bindparam("post_id"), comments.c.depth == 0),
    by=(comments.c.created_at.desc(), comments.c.id.desc()),
)
REPLIES = Pages(
    COMMENTS.where(comments.c.parent_id == bindparam("comment_id"), comments.c.depth > 0),
    by=(comments.c.created_at, comments.c.id),
)
CAUSE_OF_NOTIFICATION = statement(
    sa.select(notifications.c.id, notifications.c.cause, notifications.c.sender_id).where(
        notifications.c.id == bindparam("notification_id"),
        notifications.c.member_id == bindparam("viewer"),
        not_hidden(notifications.c.sender_id),
    )
)
COMMENT_BY_ID = statement(
    sa.select(comments.c.content, comments.c.post_id).where(comments.c.id == bindparam("comment_id"))
)
POST_BY_ID = statement(POSTS.where(posts.c.id == bindparam("post_id")))
POST_OF_COMMENT = statement(sa.select(comments.c.post_id).where(comments.c.id == bindparam("comment_id")))


@query(path="comments:list")
async def list_comments(
    ctx: QueryCtx, *, post_id: PostId, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Comment]:
    """The top-level comments on a post, newest first; empty if the caller may not see such a post."""
    member = await require_member(ctx)
    author = await ctx.run(visible_author, post_id=post_id)
    given = {"post_id": _NOTHING if author is None else post_id, **await _seen(ctx, member, post_id, author)}
    hidden = await _hidden_by(ctx, member, post_id, author)
    return await paginate(ctx, THREADS, pagination_opts, _view(hidden), same_while=hidden, **given)


@query
async def replies(
    ctx: QueryCtx, *, comment_id: CommentId, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Comment]:
    """The replies directly under a comment, oldest first; empty if the caller may not see such a comment."""
    member = await require_member(ctx)
    post_id: PostId | None = await ctx.value(POST_OF_COMMENT, comment_id=comment_id)
    author = None if post_id is None else await ctx.run(visible_author, post_id=post_id)
    given = {"comment_id": _NOTHING if author is None else comment_id, **await _seen(ctx, member, post_id, author)}
    hidden = await _hidden_by(ctx, member, post_id, author)
    return await paginate(ctx, REPLIES, pagination_opts, _view(hidden), same_while=hidden, **given)


@query
async def count(ctx: QueryCtx, *, post_id: PostId) -> int:
    """How many comments on a post the caller can read, at any depth."""
    await require_member(ctx)
    author = await ctx.run(visible_author, post_id=post_id)
    if author is None:
        return 0
    found: int = await ctx.run(total, post_id=post_id) - await ctx.run(unseen, post_id=post_id, author=author)
    return found


@query
async def get_permission(ctx: QueryCtx, *, post_id: PostId) -> MayComment | None:
    """Whether the caller may comment on a post, as its author chose; null for a post that they may not see."""
    member = await require_member(ctx)
    author = await ctx.run(visible_author, post_id=post_id)
    return None if author is None else await may_comment(ctx, member, author)


@query
async def get_notified(ctx: QueryCtx, *, notification_id: NotificationId) -> NotifiedComment | None:
    """The comment that a notification of the caller is about, with the picture of its post; null for notifications of
    other types, and for those of other members.
    """
    member = await require_member(ctx)
    notification = await ctx.row(CAUSE_OF_NOTIFICATION, notification_id=notification_id, viewer=member.id)
    if notification is None or notification.cause is None:
        return None
    comment = await ctx.row(COMMENT_BY_ID, comment_id=notification.cause)
    post = None if comment is None else await ctx.row(POST_BY_ID, post_id=comment.post_id)
    return None if comment is None or post is None else notified_comment_view(comment, post)


async def _seen(ctx: QueryCtx, member: Member, post_id: PostId | None, author: UserId | None) -> dict[str, list[str]]:
    """The parameters that select the comments visible to a member; for a post that they do not see, they select
    none.
    """
    if post_id is None or author is None:
        return {"viewers": [member.id], "bare": [], "concealed": []}
    return {
        "viewers": [member.id, author, EVERYONE, muting(member.id)],
        "bare": [*await ctx.run(bare_places, post_id=post_id, author=author)],
        "concealed": [each.id for each in await concealed_from(ctx, member.id, post_id, author)],
    }


async def _hidden_by(
    ctx: QueryCtx, member: Member, post_id: PostId | None, author: UserId | None
) -> frozenset[CommentId]:
    """The comments to mark as hidden, which only the post's author sees marked."""
    if post_id is None or author != member.id:
        return frozenset()
    return frozenset(each.id for each in await ctx.run(hidden_on, post_id=post_id))


def _view(hidden: frozenset[CommentId]) -> Callable[[Row], Comment]:
    return lambda row: comment_view(row, is_hidden=row.id in hidden)
