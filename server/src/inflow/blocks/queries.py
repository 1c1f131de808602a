"""Reading users, as far as they are not hidden, and blocks: one's own only. Nobody learns who blocked them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import blocks
from inflow.blocks.views import BlockedUser, blocked_view
from inflow.members.access import require_own_profile
from inflow.members.rules import ProfileId
from inflow.members.tables import profiles, users
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate

BLOCKED_BY = Pages(
    sa.select(
        blocks.c.created_at,
        blocks.c.blocked_id,
        profiles.c.id,
        users.c.username,
        users.c.full_name,
        users.c.image_url,
    )
    .join(users, users.c.id == blocks.c.blocked_id)
    .outerjoin(profiles, profiles.c.user_id == blocks.c.blocked_id)
    .where(blocks.c.blocker_id == bindparam("blocker")),
    by=(blocks.c.created_at.desc(), blocks.c.blocked_id.desc()),
)


@query(path="profiles:getBlockedUsers")
async def get_blocked_users(
    ctx: QueryCtx, *, profile_id: ProfileId, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[BlockedUser]:
    """The members whom the calling member blocked, newest first."""
    member = await require_own_profile(ctx, profile_id)
    return await paginate(ctx, BLOCKED_BY, pagination_opts, blocked_view, blocker=member.id)
