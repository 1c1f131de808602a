"""Creating and deleting grids, and the calls about a post that its grids follow: its end, its audience, its look."""

from __future__ import annotations

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.curators.counting import count, count_back
from inflow.grids.access import require_own_fotos, require_own_grid, require_ratio_for_grids
from inflow.grids.rules import (
    ALREADY,
    NO_FOTO,
    GridId,
    ImageIds,
    ImageUrls,
    Layout,
    check_images,
    check_layout,
    made_of,
)
from inflow.grids.selects import GRIDS, IMAGES_OF_GRIDS
from inflow.grids.tables import grid_images, grids
from inflow.grids.views import Grid, grid_view, with_images
from inflow.grids.withholding import follow_audience_of
from inflow.members.access import Member, require_self
from inflow.members.rules import UserId
from inflow.policies.access import require_may_write
from inflow.posts.access import require_own_post
from inflow.posts.audience import archive_post, change_audience, unarchive_post
from inflow.posts.look_editing import NewLook, change_look, foto_for_update
from inflow.posts.photos import check_look
from inflow.posts.removing import remove_post
from inflow.posts.rules import FilterName, Place, PostId, PostType, Ratio
from inflow.posts.views import Adjustments
from reflow import DAY, MINUTE, AppError, MutationCtx, RateLimit, Row, mutation, statement

_GIVEN = ("id", "author_id", "layout", "post_type", "made_of")
ADD_GRID = statement(sa.insert(grids).values({name: bindparam(name) for name in _GIVEN}))
ADD_IMAGE = statement(
    sa.insert(grid_images).values(grid_id=bindparam("grid_id"), place=bindparam("place"), post_id=bindparam("post_id"))
)
GRID_BY_ID = statement(GRIDS.where(grids.c.id == bindparam("grid_id")))
DELETE_GRID = statement(
    sa.delete(grids).where(grids.c.id == bindparam("grid_id")).returning(grids.c.created_at, grids.c.is_brought)
)
DELETE_GRIDS_WITH = statement(
    sa.delete(grids)
    .where(
        grids.c.author_id == bindparam("author_id"),
        sa.select(grid_images.c.grid_id)
        .where(grid_images.c.grid_id == grids.c.id, grid_images.c.post_id == bindparam("post_id"))
        .exists(),
    )
    .returning(grids.c.created_at, grids.c.is_brought)
)


@mutation(rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def create_grid(
    ctx: MutationCtx, *, user_id: UserId, layout: Layout, image_ids: ImageIds, image_urls: ImageUrls
) -> Grid:
    """Make a grid of the caller's own fotos, in this order. The server looks up their pictures; the given URLs are
    ignored.
    """
    del image_urls
    member = await require_self(ctx, user_id)
    await require_may_write(ctx, member)
    check_images(image_ids)
    fotos = await require_own_fotos(ctx, member, image_ids)
    check_layout(layout, [foto.ratio for foto in fotos])
    grid_id = GridId(new_id())
    post_type = "cue" if any(foto.post_type == "cue" for foto in fotos) else "sphere"
    given = {"layout": layout, "post_type": post_type, "made_of": made_of(layout, image_ids)}
    try:
        await ctx.execute(ADD_GRID, id=grid_id, author_id=member.id, **given)
        for place, post_id in enumerate(image_ids):
            await ctx.execute(ADD_IMAGE, grid_id=grid_id, place=place, post_id=post_id)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", ALREADY) from None
    except asyncpg.ForeignKeyViolationError:
        # The foto was deleted a moment ago.
        raise AppError("not_found", NO_FOTO) from None
    await count(ctx, member.id, "grids")
    return await _made(ctx, grid_id)


@mutation
async def delete_grid(ctx: MutationCtx, *, grid_id: GridId) -> None:
    """Delete the caller's own grid; its fotos stay. Another member's grid counts as missing."""
    member = await require_own_grid(ctx, grid_id)
    await _count_back(ctx, member, await ctx.rows(DELETE_GRID, grid_id=grid_id))


@mutation(path="posts:deletePost")
async def delete_post(ctx: MutationCtx, *, post_id: PostId) -> None:
    """Delete the caller's own post, its photo and the grids that contain it. Another member's post counts as
    missing.
    """
    member = await require_own_post(ctx, post_id)
    deleted = await ctx.rows(DELETE_GRIDS_WITH, post_id=post_id, author_id=member.id)
    # The foto before the count, as in `create_grid`: in the other order the two calls would deadlock.
    await remove_post(ctx, member, post_id)
    await _count_back(ctx, member, deleted)


@mutation(path="posts:setAudience", rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def set_audience(ctx: MutationCtx, *, post_id: PostId, post_type: PostType) -> None:
    """Show the caller's own post in the sphere, or only in their cue, and the grids that contain it likewise. It stays
    in the nook and at the time in which it was posted. Another member's post counts as missing.
    """
    member = await require_own_post(ctx, post_id)
    await change_audience(ctx, member, post_id, post_type)
    await follow_audience_of(ctx, post_id)


@mutation(path="posts:editLook", rate_limit=RateLimit((12, MINUTE), (200, DAY)), before_transaction=check_look)
async def edit_look(
    ctx: MutationCtx,
    *,
    post_id: PostId,
    image_url: str,
    ratio: Ratio,
    filter: FilterName,  # noqa: A002  # the name of the parameter of `posts:createPost`
    adjustments: Adjustments,
    place: Place = 0,
) -> None:
    """Change the filter, the adjustments and the crop of the caller's own foto, on every open page. The upload stays.
    `place` counts the fotos of the post from 0; grids show the first one.

    `image_url` is of the foto as it is, or of a new crop of the same upload. It needs what a new post needs, the
    content check included, and a ratio that the layouts of its grids allow. Another member's post counts as missing.
    """
    member = await require_own_post(ctx, post_id)
    await require_may_write(ctx, member)
    foto = await foto_for_update(ctx, post_id, place)
    if place == 0 and ratio != foto.ratio:
        await require_ratio_for_grids(ctx, post_id, ratio)
    await change_look(ctx, member, post_id, place, foto, NewLook(image_url, ratio, filter, adjustments))


@mutation(path="posts:archive", rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def archive(ctx: MutationCtx, *, post_id: PostId) -> None:
    """Move the caller's own post into their archive, where no other member sees it, nor the grids that contain it. It
    still counts for the badge. Another member's post counts as missing.
    """
    member = await require_own_post(ctx, post_id)
    await archive_post(ctx, member, post_id)
    await follow_audience_of(ctx, post_id)


@mutation(path="posts:unarchive", rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def unarchive(ctx: MutationCtx, *, post_id: PostId) -> None:
    """Show the caller's own post again to those who saw it before it was archived, and the grids that contain it. It
    stays at the time in which it was posted. Another member's post counts as missing.
    """
    member = await require_own_post(ctx, post_id)
    await unarchive_post(ctx, member, post_id)
    await follow_audience_of(ctx, post_id)


async def _made(ctx: MutationCtx, grid_id: GridId) -> Grid:
    (row,) = await ctx.rows(GRID_BY_ID, grid_id=grid_id)
    (grid,) = with_images([grid_view(row)], await ctx.rows(IMAGES_OF_GRIDS, grid_ids=[grid_id]))
    return grid


async def _count_back(ctx: MutationCtx, member: Member, deleted: list[Row]) -> None:
    """Subtract deleted grids from the member's count, without those that never counted."""
    if counted := [grid.created_at for grid in deleted if not grid.is_brought]:
        await count_back(ctx, member.id, "grids", counted)
