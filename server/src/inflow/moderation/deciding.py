"""Writing measures, reversals and appeals, with their entries in the audit log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.audit.log import AuditLog
from inflow.core.ids import new_id
from inflow.moderation.effects import About, Before, apply, take_back
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.removed_photos import forget_photos, remember_photos
from inflow.moderation.rules import (
    APPEAL_WITHIN,
    APPEALED,
    NO_DAYS,
    REVERSED,
    TIMED,
    TOO_LATE,
    CaseId,
    MeasureId,
    MeasureKind,
    MeasureState,
    Reason,
)
from inflow.moderation.selects import OTHERS_IN_FORCE
from inflow.moderation.tables import appeals, cases, measures
from reflow import AppError, MutationCtx, Row, statement

TIMER: Final = "timer"
"""The actor of what happens at an announced time."""

BY_ITSELF: Final = "automatic"
"""The actor of what the server does after it counted something."""

_MEASURE = ("id", "case_id", "member_id", "moderator_id", "kind", "reason", "facts", "created_at", "until", "before")
ADD_MEASURE = statement(sa.insert(measures).values({name: bindparam(name) for name in _MEASURE}))
CLOSE_CASE = statement(
    sa.update(cases)
    .where(cases.c.id == bindparam("b_id"))
    .values(state="closed", closed_at=bindparam("at"), closed_by=bindparam("by"), is_dismissed=bindparam("dismissed"))
)
SET_STATE_OF_MEASURE = statement(
    sa.update(measures)
    .where(measures.c.id == bindparam("b_id"))
    .values(
        state=bindparam("b_state"),
        reversed_by=sa.func.coalesce(bindparam("by", type_=measures.c.reversed_by.type), measures.c.reversed_by),
        reversal=sa.func.coalesce(bindparam("words", type_=measures.c.reversal.type), measures.c.reversal),
    )
)
_APPEAL = ("id", "measure_id", "words", "created_at")
ADD_APPEAL = statement(sa.insert(appeals).values({name: bindparam(name) for name in _APPEAL}))


async def close_case(ctx: MutationCtx, case_id: CaseId, moderator_id: str, *, dismissed: bool) -> None:
    """Close a case: no report about the same thing joins it any more."""
    now = await ctx.now()
    await ctx.execute(CLOSE_CASE, b_id=case_id, at=now, by=moderator_id, dismissed=dismissed)
    await note(ctx, moderator_id, "case dismissed" if dismissed else "case closed", case_id)


async def take_measure(
    ctx: MutationCtx, case: Row, kind: MeasureKind, *, moderator_id: str, reason: Reason, facts: str, days: int | None
) -> MeasureId:
    """Make a measure's change, store it with its reasons, and email the member concerned.

    Raises:
        AppError: `invalid`, days are missing; and as in :func:`inflow.moderation.effects.apply`.
    """
    now, measure_id = await ctx.now(), MeasureId(new_id())
    if kind in TIMED and days is None:
        raise AppError("invalid", NO_DAYS, field="days")
    until = now + timedelta(days=days) if days is not None and kind in TIMED else None
    before = await apply(ctx, About(case.kind, case.subject_id, case.member_id), kind, until)
    sealed = None if before is None else ctx.get(CaseCipher).seal(f"measures {measure_id}", before)
    await ctx.execute(
        ADD_MEASURE,
        id=measure_id,
        case_id=case.id,
        member_id=case.member_id,
        moderator_id=moderator_id,
        kind=kind,
        reason=reason,
        facts=facts,
        created_at=now,
        until=until,
        before=sealed,
    )
    await remember_photos(ctx, measure_id, kind, case.kind, case.id)
    await note(ctx, moderator_id, f"measure: {kind}", measure_id, case=case.id, reason=reason, until=_text(until))
    await ctx.defer("email_measure", measure_id=measure_id)
    if until is not None:
        await ctx.defer_until(until, "end_measure", measure_id=measure_id)
    return measure_id


async def undo_measure(
    ctx: MutationCtx, measure: Row, *, moderator_id: str | None, words: str, state: MeasureState = "reversed"
) -> None:
    """Take a measure's change back.

    Args:
        moderator_id: None for one that ends at its time.

    Raises:
        AppError: `conflict`, it is not in force any more.
    """
    if measure.state != "in_force":
        raise AppError("conflict", REVERSED)
    sealed = measure.before
    before = None if sealed is None else ctx.get(CaseCipher).open(f"measures {measure.id}", sealed, Before)
    others = await ctx.rows(OTHERS_IN_FORCE, member_id=measure.member_id, measure_id=measure.id)
    about = About(measure.about, measure.subject_id, measure.member_id)
    await take_back(ctx, about, measure.kind, before, others)
    await forget_photos(ctx, measure.id)
    await ctx.execute(SET_STATE_OF_MEASURE, b_id=measure.id, b_state=state, by=moderator_id, words=words)
    if moderator_id is None:
        await note_of(ctx, TIMER, "measure ended", measure.id, kind=measure.kind)
    else:
        await note(ctx, moderator_id, "measure reversed", measure.id, kind=measure.kind)
        await ctx.defer("email_reversal", measure_id=measure.id)


async def store_appeal(ctx: MutationCtx, measure: Row, words: str) -> None:
    """Store the appeal of the member concerned.

    Raises:
        AppError: `conflict`, there is one already, or the measure is not in force; `expired`, the time is over.
    """
    now, appeal_id = await ctx.now(), new_id()
    if measure.state != "in_force":
        raise AppError("conflict", REVERSED)
    if now > measure.created_at + APPEAL_WITHIN:
        raise AppError("expired", TOO_LATE)
    sealed = ctx.get(CaseCipher).seal(f"appeals {appeal_id}", words)
    try:
        await ctx.execute(ADD_APPEAL, id=appeal_id, measure_id=measure.id, words=sealed, created_at=now)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", APPEALED) from None
    await note(ctx, measure.member_id, "appeal", measure.id)


async def note(ctx: MutationCtx, actor_id: str, action: str, subject: str, **details: object) -> None:
    """Write an entry of the audit log about what this member did."""
    await note_of(ctx, ctx.get(AuditLog).tag(actor_id), action, subject, **details)


async def note_of(ctx: MutationCtx, actor: str, action: str, subject: str, **details: object) -> None:
    """Write an entry about what this actor did: a member's tag, or a word such as `TIMER`."""
    await ctx.get(AuditLog).append(ctx.rows, at=await ctx.now(), actor=actor, action=action, subject=subject, **details)


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
