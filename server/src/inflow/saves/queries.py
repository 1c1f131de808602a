"""Queries of the caller's own collections, and of what they saved."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import require_member
from inflow.posts.rules import PostId
from inflow.posts.selects import POSTS
from inflow.posts.tables import posts
from inflow.posts.views import Post, post_view
from inflow.posts.visibility import visible_posts
from inflow.saves.rules import IN_NO_COLLECTION, CollectionId
from inflow.saves.tables import collections, saves
from inflow.saves.views import Collection, Save, collection_view, save_view
from reflow import FIRST_PAGE, Page, Pages, PaginationOpts, QueryCtx, paginate, query, statement

SAVED_POSTS = Pages(
    POSTS.join(saves, saves.c.post_id == posts.c.id)
    .add_columns(saves.c.saved_at, saves.c.post_id)
    .where(
        saves.c.member_id == bindparam("viewer"),
        saves.c.collection_id == bindparam("collection_id"),
        posts.c.is_video == bindparam("is_video"),
        visible_posts(),
    ),
    by=(saves.c.saved_at.desc(), saves.c.post_id.desc()),
)
SAVE_OF_VISIBLE_POST = statement(
    sa.select(saves.c.collection_id)
    .join(posts, posts.c.id == saves.c.post_id)
    .where(saves.c.member_id == bindparam("viewer"), saves.c.post_id == bindparam("post_id"), visible_posts())
)
COLLECTIONS_OF_MEMBER = statement(
    sa.select(collections.c.id, collections.c.name)
    .where(collections.c.member_id == bindparam("member_id"))
    .order_by(collections.c.created_at, collections.c.id)
)


@query
async def get_saved_posts(
    ctx: QueryCtx,
    *,
    collection_id: CollectionId | None = None,
    is_video: bool = False,
    pagination_opts: PaginationOpts = FIRST_PAGE,
) -> Page[Post]:
    """The fotos or flicks of one of the caller's collections that they may see, the last saved first; without an id
    those of the collection that every member has. Another member's collection counts as empty.
    """
    member = await require_member(ctx)
    given = {"collection_id": collection_id or IN_NO_COLLECTION, "is_video": is_video, "viewer": member.id}
    return await paginate(ctx, SAVED_POSTS, pagination_opts, post_view, same_while=(), **given)


@query
async def get_save(ctx: QueryCtx, *, post_id: PostId) -> Save | None:
    """Where the caller saved a post; null if they did not, or may not see it."""
    member = await require_member(ctx)
    row = await ctx.row(SAVE_OF_VISIBLE_POST, post_id=post_id, viewer=member.id)
    return None if row is None else save_view(row)


@query
async def get_collections(ctx: QueryCtx) -> list[Collection]:
    """The collections that the caller made, the oldest first, without the one that every member has."""
    member = await require_member(ctx)
    return [collection_view(row) for row in await ctx.rows(COLLECTIONS_OF_MEMBER, member_id=member.id)]
