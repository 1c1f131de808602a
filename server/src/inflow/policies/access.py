"""Checks that a member may write: no restriction, and everything accepted that has to be."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.members.access import Member
from inflow.policies.rules import NOT_ACCEPTED, PolicyKind
from inflow.policies.selects import KINDS_TO_ACCEPT, lacks_acceptance
from inflow.standing.access import WritingRestricted, not_restricted, require_unrestricted, restricted_until
from reflow import AppError, ReadCtx


class AcceptanceRequired(AppError):
    """The refusal of whatever a member writes before they accepted the new terms or rules."""

    def __init__(self, kinds: list[PolicyKind]) -> None:
        super().__init__("acceptance_required", NOT_ACCEPTED, kinds=kinds)


async def kinds_to_accept(ctx: ReadCtx, member: Member) -> list[PolicyKind]:
    """The kinds of which the member has to accept a newer version."""
    return sorted(row.kind for row in await ctx.rows(KINDS_TO_ACCEPT, user_id=member.id))


async def require_may_write(ctx: ReadCtx, member: Member) -> None:
    """Check that a member may post, comment, and send requests and messages.

    Raises:
        AppError: `restricted`, with `until`; `acceptance_required`, with `kinds`.
    """
    await require_unrestricted(ctx, member)
    if kinds := await kinds_to_accept(ctx, member):
        raise AcceptanceRequired(kinds)


async def writing_refusal(ctx: ReadCtx, member: Member) -> AppError | None:
    """The refusal that :func:`require_may_write` would raise; None if the member may write."""
    until = await restricted_until(ctx, member)
    if until is not None:
        return WritingRestricted(until)
    kinds = await kinds_to_accept(ctx, member)
    return AcceptanceRequired(kinds) if kinds else None


def may_write(user_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that this user may write, for a statement that checks and writes at once."""
    return sa.and_(not_restricted(user_id), ~lacks_acceptance(user_id))
