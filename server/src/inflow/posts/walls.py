"""Lists of posts that are the same for everybody, and shared. They are not published: calls that know who is looking
build on them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.tables import aura
from inflow.posts.selects import NEWEST_FIRST, POSTS
from inflow.posts.tables import EVERY_SPHERE_POST, posts
from inflow.posts.views import Post, post_view
from inflow.users.rules import UserId
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.pagination import Page, Pages, PaginationOpts, paginate
from reflow.statements import statement

_IS_SPHERE = posts.c.post_type == "sphere"
_OF_KIND = posts.c.is_video == bindparam("is_video")

WALL = Pages(POSTS.where(posts.c.nook_type == bindparam("nook_type"), _IS_SPHERE, _OF_KIND), by=NEWEST_FIRST)
SPHERE = Pages(
    # In the words of the index, which a parameter would not be. What they say is watched.
    POSTS.where(sa.text(f"posts.{EVERY_SPHERE_POST}"), _OF_KIND),
    by=NEWEST_FIRST,
    whole_table="Never watched itself: its `watched` pages select the same rows.",
    watched=Pages(POSTS.where(_IS_SPHERE, _OF_KIND), by=NEWEST_FIRST),
)
CURATOR_IDS = statement(
    sa.select(aura.c.user_id).where(aura.c.has_badge == sa.true()).order_by(aura.c.user_id),
    whole_table="A badge is earned seldom, and everybody who looks at curators shares this.",
)


@query
async def wall(ctx: QueryCtx, *, nook_type: str, is_video: bool, pagination_opts: PaginationOpts) -> Page[Post]:
    """A nook's sphere posts, whoever looks. Each page is read once for all who have it open."""
    return await paginate(ctx, WALL, pagination_opts, post_view, nook_type=nook_type, is_video=is_video)


@query
async def sphere(ctx: QueryCtx, *, is_video: bool, pagination_opts: PaginationOpts) -> Page[Post]:
    """Every nook's sphere posts, whoever looks."""
    return await paginate(ctx, SPHERE, pagination_opts, post_view, is_video=is_video)


@query
async def curator_ids(ctx: QueryCtx) -> list[UserId]:
    """All curators' users."""
    return [row.user_id for row in await ctx.rows(CURATOR_IDS)]
