"""Taking a block back. Setting one also ends what was between the two, so it stands higher, with the requests."""

from __future__ import annotations

from inflow.blocks.pairs import remove_block
from inflow.members.access import require_own_profile, user_of_profile
from inflow.members.rules import ProfileId
from reflow.context import MutationCtx
from reflow.functions import mutation
from reflow.limits.rate_limits import MINUTE, Pace


@mutation(path="profiles:unblockUser", pace=Pace((60, MINUTE)))
async def unblock_user(ctx: MutationCtx, *, blocker_id: ProfileId, blocked_id: ProfileId) -> None:
    """Take one's block back. Both see each other again; a connection does not come back by itself."""
    member = await require_own_profile(ctx, blocker_id)
    other = await ctx.run(user_of_profile, profile_id=blocked_id)
    if other is not None:
        await remove_block(ctx, member.id, other)
