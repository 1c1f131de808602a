"""Queries of the caller's own choices."""

from __future__ import annotations

from inflow.members.access import require_member
from inflow.safety.access import commenters_of, requesters_of
from inflow.safety.views import SafetySettings
from reflow import QueryCtx, query


@query
async def get_settings(ctx: QueryCtx) -> SafetySettings:
    """The caller's choices; the defaults where they made none."""
    member = await require_member(ctx)
    return SafetySettings(
        commenters=await ctx.run(commenters_of, user_id=member.id),
        requesters=await ctx.run(requesters_of, user_id=member.id),
    )
