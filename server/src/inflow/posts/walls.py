"""Lists of posts that are the same for every member, and shared. The calls that know the viewer build on them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.tables import aura
from inflow.members.rules import UserId
from inflow.members.tables import users
from inflow.members.views import iso
from inflow.posts.rules import IN_STRIP, NEWS_AMONG
from inflow.posts.selects import (
    ELSEWHERE_WATCHED,
    NEWEST_FIRST,
    POSTS,
    VERY_MANY,
    newest_few_of_each,
    newest_of_each,
    newest_of_many,
    of_any,
)
from inflow.posts.tables import EVERY_SPHERE_POST, posts
from inflow.posts.views import Post, post_view
from reflow import Page, Pages, PaginationOpts, QueryCtx, internal_query, paginate, statement

_IS_SPHERE = posts.c.post_type == "sphere"
# Written as in the index's condition, so that PostgreSQL uses the index; the engine watches the same condition.
_IS_ANY_SPHERE = sa.literal_column(f"posts.{EVERY_SPHERE_POST}", sa.Boolean)
_OF_KIND = posts.c.is_video == bindparam("is_video")
_IN_NOOK = posts.c.nook_type == bindparam("nook_type")

WALL = Pages(POSTS.where(_IN_NOOK, _IS_SPHERE, _OF_KIND), by=NEWEST_FIRST)
SPHERE = Pages(
    POSTS.where(_IS_ANY_SPHERE, _OF_KIND),
    by=NEWEST_FIRST,
    whole_table="Never watched itself: its `watched` pages select the same rows.",
    watched=Pages(POSTS.where(_IS_SPHERE, _OF_KIND), by=NEWEST_FIRST),
)
_WATCHED = Pages(POSTS.where(of_any("authors"), _IN_NOOK, _IS_SPHERE, _OF_KIND), by=NEWEST_FIRST)
CURATORS_WALL, MANY_CURATORS_WALL = (
    Pages(
        newest("authors", _IN_NOOK, _IS_ANY_SPHERE, _OF_KIND),
        by=NEWEST_FIRST,
        whole_table=ELSEWHERE_WATCHED,
        watched=_WATCHED,
    )
    for newest in (newest_of_each, newest_of_many)
)
_IS_FOTO = posts.c.is_video == sa.false()
STRIPS = Pages(
    newest_few_of_each("authors", IN_STRIP, _IS_ANY_SPHERE, _IS_FOTO),
    by=NEWEST_FIRST,
    whole_table=ELSEWHERE_WATCHED,
    watched=Pages(POSTS.where(of_any("authors"), _IS_SPHERE, _IS_FOTO), by=NEWEST_FIRST),
)
NEWEST_OF_NOOK = statement(
    sa.select(posts.c.id, posts.c.author_id, posts.c.created_at)
    .where(posts.c.nook_type == bindparam("nook_type"), _IS_SPHERE, _IS_FOTO)
    .order_by(*NEWEST_FIRST)
    .limit(NEWS_AMONG)
)
_NOOK = sa.select(users.c.nook).where(users.c.id == aura.c.user_id).scalar_subquery()
CURATOR_IDS = statement(
    sa.select(aura.c.user_id)
    .where(aura.c.has_badge == sa.true(), bindparam("nook_type") == _NOOK)
    .order_by(aura.c.user_id),
    whole_table="A badge is earned seldom, and everybody who looks at curators shares this.",
)


@internal_query
async def wall(ctx: QueryCtx, *, nook_type: str, is_video: bool, pagination_opts: PaginationOpts) -> Page[Post]:
    """A nook's sphere posts, for any viewer. Each page is read once for all members who have it open."""
    return await paginate(ctx, WALL, pagination_opts, post_view, same_while=(), nook_type=nook_type, is_video=is_video)


@internal_query
async def sphere(ctx: QueryCtx, *, is_video: bool, pagination_opts: PaginationOpts) -> Page[Post]:
    """Every nook's sphere posts, for any viewer."""
    return await paginate(ctx, SPHERE, pagination_opts, post_view, same_while=(), is_video=is_video)


@internal_query
async def curators_wall(
    ctx: QueryCtx, *, nook_type: str, is_video: bool, pagination_opts: PaginationOpts
) -> Page[Post]:
    """The posts of a nook's curators on its wall, for any viewer."""
    authors = await ctx.run(curator_ids, nook_type=nook_type)
    given = {"authors": authors, "nook_type": nook_type}
    pages = CURATORS_WALL if len(authors) < VERY_MANY else MANY_CURATORS_WALL
    return await paginate(ctx, pages, pagination_opts, post_view, same_while=(), is_video=is_video, **given)


@internal_query
async def newest(ctx: QueryCtx, *, nook_type: str) -> list[tuple[UserId, str]]:
    """The authors and times of a nook's newest fotos. A new post is read once for all members of the nook."""
    return [(row.author_id, iso(row.created_at)) for row in await ctx.rows(NEWEST_OF_NOOK, nook_type=nook_type)]


@internal_query
async def curator_ids(ctx: QueryCtx, *, nook_type: str) -> list[UserId]:
    """The user ids of a nook's curators."""
    return [row.user_id for row in await ctx.rows(CURATOR_IDS, nook_type=nook_type)]


@internal_query
async def strips(ctx: QueryCtx, *, authors: list[UserId]) -> list[Post]:
    """The newest sphere fotos of each of these authors, for any viewer, in one statement."""
    given = {"authors": authors, "limit": IN_STRIP * len(authors)}
    select, bounds = STRIPS.range(None, None)
    rows = await ctx.rows_unwatched(select, **given, **bounds)
    watched, bounds = STRIPS.watched.range(None, None)
    ctx.watch(watched, {**given, **bounds}, rows)
    return [post_view(row) for row in rows]
