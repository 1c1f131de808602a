"""All nooks, read once for all members."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.members.tables import nooks
from inflow.niches.views import Nook, nook_view
from reflow import QueryCtx, internal_query, statement

NOOKS = statement(
    sa.select(nooks.c.name, nooks.c.hue).order_by(nooks.c.created_at, nooks.c.name),
    whole_table="There are few, one more is seldom, and everybody shares this.",
)


@internal_query
async def all_nooks(ctx: QueryCtx) -> list[Nook]:
    """All nooks, oldest first. Not published: calls that know their caller are built on it."""
    return [nook_view(row) for row in await ctx.rows(NOOKS)]
