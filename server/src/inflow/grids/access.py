"""Which grids a member may delete, and which fotos they may put into one: their own."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.grids.rules import NO_FOTO, NO_GRID, GridId
from inflow.grids.tables import grids
from inflow.members.access import Member, require_member
from inflow.posts.rules import PostId
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
    )
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
        AppError: `not_found`, equally for a missing foto, a flick and another member's foto.
    """
    found = await ctx.rows(FOTOS_OF_AUTHOR, ids=list(image_ids), author_id=member.id)
    if len(found) < len(image_ids):
        raise AppError("not_found", NO_FOTO)
    return found
