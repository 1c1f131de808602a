"""The audiences of grids, also when moderators take them away and put them back.

A grid with a cue foto is for the cue, and one with an archived foto is hidden with it.
"""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.grids.rules import GridId
from inflow.grids.tables import grid_images, grids
from inflow.posts.rules import PostId
from inflow.posts.tables import posts
from reflow import MutationCtx, statement

GRIDS_WITH = statement(
    sa.select(grids.c.id, grids.c.post_type)
    .join(grid_images, grid_images.c.grid_id == grids.c.id)
    .where(grid_images.c.post_id == bindparam("post_id"))
    .with_for_update(of=grids),
    whole_table="Read before a change; no query watches it.",
)
WITHHOLD_GRID = statement(
    sa.update(grids)
    .where(grids.c.id == bindparam("grid_id"), grids.c.post_type != "removed")
    .values(post_type="removed")
    .returning(grids.c.id)
)


def _has_foto(audience: str) -> sa.ColumnElement[bool]:
    return (
        sa.select(grid_images.c.grid_id)
        .join(posts, posts.c.id == grid_images.c.post_id)
        .where(grid_images.c.grid_id == grids.c.id, posts.c.post_type == audience)
        .exists()
    )


_OF_ITS_FOTOS = sa.case((_has_foto("archived"), "archived"), (_has_foto("cue"), "cue"), else_="sphere")
RESTORE_GRID = statement(
    sa.update(grids)
    .where(grids.c.id == bindparam("grid_id"), grids.c.post_type == "removed", sa.not_(_has_foto("removed")))
    .values(post_type=_OF_ITS_FOTOS)
)
SET_AUDIENCE_BY_FOTOS = statement(
    sa.update(grids)
    .where(grids.c.id == bindparam("grid_id"), grids.c.post_type != "removed")
    .values(post_type=_OF_ITS_FOTOS)
)
SET_AUDIENCE_OF_GRID = statement(
    sa.update(grids).where(grids.c.id == bindparam("grid_id")).values(post_type=bindparam("audience"))
)


async def set_audience_of_grid(ctx: MutationCtx, grid_id: GridId, audience: str) -> None:
    """Give a grid the audience that it had at another moment. Does nothing if the grid was deleted."""
    await ctx.execute(SET_AUDIENCE_OF_GRID, grid_id=grid_id, audience=audience)


async def withhold_grid(ctx: MutationCtx, grid_id: GridId) -> bool:
    """Take a grid away; returns whether it was there."""
    return await ctx.row(WITHHOLD_GRID, grid_id=grid_id) is not None


async def withhold_grids_with(ctx: MutationCtx, post_id: PostId) -> None:
    """Take away the grids that contain a post."""
    for row in await ctx.rows(GRIDS_WITH, post_id=post_id):
        await withhold_grid(ctx, row.id)


async def restore_grid(ctx: MutationCtx, grid_id: GridId) -> None:
    """Give a grid its audience back, unless one of its fotos is removed. A deleted one stays deleted."""
    await ctx.execute(RESTORE_GRID, grid_id=grid_id)


async def restore_grids_with(ctx: MutationCtx, post_id: PostId, still_removed: Collection[str]) -> None:
    """Give the grids that contain a post their audiences back, where none of their fotos is removed.

    Args:
        still_removed: The ids of what other measures in force removed.
    """
    for row in await ctx.rows(GRIDS_WITH, post_id=post_id):
        if row.id not in still_removed:
            await restore_grid(ctx, row.id)


async def follow_audience_of(ctx: MutationCtx, post_id: PostId) -> None:
    """Give the grids that contain a post the audience of their fotos. A grid that a moderator removed stays removed."""
    for row in await ctx.rows(GRIDS_WITH, post_id=post_id):
        await ctx.execute(SET_AUDIENCE_BY_FOTOS, grid_id=row.id)
