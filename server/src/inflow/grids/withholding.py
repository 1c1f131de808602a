"""Taking grids away and putting them back as they were, for moderators' measures."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.grids.rules import GridId
from inflow.grids.tables import grid_images, grids
from inflow.posts.rules import PostId
from reflow import MutationCtx, statement

AUDIENCES_OF_GRIDS_WITH = statement(
    sa.select(grids.c.id, grids.c.post_type)
    .join(grid_images, grid_images.c.grid_id == grids.c.id)
    .where(grid_images.c.post_id == bindparam("post_id"), grids.c.post_type != "removed")
    .with_for_update(of=grids),
    whole_table="Read before a change; no query watches it.",
)
AUDIENCE_OF_GRID = statement(
    sa.select(grids.c.id, grids.c.post_type)
    .where(grids.c.id == bindparam("grid_id"), grids.c.post_type != "removed")
    .with_for_update()
)
SET_AUDIENCE_OF_GRID = statement(
    sa.update(grids).where(grids.c.id == bindparam("grid_id")).values(post_type=bindparam("audience"))
)


async def withhold_grid(ctx: MutationCtx, grid_id: GridId) -> dict[str, str]:
    """Take a grid away; returns its id with its audience, for :func:`restore_grids`; nothing if there is no such
    grid.
    """
    return await _withhold(ctx, {row.id: row.post_type for row in await ctx.rows(AUDIENCE_OF_GRID, grid_id=grid_id)})


async def withhold_grids_with(ctx: MutationCtx, post_id: PostId) -> dict[str, str]:
    """Take away the grids that contain a post; returns their ids with their audiences."""
    return await _withhold(
        ctx, {row.id: row.post_type for row in await ctx.rows(AUDIENCES_OF_GRIDS_WITH, post_id=post_id)}
    )


async def restore_grids(ctx: MutationCtx, audiences: Mapping[str, str]) -> None:
    """Give grids their audiences back. Deleted ones stay deleted."""
    for grid_id, audience in audiences.items():
        await ctx.execute(SET_AUDIENCE_OF_GRID, grid_id=grid_id, audience=audience)


async def _withhold(ctx: MutationCtx, audiences: dict[str, str]) -> dict[str, str]:
    await restore_grids(ctx, dict.fromkeys(audiences, "removed"))
    return audiences
