"""Checks of roles and restrictions."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import Member, require_member
from inflow.members.rules import UserId
from inflow.standing.rules import FOR_MODERATORS, FOR_OWNERS, RESTRICTED, Role
from inflow.standing.tables import restrictions, roles
from reflow import AppError, QueryCtx, ReadCtx, internal_query, statement

ROLE_OF_USER = statement(sa.select(roles.c.role).where(roles.c.user_id == bindparam("user_id")))
RESTRICTION_OF_USER = statement(sa.select(restrictions.c.until).where(restrictions.c.user_id == bindparam("user_id")))


@internal_query
async def role_of(ctx: QueryCtx, *, user_id: UserId) -> Role:
    """A user's role; `member` without one."""
    found: Role | None = await ctx.value(ROLE_OF_USER, user_id=user_id)
    return found or "member"


async def require_moderator(ctx: ReadCtx) -> Member:
    """The calling member, who must be a moderator or an owner.

    Raises:
        AppError: `unauthenticated`, `forbidden`.
    """
    member = await require_member(ctx)
    if await ctx.run(role_of, user_id=member.id) == "member":
        raise AppError("forbidden", FOR_MODERATORS)
    return member


async def require_owner(ctx: ReadCtx) -> Member:
    """The calling member, who must be an owner.

    Raises:
        AppError: `unauthenticated`, `forbidden`.
    """
    member = await require_member(ctx)
    if await ctx.run(role_of, user_id=member.id) != "owner":
        raise AppError("forbidden", FOR_OWNERS)
    return member


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
