"""Reading posts."""

from __future__ import annotations

from sqlalchemy import bindparam

from inflow.posts.selects import POSTS
from inflow.posts.tables import posts
from inflow.posts.views import Post, post_view
from inflow.users.access import require_signed_in
from inflow.users.rules import UserId
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate

_NEWEST_FIRST = (posts.c.created_at.desc(), posts.c.id.desc())

POSTS_BY_NOOK = Pages(
    POSTS.where(
        posts.c.nook_type == bindparam("nook_type"),
        posts.c.post_type == "sphere",
        posts.c.is_video == bindparam("is_video"),
    ),
    by=_NEWEST_FIRST,
)
SPHERE_POSTS_OF_USER = Pages(
    POSTS.where(posts.c.author_id == bindparam("author_id"), posts.c.post_type == "sphere"), by=_NEWEST_FIRST
)


@query
async def get_posts_by_nook(
    ctx: QueryCtx, *, nook_type: str, is_video: bool = False, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Post]:
    """The nook's sphere posts, newest first."""
    require_signed_in(ctx)
    return await paginate(ctx, POSTS_BY_NOOK, pagination_opts, post_view, nook_type=nook_type, is_video=is_video)


@query
async def get_user_posts(ctx: QueryCtx, *, user_id: UserId, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[Post]:
    """A member's sphere posts, newest first."""
    require_signed_in(ctx)
    return await paginate(ctx, SPHERE_POSTS_OF_USER, pagination_opts, post_view, author_id=user_id)
