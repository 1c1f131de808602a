"""Whose profile it is."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.profiles.tables import profiles
from inflow.users.access import Member, require_member
from inflow.users.rules import ProfileId, UserId
from reflow.context import QueryCtx, ReadCtx
from reflow.errors import AppError
from reflow.functions import query
from reflow.statements import statement

USER_OF_PROFILE = statement(sa.select(profiles.c.user_id).where(profiles.c.id == bindparam("profile_id")))
PROFILE_OF_USER = statement(sa.select(profiles.c.id).where(profiles.c.user_id == bindparam("user_id")))


@query
async def user_of_profile(ctx: QueryCtx, *, profile_id: ProfileId) -> UserId | None:
    """Whose profile this is; None if there is none. Not published: other calls build on it."""
    found: UserId | None = await ctx.value(USER_OF_PROFILE, profile_id=profile_id)
    return found


@query
async def profile_of_user(ctx: QueryCtx, *, user_id: UserId) -> ProfileId | None:
    """A member's profile; None if there is none. Not published: other calls build on it."""
    found: ProfileId | None = await ctx.value(PROFILE_OF_USER, user_id=user_id)
    return found


async def require_own_profile(ctx: ReadCtx, profile_id: ProfileId) -> Member:
    """The calling member, whose profile this must be.

    Raises:
        AppError: `unauthenticated`, or `forbidden` for another member's profile and for none.
    """
    member = await require_member(ctx)
    if await ctx.run(user_of_profile, profile_id=profile_id) != member.id:
        raise AppError("forbidden", "You can only do this for yourself.")
    return member
