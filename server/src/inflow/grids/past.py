"""Making grids at a time of the past, of fotos that their author brings along from another place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import INSTANT
from inflow.grids.access import require_own_fotos
from inflow.grids.mutations import ADD_IMAGE
from inflow.grids.rules import ALREADY, GridId, Layout, check_images, check_layout, made_of
from inflow.grids.tables import grids
from inflow.grids.withholding import follow_audience_of
from inflow.members.access import Member
from inflow.posts.rules import PostId
from reflow import AppError, MutationCtx, statement

_GIVEN = ("id", "author_id", "layout", "post_type", "made_of")
ADD_PAST_GRID = statement(
    sa.insert(grids).values(
        {name: bindparam(name) for name in _GIVEN}
        | {"created_at": bindparam("created_at", type_=INSTANT), "is_brought": True}
    )
)
GRIDS_MADE_OF = statement(sa.select(grids.c.id).where(grids.c.made_of == bindparam("made_of")))


async def add_past_grid(
    ctx: MutationCtx, member: Member, grid_id: GridId, layout: Layout, posts: Sequence[PostId], created_at: datetime
) -> None:
    """Make a grid of the member's own fotos. It does not count for the badge. Its audience is that of its fotos.

    Raises:
        AppError: `invalid`, `not_found`, as for a new grid; `conflict`, the member has it.
    """
    check_images(posts)
    fotos = await require_own_fotos(ctx, member, list(posts))
    check_layout(layout, [foto.ratio for foto in fotos])
    made = made_of(layout, posts)
    if await ctx.row(GRIDS_MADE_OF, made_of=made) is not None:
        raise AppError("conflict", ALREADY)
    given = {"layout": layout, "post_type": "sphere", "made_of": made, "created_at": created_at}
    try:
        await ctx.execute(ADD_PAST_GRID, id=grid_id, author_id=member.id, **given)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", ALREADY) from None
    for place, post_id in enumerate(posts):
        await ctx.execute(ADD_IMAGE, grid_id=grid_id, place=place, post_id=post_id)
    await follow_audience_of(ctx, posts[0])
