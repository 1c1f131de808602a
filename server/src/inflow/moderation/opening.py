"""Cases without a reporter: a member asks for a look, or the server counted something. It decides nothing."""

from __future__ import annotations

from collections import Counter
from typing import Final

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.media.tables import refusals
from inflow.moderation.case_photos import SET_PHOTO, sealed_as
from inflow.moderation.deciding import BY_ITSELF, note, note_of
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.mutations import ADD_CASE
from inflow.moderation.rules import (
    ACTIVITY_AGAIN_AFTER,
    ASKED_ALREADY,
    ENOUGH_WAITING,
    LISTED_FOR_CASE,
    REFUSALS_FOR_CASE,
    REFUSALS_WITHIN,
    REVIEWS_AT_ONCE,
    CaseId,
    CaseKind,
    FactKind,
)
from inflow.moderation.selects import USER_BY_CLERK_ID
from inflow.moderation.subjects import Evidence, Fact
from inflow.moderation.tables import cases
from inflow.moderation.upload_reviews import ADD_REVIEW, WAITING_REVIEWS
from reflow import AppError, MutationCtx, internal_mutation, statement

_KINDS: Final[dict[str, FactKind]] = {
    "explicit": "explicit",
    "nudity": "nudity",
    "suggestive": "suggestive",
    "removed": "removed",
    "listed": "listed",
}

OPEN_CASE_OF_MEMBER = statement(
    sa.select(cases.c.id, cases.c.opened_at)
    .where(cases.c.member_id == bindparam("member_id"), cases.c.kind == bindparam("kind"), cases.c.state == "open")
    .with_for_update(),
    whole_table="Asked once by a job; no query watches it.",
)
SET_EVIDENCE = statement(sa.update(cases).where(cases.c.id == bindparam("b_id")).values(evidence=bindparam("evidence")))
LAST_CLOSED_OF_MEMBER = statement(
    sa.select(sa.func.max(cases.c.closed_at).label("closed_at")).where(
        cases.c.member_id == bindparam("member_id"), cases.c.kind == bindparam("kind")
    ),
    whole_table="Asked once by a job; no query watches it.",
)
REFUSALS_SINCE = statement(
    sa.select(refusals.c.kind).where(
        refusals.c.owner_id == bindparam("account_id"), refusals.c.refused_at > bindparam("since")
    ),
    whole_table="Asked once by a job; no query watches it.",
)


LAST_OPENED_OF_MEMBER = statement(
    sa.select(sa.func.max(cases.c.opened_at).label("opened_at")).where(
        cases.c.member_id == bindparam("member_id"), cases.c.kind == bindparam("kind")
    ),
    whole_table="Asked once by a job; no query watches it.",
)


@internal_mutation
async def open_case_about_refusals(ctx: MutationCtx, *, account_id: str) -> None:
    """Open a case if enough uploads of a member were refused since the last such case was closed. An open one says how
    many there are now.
    """
    user_id = await ctx.value(USER_BY_CLERK_ID, clerk_id=account_id)
    if user_id is None:
        return
    opened = await ctx.row(OPEN_CASE_OF_MEMBER, member_id=user_id, kind="refusals")
    since = (await ctx.now() if opened is None else opened.opened_at) - REFUSALS_WITHIN
    closed_at = await ctx.value(LAST_CLOSED_OF_MEMBER, member_id=user_id, kind="refusals")
    if closed_at is not None:
        since = max(since, closed_at)
    refused = await ctx.rows(REFUSALS_SINCE, account_id=account_id, since=since)
    counted = Counter(_KINDS.get(row.kind, "other") for row in refused)
    if len(refused) < REFUSALS_FOR_CASE and counted["listed"] < LISTED_FOR_CASE:
        return
    facts = [Fact(what=what, count=count) for what, count in counted.most_common()]
    if opened is None:
        await _open(ctx, "refusals", user_id, facts)
    else:
        await ctx.execute(SET_EVIDENCE, b_id=opened.id, evidence=_sealed(ctx, opened.id, facts))


@internal_mutation
async def open_case_about_activity(ctx: MutationCtx, *, user_id: str, facts: list[Fact]) -> None:
    """Open a case about a member's activity, unless one is open or was opened not long ago."""
    if await ctx.row(OPEN_CASE_OF_MEMBER, member_id=user_id, kind="activity") is not None:
        return
    opened_at = await ctx.value(LAST_OPENED_OF_MEMBER, member_id=user_id, kind="activity")
    if opened_at is None or opened_at <= await ctx.now() - ACTIVITY_AGAIN_AFTER:
        await _open(ctx, "activity", user_id, facts)


@internal_mutation
async def open_case_about_upload(
    ctx: MutationCtx, *, account_id: str, sha256: str, refused_as: str, photo: bytes
) -> None:
    """Open a case about a photo that the content check refused, because its owner asks for it.

    Raises:
        AppError: `conflict`, they asked about this photo before; `rate_limited`, too many of theirs wait.
    """
    user_id = await ctx.value(USER_BY_CLERK_ID, clerk_id=account_id)
    if user_id is None:
        raise AppError("unauthenticated", "Please log in.")
    if len(await ctx.rows(WAITING_REVIEWS, member_id=user_id)) >= REVIEWS_AT_ONCE:
        raise AppError("rate_limited", ENOUGH_WAITING)
    case_id, now = CaseId(new_id()), await ctx.now()
    evidence = _sealed(ctx, case_id, [Fact(what=_KINDS.get(refused_as, "other"), count=1)])
    subject = {"kind": "upload", "subject_id": case_id, "member_id": user_id, "media_id": None}
    await ctx.execute(ADD_CASE, id=case_id, opened_at=now, evidence=evidence, **subject)
    sealed = ctx.get(CaseCipher).seal_bytes(sealed_as(case_id), photo)
    await ctx.execute(SET_PHOTO, b_id=case_id, photo=sealed)
    given = {"member_id": user_id, "account_id": account_id, "sha256": sha256}
    try:
        await ctx.execute(ADD_REVIEW, case_id=case_id, asked_at=now, **given)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", ASKED_ALREADY) from None
    await note(ctx, user_id, "review asked", case_id)


def _sealed(ctx: MutationCtx, case_id: str, facts: list[Fact]) -> bytes:
    return ctx.get(CaseCipher).seal(f"cases {case_id}", Evidence(lines=[], facts=facts))


async def _open(ctx: MutationCtx, kind: CaseKind, user_id: str, facts: list[Fact]) -> None:
    """Open a case about a member."""
    case_id = CaseId(new_id())
    evidence = _sealed(ctx, case_id, facts)
    given = {"kind": kind, "subject_id": user_id, "member_id": user_id, "media_id": None}
    await ctx.execute(ADD_CASE, id=case_id, opened_at=await ctx.now(), evidence=evidence, **given)
    await note_of(ctx, BY_ITSELF, "case opened", case_id, kind=kind)
