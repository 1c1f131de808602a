"""Which grids a member may delete, and which fotos they may put into one: their own."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.grids.rules import KEEP_THE_RATIO, NO_FOTO, NO_GRID, GridId, check_layout
from inflow.grids.tables import grid_images, grids
from inflow.members.access import Member, require_member
from inflow.posts.rules import PostId, Ratio
from inflow.posts.tables import posts
from reflow import AppError, MutationCtx, Row, statement

GRID_OF_AUTHOR = statement(
    sa.select(grids.c.id).where(grids.c.id == bindparam("grid_id"), grids.c.author_id == bindparam("author_id"))
)
FOTOS_OF_AUTHOR = statement(
    sa.select(posts.c.id, posts.c.ratio, posts.c.post_type).where(
        posts.c.id == sa.any_(bindparam("ids", type_=ARRAY(TEXT))),
        posts.c.author_id == bindparam("author_id"),
        posts.c.is_video == sa.false(),
        posts.c.post_type != "removed",
        posts.c.post_type != "archived",
    )
)


LAYOUTS_OF_GRIDS_WITH = statement(
    sa.select(grids.c.id, grids.c.layout)
    .join(grid_images, grid_images.c.grid_id == grids.c.id)
    .where(grid_images.c.post_id == bindparam("post_id"))
)
RATIOS_OF_GRID = statement(
    sa.select(grid_images.c.post_id, posts.c.ratio)
    .join(posts, posts.c.id == grid_images.c.post_id)
    .where(grid_images.c.grid_id == bindparam("grid_id"))
)


async def require_own_grid(ctx: MutationCtx, grid_id: GridId) -> Member:
    """The calling member, whose grid this must be.

    Raises:
        AppError: `unauthenticated`, or `not_found`: the same for another member's grid and for none.
    """
    member = await require_member(ctx)
    if await ctx.row(GRID_OF_AUTHOR, grid_id=grid_id, author_id=member.id) is None:
        raise AppError("not_found", NO_GRID)
    return member


async def require_own_fotos(ctx: MutationCtx, member: Member, image_ids: Sequence[PostId]) -> list[Row]:
    """Check that these ids are of the member's own fotos; returns their rows.

    Raises:
        AppError: `not_found`, equally for a missing foto, an archived one, a flick and another member's foto.
    """
    found = await ctx.rows(FOTOS_OF_AUTHOR, ids=list(image_ids), author_id=member.id)
    if len(found) < len(image_ids):
        raise AppError("not_found", NO_FOTO)
    return found


async def require_ratio_for_grids(ctx: MutationCtx, post_id: PostId, ratio: Ratio) -> None:
    """Refuse a ratio with which a foto would not fit the layout of one of its grids, also of a removed one.

    Raises:
        AppError: `conflict`.
    """
    for grid in await ctx.rows(LAYOUTS_OF_GRIDS_WITH, post_id=post_id):
        fotos = await ctx.rows(RATIOS_OF_GRID, grid_id=grid.id)
        try:
            check_layout(grid.layout, [ratio if foto.post_id == post_id else foto.ratio for foto in fotos])
        except AppError:
            raise AppError("conflict", KEEP_THE_RATIO) from None
