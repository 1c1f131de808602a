"""Reading what earns the badge."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.tables import aura
from inflow.curators.views import AuraProgress, Progress
from inflow.members.access import require_member
from inflow.members.rules import UserId
from reflow.context import QueryCtx
from reflow.errors import AppError
from reflow.functions import query
from reflow.statements import statement

AURA = statement(
    sa.select(aura.c.user_id, aura.c.photos_uploaded, aura.c.grids_created, aura.c.syncs, aura.c.has_badge).where(
        aura.c.user_id == bindparam("user_id")
    )
)


@query(path="users:getAuraProgress")
async def get_aura_progress(ctx: QueryCtx, *, user_id: UserId) -> AuraProgress:
    """How far the calling member has come towards the badge since their last choice of a nook."""
    member = await require_member(ctx)
    if member.id != user_id:
        raise AppError("forbidden", "You can only do this for yourself.")
    row = await ctx.row(AURA, user_id=member.id)
    if row is None:
        return AuraProgress(progress=Progress(), has_aura_creator_badge=False)
    progress = Progress(photos_uploaded=row.photos_uploaded, grids_created=row.grids_created, sync_flowed=row.syncs)
    return AuraProgress(progress=progress, has_aura_creator_badge=row.has_badge)
