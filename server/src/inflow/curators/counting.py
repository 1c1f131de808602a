"""Counting what earns the badge."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.curators.rules import GRIDS_TARGET, PHOTOS_TARGET, SYNCS_TARGET, Matrix
from inflow.curators.tables import aura
from reflow.context import MutationCtx
from reflow.statements import Statement, statement


def _counting(column: sa.Column[int]) -> Statement:
    """Add to one count, never below nothing: what was done before the last choice of a nook is not counted any more."""
    by = bindparam("by", type_=sa.Integer)
    return statement(
        insert(aura)
        .values({"user_id": bindparam("user_id"), column.name: sa.func.greatest(by, 0)})
        .on_conflict_do_update(index_elements=["user_id"], set_={column.name: sa.func.greatest(column + by, 0)})
    )


COUNT: Final[dict[Matrix, Statement]] = {
    "photos": _counting(aura.c.photos_uploaded),
    "grids": _counting(aura.c.grids_created),
    "syncs": _counting(aura.c.syncs),
}
AWARD = statement(
    sa.update(aura)
    .where(
        aura.c.user_id == bindparam("user_id"),
        aura.c.has_badge == sa.false(),
        aura.c.photos_uploaded >= PHOTOS_TARGET,
        aura.c.grids_created >= GRIDS_TARGET,
        aura.c.syncs >= SYNCS_TARGET,
    )
    .values(has_badge=True, badge_since=sa.func.now())
)

BEGIN_AGAIN = statement(
    sa.update(aura)
    .where(aura.c.user_id == bindparam("user_id"))
    .values(photos_uploaded=0, grids_created=0, syncs=0, has_badge=False, badge_since=None)
)


async def count(ctx: MutationCtx, user_id: str, matrix: Matrix, by: int) -> None:
    """Count something that a member did (`by` 1) or took back (-1), and award the badge where that completes all."""
    await ctx.execute(COUNT[matrix], user_id=user_id, by=by)
    if by > 0:
        await ctx.execute(AWARD, user_id=user_id)


async def begin_again(ctx: MutationCtx, user_id: str) -> None:
    """Forget what a member has done, and take their badge: they changed their nook."""
    await ctx.execute(BEGIN_AGAIN, user_id=user_id)
