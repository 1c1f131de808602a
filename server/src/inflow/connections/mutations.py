"""Breaking a flow."""

from __future__ import annotations

from inflow.connections.pairs import sever
from inflow.members.access import require_own_profile, user_of_profile
from inflow.members.rules import ProfileId
from inflow.notifications.notify import withdraw
from inflow.notifications.rules import IN_FLOW
from reflow.context import MutationCtx
from reflow.functions import mutation


@mutation(path="profiles:breakFlow")
async def break_flow(ctx: MutationCtx, *, profile_id: ProfileId, other_id: ProfileId) -> None:
    """Break the flow with another member, for both. Where there is none, nothing happens."""
    member = await require_own_profile(ctx, profile_id)
    other = await ctx.run(user_of_profile, profile_id=other_id)
    if other is None or not await sever(ctx, member.id, other):
        return
    for one, told in ((member.id, other), (other, member.id)):
        await withdraw(ctx, to=told, kind="sync_flow", sender=one, subject=IN_FLOW)
