"""What a member chose, for the features that act on it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.rules import UserId
from inflow.safety.rules import BY_DEFAULT, Commenters, Requesters
from inflow.safety.tables import safety_settings
from reflow import QueryCtx, internal_query, statement

SETTINGS_OF_USER = statement(
    sa.select(safety_settings.c.user_id, safety_settings.c.commenters, safety_settings.c.requesters).where(
        safety_settings.c.user_id == bindparam("user_id")
    )
)


@internal_query
async def commenters_of(ctx: QueryCtx, *, user_id: UserId) -> Commenters:
    """Who may comment on a member's posts, read once for all viewers of them."""
    row = await ctx.row(SETTINGS_OF_USER, user_id=user_id)
    return BY_DEFAULT if row is None else row.commenters


@internal_query
async def requesters_of(ctx: QueryCtx, *, user_id: UserId) -> Requesters:
    """Who may send requests to a member."""
    row = await ctx.row(SETTINGS_OF_USER, user_id=user_id)
    return BY_DEFAULT if row is None else row.requesters
