"""Counts of the actions that earn the badge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY, insert

from inflow.core.tables import INSTANT
from inflow.curators.rules import GRIDS_TARGET, PHOTOS_TARGET, SYNCS_TARGET, Matrix
from inflow.curators.tables import aura
from reflow import MutationCtx, Statement, statement


def _counting(column: sa.Column[int]) -> Statement:
    """Add to one count."""
    by = bindparam("by", type_=sa.Integer)
    return statement(
        insert(aura)
        .values({"user_id": bindparam("user_id"), column.name: by})
        .on_conflict_do_update(index_elements=["user_id"], set_={column.name: column + by})
    )


def _counting_back(column: sa.Column[int]) -> Statement:
    """Subtract from one count, never below zero, the actions that it includes: those since the last change of nook."""
    done = sa.func.unnest(bindparam("done_at", type_=ARRAY(INSTANT))).table_valued("at").render_derived()
    is_counted = sa.or_(aura.c.begun_at.is_(None), done.c.at >= aura.c.begun_at)
    undone = sa.select(sa.func.count()).select_from(done).where(is_counted).correlate(aura).scalar_subquery()
    return statement(
        sa.update(aura)
        .where(aura.c.user_id == bindparam("user_id"))
        .values({column.name: sa.func.greatest(column - undone, 0)})
    )


COUNT: Final[dict[Matrix, Statement]] = {
    "photos": _counting(aura.c.photos_uploaded),
    "grids": _counting(aura.c.grids_created),
    "syncs": _counting(aura.c.syncs),
}
COUNT_BACK: Final[dict[Matrix, Statement]] = {
    "photos": _counting_back(aura.c.photos_uploaded),
    "grids": _counting_back(aura.c.grids_created),
    "syncs": _counting_back(aura.c.syncs),
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

RESET_PROGRESS = statement(
    sa.update(aura)
    .where(aura.c.user_id == bindparam("user_id"))
    .values(photos_uploaded=0, grids_created=0, syncs=0, has_badge=False, badge_since=None, begun_at=sa.func.now())
)


async def count(ctx: MutationCtx, user_id: str, matrix: Matrix, by: int = 1) -> None:
    """Count an action of a member's, and award the badge if that completes all three counts."""
    await ctx.execute(COUNT[matrix], user_id=user_id, by=by)
    await ctx.execute(AWARD, user_id=user_id)


async def count_back(ctx: MutationCtx, user_id: str, matrix: Matrix, done_at: Sequence[datetime]) -> None:
    """Subtract actions that a member took back. Actions from before their last change of nook are no longer counted, so
    nothing is subtracted for them.

    Args:
        done_at: When they did each action.
    """
    await ctx.execute(COUNT_BACK[matrix], user_id=user_id, done_at=done_at)


async def reset_progress(ctx: MutationCtx, user_id: str) -> None:
    """Reset a member's counts and take their badge, after a change of nook."""
    await ctx.execute(RESET_PROGRESS, user_id=user_id)
