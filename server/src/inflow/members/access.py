"""The calling member, and the checks that a member acts only for themselves."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles, users
from reflow import AppError, Ctx, QueryCtx, ReadCtx, internal_query, statement


class Member(msgspec.Struct, frozen=True):
    """The member who is calling."""

    id: UserId
    clerk_id: str
    nook: str


USER_BY_CLERK_ID = statement(
    sa.select(users.c.id, users.c.clerk_id, users.c.nook).where(users.c.clerk_id == bindparam("clerk_id"))
)
USER_OF_PROFILE = statement(sa.select(profiles.c.user_id).where(profiles.c.id == bindparam("profile_id")))
PROFILE_OF_USER = statement(sa.select(profiles.c.id).where(profiles.c.user_id == bindparam("user_id")))


@internal_query
async def caller(ctx: QueryCtx) -> Member | None:
    """The calling member; None for a stranger."""
    if ctx.identity is None:
        return None
    row = await ctx.row(USER_BY_CLERK_ID, clerk_id=ctx.identity.subject)
    return None if row is None else Member(id=row.id, clerk_id=row.clerk_id, nook=row.nook)


def require_signed_in(ctx: Ctx) -> None:
    """Check that the caller is signed in, without reading who it is: all signed-in callers share the result.

    Raises:
        AppError: `unauthenticated`.
    """
    if not ctx.signed_in:
        raise AppError("unauthenticated", "Please log in.")


async def require_member(ctx: ReadCtx) -> Member:
    """The member who is calling.

    Raises:
        AppError: `unauthenticated`.
    """
    require_signed_in(ctx)
    member = await ctx.run(caller)
    if member is None:
        raise AppError("unauthenticated", "Please log in.")
    return member


async def require_self(ctx: ReadCtx, user_id: UserId) -> Member:
    """The calling member, whose id must be the one that the arguments give.

    Raises:
        AppError: `unauthenticated`, or `forbidden` for another member's id.
    """
    member = await require_member(ctx)
    if member.id != user_id:
        raise AppError("forbidden", "You can only do this for yourself.")
    return member


@internal_query
async def user_of_profile(ctx: QueryCtx, *, profile_id: ProfileId) -> UserId | None:
    """The user with this profile; None if there is none."""
    found: UserId | None = await ctx.value(USER_OF_PROFILE, profile_id=profile_id)
    return found


@internal_query
async def profile_of_user(ctx: QueryCtx, *, user_id: UserId) -> ProfileId | None:
    """A member's profile; None if there is none."""
    found: ProfileId | None = await ctx.value(PROFILE_OF_USER, user_id=user_id)
    return found


async def require_own_profile(ctx: ReadCtx, profile_id: ProfileId) -> Member:
    """Check that this is the calling member's profile; returns the member.

    Raises:
        AppError: `unauthenticated`, or `forbidden` for another member's profile and for a missing one.
    """
    member = await require_member(ctx)
    if await ctx.run(user_of_profile, profile_id=profile_id) != member.id:
        raise AppError("forbidden", "You can only do this for yourself.")
    return member
