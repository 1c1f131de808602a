"""The names of members."""

from __future__ import annotations

from inflow.identity.reserved import ProductName
from inflow.identity.rules import check_full_name
from inflow.profanity import Profanity
from inflow.profiles.access import require_own_profile
from inflow.profiles.words import spell
from inflow.users.appearance import show_name
from inflow.users.rules import ProfileId
from reflow.context import MutationCtx
from reflow.functions import mutation
from reflow.limits.rate_limits import HOUR, Pace


@mutation(pace=Pace((20, HOUR)))
async def update_profile(ctx: MutationCtx, *, profile_id: ProfileId, full_name: str | None = None) -> None:
    """Change one's own full name, by the rules of sign-up. What is left out stays as it is."""
    member = await require_own_profile(ctx, profile_id)
    if full_name is None:
        return
    await show_name(ctx, member.id, check_full_name(full_name, ctx.tool(Profanity), ctx.tool(ProductName)))
    await spell(ctx.rows, [member.id])
