"""Checks before a measure, a reversal and an appeal, each of which locks its row until the transaction ends; and who
may see evidence.
"""

from __future__ import annotations

from inflow.identity.factors.proofs import PROVED_AT, is_recent, prove_first
from inflow.identity.factors.rules import TwoFactor
from inflow.members.access import Member
from inflow.moderation.rules import (
    CLOSED,
    NO_APPEAL,
    NO_CASE,
    NO_MEASURE,
    NOT_ABOUT_YOURSELF,
    ONLY_OWNERS,
    AppealId,
    CaseId,
    MeasureId,
)
from inflow.moderation.selects import APPEAL_FOR_UPDATE, CASE_FOR_UPDATE, MEASURE_FOR_UPDATE, OPENING_OF
from inflow.standing.access import has_second_step, role_of
from reflow import AppError, MutationCtx, QueryCtx, Row


async def may_see_evidence(ctx: QueryCtx, case: Row, moderator: Member) -> bool:
    """Whether a moderator may see the evidence of a case: messages only once they opened them, while it is open."""
    if case.kind != "message":
        return True
    given = {"case_id": case.id, "moderator_id": moderator.id}
    return case.state == "open" and await ctx.row(OPENING_OF, **given) is not None


async def require_case(ctx: MutationCtx, case_id: CaseId) -> Row:
    """The case with this id.

    Raises:
        AppError: `not_found`.
    """
    row = await ctx.row(CASE_FOR_UPDATE, case_id=case_id)
    if row is None:
        raise AppError("not_found", NO_CASE)
    return row


async def require_open_case(ctx: MutationCtx, moderator: Member, case_id: CaseId) -> Row:
    """The case with this id, which must be open and not about the moderator; one about a moderator or an owner is for
    owners, so that no moderator locks the others out.

    Raises:
        AppError: `not_found`; `conflict`, another moderator has closed it; `forbidden`.
    """
    row = await require_case(ctx, case_id)
    if row.state != "open":
        raise AppError("conflict", CLOSED)
    if row.member_id == moderator.id:
        raise AppError("forbidden", NOT_ABOUT_YOURSELF)
    is_about_moderator = await ctx.run(role_of, user_id=row.member_id) != "member"
    if is_about_moderator and await ctx.run(role_of, user_id=moderator.id) != "owner":
        raise AppError("forbidden", ONLY_OWNERS)
    return row


async def require_measure(ctx: MutationCtx, measure_id: MeasureId) -> Row:
    """The measure with this id.

    Raises:
        AppError: `not_found`.
    """
    row = await ctx.row(MEASURE_FOR_UPDATE, measure_id=measure_id)
    if row is None:
        raise AppError("not_found", NO_MEASURE)
    return row


async def require_open_appeal(ctx: MutationCtx, appeal_id: AppealId) -> Row:
    """The appeal with this id, which must be undecided.

    Raises:
        AppError: `not_found`, also for one that is decided.
    """
    row = await ctx.row(APPEAL_FOR_UPDATE, appeal_id=appeal_id)
    if row is None or row.state != "open":
        raise AppError("not_found", NO_APPEAL)
    return row


async def require_recent_proof(ctx: MutationCtx, member: Member) -> None:
    """Check that a member with a second step gave it within this session in the last five minutes.

    Raises:
        AppError: `forbidden`, with the field by which the web app knows to ask.
    """
    if not ctx.get(TwoFactor).enabled or not await has_second_step(ctx, member):
        return
    session_id = ctx.identity.session if ctx.identity else None
    proof = await ctx.row(PROVED_AT, session_id=session_id or "")
    if proof is None or not is_recent(proof.proved_at, await ctx.now()):
        raise prove_first()
