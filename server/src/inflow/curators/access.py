"""Checks that a member may shape nooks: they must have been a curator for long enough."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.rules import EXPERIENCE, NOT_ON_THE_EDGE
from inflow.curators.tables import aura
from inflow.members.access import Member, require_member
from inflow.members.rules import UserId
from reflow import AppError, MutationCtx, ReadCtx, statement

BADGE_SINCE_OF_USER = statement(
    sa.select(aura.c.badge_since).where(aura.c.user_id == bindparam("user_id"), aura.c.has_badge == sa.true())
)
EXPERIENCE_OF_USER = statement(
    sa.select((aura.c.badge_since <= sa.func.now() - EXPERIENCE).label("is_experienced")).where(
        aura.c.user_id == bindparam("user_id"), aura.c.has_badge == sa.true()
    )
)


async def can_shape_edge(ctx: ReadCtx, user_id: UserId) -> bool:
    """Whether a member has been a curator for 180 days or more. The passing of time alone does not update
    subscriptions.
    """
    return bool(await ctx.value(EXPERIENCE_OF_USER, user_id=user_id))


async def require_edge_shaper(ctx: MutationCtx) -> Member:
    """The calling member, who must have been a curator for 180 days or more by the database's clock.

    Raises:
        AppError: `unauthenticated`, or `forbidden`.
    """
    member = await require_member(ctx)
    since = await ctx.value(BADGE_SINCE_OF_USER, user_id=member.id)
    if since is None or since > await ctx.now() - EXPERIENCE:
        raise AppError("forbidden", NOT_ON_THE_EDGE)
    return member
