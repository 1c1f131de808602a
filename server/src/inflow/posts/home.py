"""The home feed with the preference `all`: the wall of the member's nook and their cue, in one list.

The wall is the same for all members of the nook, and read once for all of them. A feed merges it with its member's cue
in memory, so that a post on the wall costs no statement per feed.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from inflow.blocks.access import unwanted_ids
from inflow.posts.cues import cue_authors, cue_of
from inflow.posts.views import Post, post_view
from inflow.posts.walls import WALL
from reflow import MOST_ITEMS, AppError, Page, Pages, PaginationOpts, QueryCtx, internal_query, paginate

Place = tuple[datetime, str]
"""The position of a post in a list: when it was made, and its id."""


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a list to read.

    Attributes:
        after: The position after which it begins; None for the newest.
        size: How many posts it has when it is first read. From then on it covers the same range of positions.
        is_pinned: Whether it ends at `end` instead, or with the list if that is None.
    """

    after: Place | None = None
    size: int = 20
    is_pinned: bool = False
    end: Place | None = None


class Stretch(msgspec.Struct, frozen=True):
    """Part of a list: its posts with their positions, newest first, and the last position that it covers (None:
    all).
    """

    posts: list[tuple[Place, Post]]
    end: Place | None


@internal_query
async def wall_stretch(ctx: QueryCtx, *, nook_type: str, is_video: bool, bounds: Bounds) -> Stretch:
    """Part of a nook's wall, the same for all viewers."""
    return await _stretch(ctx, WALL, bounds, nook_type=nook_type, is_video=is_video)


@internal_query
async def cue_stretch(ctx: QueryCtx, *, is_video: bool, bounds: Bounds) -> Stretch:
    """Part of the caller's cue."""
    authors = await cue_authors(ctx)
    return await _stretch(ctx, cue_of(authors), bounds, authors=authors, is_video=is_video)


async def home(ctx: QueryCtx, nook_type: str, is_video: bool, opts: PaginationOpts) -> Page[Post]:
    """A page of both lists, which covers the same range of positions from its second run on.

    Raises:
        AppError: `invalid_cursor`.
    """
    cursors, types = ctx.paging.cursors, WALL.types
    after = None if opts.cursor is None else cursors.read(opts.cursor, types)
    if opts.cursor is not None and after is None:
        return Page(page=[], is_done=True, continue_cursor=opts.cursor)  # after the end of the list
    bounds = Bounds(after=after, size=min(opts.num_items, MOST_ITEMS))
    wanted = _wanted(ctx, opts, bounds)
    stretches = [await _wall(ctx, nook_type, is_video, bounds, wanted), await _cue(ctx, is_video, bounds, wanted)]
    ends = [stretch.end for stretch in stretches if stretch.end is not None]
    end = wanted.end if wanted.is_pinned else max(ends, default=None)
    hidden = set(await ctx.run(unwanted_ids))  # type: ignore[arg-type]  # a list of ids is one of texts
    posts = [each for stretch in stretches for each in stretch.posts if each[1].user_id not in hidden]
    shown = sorted((each for each in posts if end is None or each[0] >= end), key=lambda each: each[0], reverse=True)
    ctx.paging.journal = cursors.write(end)
    page = Page(page=[post for _, post in shown], is_done=end is None, continue_cursor=ctx.paging.journal)
    if len(shown) > 3 * bounds.size:
        page.split_cursor = cursors.write(shown[len(shown) // 2][0])
        page.page_status = "SplitRecommended"
    return page


def _wanted(ctx: QueryCtx, opts: PaginationOpts, bounds: Bounds) -> Bounds:
    """The bounds, pinned to the end that the client or an earlier run determined."""
    pin = opts.end_cursor or ctx.paging.journal
    if pin is None:
        return bounds
    try:
        return msgspec.structs.replace(bounds, is_pinned=True, end=ctx.paging.cursors.read(pin, WALL.types))
    except AppError:
        if opts.end_cursor is not None:
            raise
        # A journal from before a change of the secret cannot be read, so the page is measured again.
        return bounds


async def _wall(ctx: QueryCtx, nook_type: str, is_video: bool, bounds: Bounds, wanted: Bounds) -> Stretch:
    """The stretch that all feeds share, if it reaches to the wanted end; otherwise one that does."""
    shared = await ctx.run(wall_stretch, nook_type=nook_type, is_video=is_video, bounds=bounds)
    if _reaches(shared, wanted):
        return shared
    return await ctx.run(wall_stretch, nook_type=nook_type, is_video=is_video, bounds=wanted)


async def _cue(ctx: QueryCtx, is_video: bool, bounds: Bounds, wanted: Bounds) -> Stretch:
    newest = await ctx.run(cue_stretch, is_video=is_video, bounds=bounds)
    return newest if _reaches(newest, wanted) else await ctx.run(cue_stretch, is_video=is_video, bounds=wanted)


def _reaches(stretch: Stretch, wanted: Bounds) -> bool:
    if not wanted.is_pinned or stretch.end is None:
        return True
    return wanted.end is not None and stretch.end <= wanted.end


async def _stretch(ctx: QueryCtx, pages: Pages, bounds: Bounds, **given: object) -> Stretch:
    cursors = ctx.paging.cursors
    opts = PaginationOpts(
        num_items=bounds.size,
        cursor=None if bounds.after is None else cursors.write(bounds.after),
        end_cursor=cursors.write(bounds.end) if bounds.is_pinned else None,
    )
    page = await paginate(ctx, pages, opts, lambda row: ((row.created_at, row.id), post_view(row)), **given)
    end = cursors.read(page.continue_cursor, pages.types)
    return Stretch(page.page, end)
