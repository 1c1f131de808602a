"""Queries of posts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_ids, unwanted_ids
from inflow.core.tables import INSTANT
from inflow.media.images.crops import Cut, RequestedCut
from inflow.media.tables import media
from inflow.members.access import require_member, require_own_profile, require_self
from inflow.members.rules import ProfileId, UserId
from inflow.notifications.unread import wants_posts_since
from inflow.posts.cues import cue_authors, cue_of
from inflow.posts.home import home
from inflow.posts.rules import EDITS_KEPT, MOST_NEWS, MOST_OF_WEEK, MOST_STRIPS, Moment, Place, PostId
from inflow.posts.selects import NEWEST_FIRST, POSTS
from inflow.posts.tables import EVERY_ARCHIVED_POST, further_fotos, post_edits, posts
from inflow.posts.views import Post, PostEdit, PostFoto, foto_view, post_edit_view, post_view
from inflow.posts.visibility import visible_posts
from inflow.posts.walls import curators_wall, newest, sphere, strips, wall
from reflow import FIRST_PAGE, Page, Pages, PaginationOpts, QueryCtx, paginate, query, statement

FeedPreference = Literal["all", "sphere", "cue", "curators"]

_WEEK: Final = timedelta(days=7)
_OF_KIND = posts.c.is_video == bindparam("is_video")

POSTS_OF_USER = Pages(
    POSTS.where(posts.c.author_id == bindparam("author_id"), _OF_KIND, visible_posts()), by=NEWEST_FIRST
)
_OF_MEMBER = posts.c.author_id == bindparam("member_id")
# Written as in the index's condition, so that PostgreSQL uses the index; the engine watches the same condition.
ARCHIVE_OF_MEMBER = Pages(
    POSTS.where(_OF_MEMBER, sa.literal_column(f"posts.{EVERY_ARCHIVED_POST}", sa.Boolean)),
    by=NEWEST_FIRST,
    whole_table="Never watched itself: its `watched` pages select the same rows.",
    watched=Pages(POSTS.where(_OF_MEMBER, posts.c.post_type == "archived"), by=NEWEST_FIRST),
)
FURTHER_FOTOS = statement(
    sa.select(*further_fotos.columns, media.c.width, media.c.height, media.c.thumbhash, media.c.renditions)
    .select_from(further_fotos)
    .join(posts, posts.c.id == further_fotos.c.post_id)
    .join(media, media.c.id == further_fotos.c.media_id)
    .where(
        further_fotos.c.post_id == bindparam("post_id"),
        sa.or_(visible_posts(), sa.and_(posts.c.author_id == bindparam("viewer"), posts.c.post_type == "archived")),
    )
    .order_by(further_fotos.c.place)
)
OWN_FOTOS_BETWEEN = statement(
    POSTS.where(
        posts.c.author_id == bindparam("viewer"),
        posts.c.is_video == sa.false(),
        posts.c.created_at >= bindparam("since", type_=INSTANT),
        posts.c.created_at < bindparam("until", type_=INSTANT),
        visible_posts(),
    )
    .order_by(posts.c.created_at, posts.c.id)
    .limit(MOST_OF_WEEK)
)
VISIBLE_POST_BY_ID = statement(POSTS.where(posts.c.id == bindparam("post_id"), visible_posts()))
CUT_OF_AUTHOR = statement(
    sa.select(media.c.id, media.c.cut)
    .join(posts, posts.c.media_id == media.c.id)
    .where(
        posts.c.id == bindparam("post_id"), posts.c.author_id == bindparam("author_id"), posts.c.post_type != "removed"
    )
)
CUT_OF_FURTHER_FOTO = statement(
    sa.select(media.c.id, media.c.cut)
    .join(further_fotos, further_fotos.c.media_id == media.c.id)
    .join(posts, posts.c.id == further_fotos.c.post_id)
    .where(
        further_fotos.c.post_id == bindparam("post_id"),
        further_fotos.c.place == bindparam("place"),
        posts.c.author_id == bindparam("author_id"),
        posts.c.post_type != "removed",
    )
)
EDITS_OF_AUTHOR = statement(
    sa.select(post_edits)
    .join(posts, posts.c.id == post_edits.c.post_id)
    .where(
        post_edits.c.post_id == bindparam("post_id"),
        posts.c.author_id == bindparam("author_id"),
        posts.c.post_type != "removed",
        posts.c.post_type != "archived",
    )
    .order_by(post_edits.c.edited_at.desc(), post_edits.c.id.desc())
    .limit(EDITS_KEPT)
)


@query
async def get_posts_by_nook(
    ctx: QueryCtx, *, nook_type: str, is_video: bool = False, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Post]:
    """The nook's sphere posts, newest first."""
    await require_member(ctx)
    page = await ctx.run(wall, nook_type=nook_type, is_video=is_video, pagination_opts=pagination_opts)
    return await _without_unwanted(ctx, page)


@query
async def get_sphere_posts(
    ctx: QueryCtx, *, is_video: bool = False, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Post]:
    """Every nook's sphere posts, newest first."""
    await require_member(ctx)
    return await _without_unwanted(ctx, await ctx.run(sphere, is_video=is_video, pagination_opts=pagination_opts))


@query
async def get_cue_posts(
    ctx: QueryCtx, *, is_video: bool = False, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Post]:
    """The caller's own cue posts and those of their connections, newest first."""
    await require_member(ctx)
    return await _cue(ctx, is_video, pagination_opts)


