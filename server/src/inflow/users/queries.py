"""Reading users."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.users.access import require_member
from inflow.users.rules import DEFAULT_NOOK
from inflow.users.tables import users
from inflow.users.views import User, private, public
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.statements import statement

USER_COLUMNS = [
    users.c.id,
    users.c.clerk_id,
    users.c.email,
    users.c.username,
    users.c.full_name,
    users.c.date_of_birth,
    users.c.image_url,
    users.c.nook,
    users.c.last_nook_change,
    users.c.created_at,
]
USER = statement(sa.select(*USER_COLUMNS).where(users.c.clerk_id == bindparam("clerk_id")))


@query
async def get_user(ctx: QueryCtx, *, clerk_id: str) -> User | None:
    """A member by identity id; null if there is none."""
    member = await require_member(ctx)
    row = await ctx.row(USER, clerk_id=clerk_id)
    if row is None:
        return None
    return User(**public(row), **(private(row) if row.id == member.id else {}))


@query
async def get_user_by_clerk_id(ctx: QueryCtx, *, clerk_id: str) -> User | None:
    """A member by identity id; null if there is none."""
    return await ctx.run(get_user, clerk_id=clerk_id)


@query
async def get_current_nook(ctx: QueryCtx, *, clerk_id: str) -> str:
    """A member's nook; `scenic` where nothing is stored."""
    user = await ctx.run(get_user, clerk_id=clerk_id)
    return user.nook if user else DEFAULT_NOOK
