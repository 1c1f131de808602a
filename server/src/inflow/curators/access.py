"""Who may shape nooks: curators of some experience."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.rules import EXPERIENCE, NOT_ON_THE_EDGE
from inflow.curators.tables import aura
from inflow.users.access import Member, require_member
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.statements import statement

BADGE_SINCE = statement(
    sa.select(aura.c.badge_since).where(aura.c.user_id == bindparam("user_id"), aura.c.has_badge == sa.true())
)


async def require_edge_shaper(ctx: MutationCtx) -> Member:
    """The calling member, a curator for 180 days or more by the database's clock.

    Raises:
        AppError: `unauthenticated`, or `forbidden`.
    """
    member = await require_member(ctx)
    since = await ctx.value(BADGE_SINCE, user_id=member.id)
    if since is None or since > await ctx.now() - EXPERIENCE:
        raise AppError("forbidden", NOT_ON_THE_EDGE)
    return member
