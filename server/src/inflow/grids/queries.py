"""Queries of grids."""

from __future__ import annotations

import msgspec
from sqlalchemy import bindparam

from inflow.grids.rules import GridId
from inflow.grids.selects import GRIDS, IMAGES_OF_GRIDS, visible_grids
from inflow.grids.tables import grids
from inflow.grids.views import Grid, grid_view, with_images
from inflow.members.access import require_member
from inflow.members.rules import UserId
from reflow import FIRST_PAGE, Page, Pages, PaginationOpts, QueryCtx, paginate, query, statement

GRIDS_OF_USER = Pages(
    GRIDS.where(grids.c.author_id == bindparam("author_id"), visible_grids()),
    by=(grids.c.created_at.desc(), grids.c.id.desc()),
)
VISIBLE_GRID_BY_ID = statement(GRIDS.where(grids.c.id == bindparam("grid_id"), visible_grids()))


@query
async def get_user_grids(ctx: QueryCtx, *, user_id: UserId, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[Grid]:
    """A member's grids that the caller may see, newest first."""
    member = await require_member(ctx)
    page = await paginate(ctx, GRIDS_OF_USER, pagination_opts, grid_view, author_id=user_id, viewer=member.id)
    images = await ctx.rows(IMAGES_OF_GRIDS, grid_ids=[grid.id for grid in page.page])
    return msgspec.structs.replace(page, page=with_images(page.page, images))


@query
async def get_grid(ctx: QueryCtx, *, grid_id: GridId) -> Grid | None:
    """A grid; null if there is none that the caller may see."""
    member = await require_member(ctx)
    row = await ctx.row(VISIBLE_GRID_BY_ID, grid_id=grid_id, viewer=member.id)
    if row is None:
        return None
    (grid,) = with_images([grid_view(row)], await ctx.rows(IMAGES_OF_GRIDS, grid_ids=[row.id]))
    return grid
