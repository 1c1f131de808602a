"""Reading users, as far as they are not hidden, and blocks: one's own only. Nobody learns who blocked them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_from
from inflow.blocks.tables import blocks
from inflow.blocks.views import BlockedUser, blocked_view
from inflow.members.access import require_member, require_own_profile
from inflow.members.rules import DEFAULT_NOOK, ProfileId
from inflow.members.selects import USER_COLUMNS
from inflow.members.tables import profiles, users
from inflow.members.views import User, private, public
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate
from reflow.statements import statement

USER = statement(sa.select(*USER_COLUMNS).where(users.c.clerk_id == bindparam("clerk_id"), hidden_from(users.c.id)))
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


@query(path="users:getUser")
async def get_user(ctx: QueryCtx, *, clerk_id: str) -> User | None:
    """A member by identity id; null if there is none to be seen."""
    member = await require_member(ctx)
    row = await ctx.row(USER, clerk_id=clerk_id, viewer=member.id)
    if row is None:
        return None
    return User(**public(row), **(private(row) if row.id == member.id else {}))


@query(path="users:getUserByClerkId")
async def get_user_by_clerk_id(ctx: QueryCtx, *, clerk_id: str) -> User | None:
    """A member by identity id; null if there is none to be seen."""
    return await ctx.run(get_user, clerk_id=clerk_id)


@query(path="users:getCurrentNook")
async def get_current_nook(ctx: QueryCtx, *, clerk_id: str) -> str:
    """A member's nook; `scenic` where nothing is stored."""
    user = await ctx.run(get_user, clerk_id=clerk_id)
    return user.nook if user else DEFAULT_NOOK
