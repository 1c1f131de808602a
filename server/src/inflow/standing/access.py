"""Checks of roles and restrictions."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity.factors.rules import TwoFactor
from inflow.members.access import Member, require_member
from inflow.members.rules import UserId
from inflow.standing.rules import FOR_MODERATORS, FOR_OWNERS, RESTRICTED, SECOND_STEP_FIRST, Role
from inflow.standing.tables import restrictions, roles, second_steps
from reflow import AppError, QueryCtx, ReadCtx, internal_query, statement

ROLE_OF_USER = statement(sa.select(roles.c.role).where(roles.c.user_id == bindparam("user_id")))
RESTRICTION_OF_USER = statement(sa.select(restrictions.c.until).where(restrictions.c.user_id == bindparam("user_id")))

SECOND_STEP_OF_USER = statement(sa.select(second_steps.c.user_id).where(second_steps.c.user_id == bindparam("user_id")))


@internal_query
async def role_of(ctx: QueryCtx, *, user_id: UserId) -> Role:
    """A user's role; `member` without one."""
    found: Role | None = await ctx.value(ROLE_OF_USER, user_id=user_id)
    return found or "member"


async def require_moderator(ctx: ReadCtx) -> Member:
    """The calling member, who must be a moderator or an owner, with a second step where the role needs one.

    Raises:
        AppError: `unauthenticated`, `forbidden`.
    """
    member = await require_member(ctx)
    role = await ctx.run(role_of, user_id=member.id)
    if role == "member":
        raise AppError("forbidden", FOR_MODERATORS)
    await _require_second_step(ctx, member, role)
    return member


async def require_owner(ctx: ReadCtx) -> Member:
    """The calling member, who must be an owner.

    Raises:
        AppError: `unauthenticated`, `forbidden`.
    """
    member = await require_member(ctx)
    if await ctx.run(role_of, user_id=member.id) != "owner":
        raise AppError("forbidden", FOR_OWNERS)
    await _require_second_step(ctx, member, "owner")
    return member


async def has_second_step(ctx: ReadCtx, member: Member) -> bool:
    """Whether the member's account has a passkey or an authenticator app."""
    return await ctx.value(SECOND_STEP_OF_USER, user_id=member.id) is not None


async def lacks_second_step(ctx: ReadCtx, member: Member, role: Role) -> bool:
    """Whether this deployment lets members use the role only with a second step, and the member has none."""
    return role in ctx.get(TwoFactor).required and not await has_second_step(ctx, member)


async def _require_second_step(ctx: ReadCtx, member: Member, role: Role) -> None:
    if await lacks_second_step(ctx, member, role):
        raise AppError("forbidden", SECOND_STEP_FIRST)


class WritingRestricted(AppError):
    """The refusal of whatever a restricted member writes."""

    def __init__(self, until: datetime) -> None:
        super().__init__("restricted", RESTRICTED, until=until.isoformat().replace("+00:00", "Z"))


async def restricted_until(ctx: ReadCtx, member: Member) -> datetime | None:
    """The end of a member's restriction; None if they may write."""
    until: datetime | None = await ctx.value(RESTRICTION_OF_USER, user_id=member.id)
    return until


async def require_unrestricted(ctx: ReadCtx, member: Member) -> None:
    """Check that a member may post, comment, and send requests and messages.

    Raises:
        AppError: `restricted`, with `until`.
    """
    until = await restricted_until(ctx, member)
    if until is not None:
        raise WritingRestricted(until)


def not_restricted(user_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that this user may write, for a statement that checks and writes at once."""
    return ~sa.select(restrictions.c.user_id).where(restrictions.c.user_id == user_id).exists()