@query
async def get_user_posts(
    ctx: QueryCtx, *, user_id: UserId, is_video: bool = False, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Post]:
    """A member's fotos or flicks that the caller may see, newest first."""
    member = await require_member(ctx)
    given = {"author_id": user_id, "is_video": is_video, "viewer": member.id}
    return await paginate(ctx, POSTS_OF_USER, pagination_opts, post_view, same_while=(), **given)


@query
async def get_archived(ctx: QueryCtx, *, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[Post]:
    """The fotos and flicks in the caller's archive, newest first. No other call shows them."""
    member = await require_member(ctx)
    return await paginate(ctx, ARCHIVE_OF_MEMBER, pagination_opts, post_view, member_id=member.id)


@query
async def get_own_week(ctx: QueryCtx, *, since: Moment) -> list[Post]:
    """The caller's own fotos of the seven days from this moment on, oldest first, twelve at most; none of those in
    their archive.
    """
    member = await require_member(ctx)
    if since > datetime.max.replace(tzinfo=UTC) - _WEEK:
        return []
    rows = await ctx.rows(OWN_FOTOS_BETWEEN, viewer=member.id, since=since, until=since + _WEEK)
    return [post_view(row) for row in rows]


@query
async def get_strips(ctx: QueryCtx, *, user_ids: Annotated[list[UserId], Meta(max_length=MOST_STRIPS)]) -> list[Post]:
    """The three newest sphere fotos of each of these members whom the caller sees, newest first."""
    await require_member(ctx)
    unseen = await ctx.run(hidden_ids)
    return await ctx.run(strips, authors=sorted(set(user_ids) - set(unseen)))


@query
async def get_post(ctx: QueryCtx, *, post_id: PostId) -> Post | None:
    """A post; null if there is none that the caller may see."""
    member = await require_member(ctx)
    row = await ctx.row(VISIBLE_POST_BY_ID, post_id=post_id, viewer=member.id)
    return None if row is None else post_view(row)


@query
async def get_further_fotos(ctx: QueryCtx, *, post_id: PostId) -> list[PostFoto]:
    """The second foto of a post and those after it, in their order; none if the caller may not see the post, except
    for the fotos in their own archive.
    """
    member = await require_member(ctx)
    return [foto_view(row) for row in await ctx.rows(FURTHER_FOTOS, post_id=post_id, viewer=member.id)]


@query
async def get_edits(ctx: QueryCtx, *, post_id: PostId) -> list[PostEdit]:
    """The earlier texts of the caller's own post, newest first, 50 at most; none for another member's post."""
    member = await require_member(ctx)
    return [post_edit_view(row) for row in await ctx.rows(EDITS_OF_AUTHOR, post_id=post_id, author_id=member.id)]


@query
async def get_cut(ctx: QueryCtx, *, post_id: PostId, place: Place = 0) -> RequestedCut | None:
    """The crop that the caller's own foto shows of its upload; null for the whole upload, and for another member's.
    `place` counts the fotos of the post from 0.
    """
    member = await require_member(ctx)
    of = {"post_id": post_id, "author_id": member.id}
    medium = await (ctx.row(CUT_OF_FURTHER_FOTO, place=place, **of) if place else ctx.row(CUT_OF_AUTHOR, **of))
    return None if medium is None or medium.cut is None else msgspec.convert(medium.cut, Cut).wanted


@query
async def get_new_posts(ctx: QueryCtx, *, profile_id: ProfileId) -> int:
    """How many fotos other members posted in the calling member's nook since that member last opened their
    notifications, ten at most; 0 if they turned these notifications off.
    """
    member = await require_own_profile(ctx, profile_id)
    since = await ctx.run(wants_posts_since, member_id=member.id)
    if since is None:
        return 0
    unseen = await ctx.run(unwanted_ids)
    silent = {member.id, *unseen}
    newest_posts = await ctx.run(newest, nook_type=member.nook)
    return min(sum(at > since and author not in silent for author, at in newest_posts), MOST_NEWS)


@query
async def get_curator_posts(
    ctx: QueryCtx,
    *,
    user_id: UserId,
    feed_preference: FeedPreference = "all",
    is_video: bool = False,
    pagination_opts: PaginationOpts = FIRST_PAGE,
) -> Page[Post]:
    """The caller's home feed, newest first.

    `sphere` is their nook's wall, `cue` their own and their connections' cue posts, `all` is both, and `curators` are
    the curators' posts on the wall.
    """
    member = await require_self(ctx, user_id)
    if feed_preference == "cue":
        return await _cue(ctx, is_video, pagination_opts)
    if feed_preference == "curators":
        page = await ctx.run(curators_wall, nook_type=member.nook, is_video=is_video, pagination_opts=pagination_opts)
        return await _without_unwanted(ctx, page)
    if feed_preference == "all":
        return await home(ctx, member.nook, is_video, pagination_opts)
    page = await ctx.run(wall, nook_type=member.nook, is_video=is_video, pagination_opts=pagination_opts)
    return await _without_unwanted(ctx, page)


async def _cue(ctx: QueryCtx, is_video: bool, opts: PaginationOpts) -> Page[Post]:
    authors = await cue_authors(ctx)
    return await paginate(ctx, cue_of(authors), opts, post_view, same_while=(), authors=authors, is_video=is_video)


async def _without_unwanted(ctx: QueryCtx, page: Page[Post]) -> Page[Post]:
    """A shared page without the posts of members whom this caller does not see or muted: for most callers the same
    object, which is encoded only once.
    """
    unseen = await ctx.run(unwanted_ids)
    hidden = set(unseen)
    if not any(post.user_id in hidden for post in page.page):
        return page
    return msgspec.structs.replace(page, page=[post for post in page.page if post.user_id not in hidden])
