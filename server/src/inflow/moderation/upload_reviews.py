"""Reviews of refused photos: a member asks, a moderator allows the photo or leaves it refused."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.refusals import forget_refusals
from inflow.moderation.rules import ONLY_UPLOADS
from inflow.moderation.tables import cases, upload_reviews
from reflow import AppError, Connection, MutationCtx, Row, statement

_REVIEW = ("case_id", "member_id", "account_id", "sha256", "asked_at")
ADD_REVIEW = statement(sa.insert(upload_reviews).values({name: bindparam(name) for name in _REVIEW}))
WAITING_REVIEWS = statement(
    sa.select(upload_reviews.c.case_id).where(
        upload_reviews.c.member_id == bindparam("member_id"), upload_reviews.c.state == "waiting"
    ),
    whole_table="Asked once, in the mutation that opens a case.",
)
REVIEWS_OF_MEMBER = statement(
    sa.select(upload_reviews.c.case_id, upload_reviews.c.state, upload_reviews.c.asked_at)
    .where(upload_reviews.c.member_id == bindparam("member_id"))
    .order_by(upload_reviews.c.asked_at.desc(), upload_reviews.c.case_id.desc())
    .limit(100)
)
ALLOWED_CASES = statement(
    sa.select(upload_reviews.c.case_id).where(
        upload_reviews.c.case_id == sa.any_(bindparam("case_ids", type_=sa.ARRAY(sa.Text))),
        upload_reviews.c.state == "allowed",
    )
)
SETTLE_REVIEW = statement(
    sa.update(upload_reviews)
    .where(upload_reviews.c.case_id == bindparam("b_case"))
    .values(state=bindparam("b_state"))
    .returning(upload_reviews.c.account_id, upload_reviews.c.sha256)
)
FORGET_PHOTO_OF_CASE = statement(
    sa.update(cases).where(cases.c.id == bindparam("b_id")).values(photo=None, evidence=None)
)
IS_ALLOWED = statement(
    sa.select(upload_reviews.c.case_id).where(
        upload_reviews.c.account_id == bindparam("account_id"),
        upload_reviews.c.sha256 == bindparam("sha256"),
        upload_reviews.c.state == "allowed",
    ),
    whole_table="Asked once for each refused upload; no query watches it.",
)


async def allow_photo(ctx: MutationCtx, case: Row) -> None:
    """Let the owner of a refused photo upload it, and take the refusals of it off their record.

    Raises:
        AppError: `invalid`, the case is about something else.
    """
    if case.kind != "upload":
        raise AppError("invalid", ONLY_UPLOADS)
    for review in await ctx.rows(SETTLE_REVIEW, b_case=case.id, b_state="allowed"):
        await forget_refusals(ctx, review.account_id, review.sha256)
    await _answer(ctx, case)


async def leave_refused(ctx: MutationCtx, case: Row, *, with_measure: bool = False) -> None:
    """Settle the review of a case that a moderator closes, if it is one. A measure is emailed by itself, and keeps the
    photo as evidence.
    """
    if case.kind == "upload":
        await ctx.rows(SETTLE_REVIEW, b_case=case.id, b_state="refused")
        if not with_measure:
            await _answer(ctx, case)


async def _answer(ctx: MutationCtx, case: Row) -> None:
    # The answer needs no evidence: there is no measure that the member could appeal against.
    await ctx.execute(FORGET_PHOTO_OF_CASE, b_id=case.id)
    await ctx.defer("email_review", case_id=case.id)


async def is_allowed(connection: Connection, account_id: str, sha256: str) -> bool:
    """Whether a moderator allowed this owner this file."""
    return await connection.row(IS_ALLOWED, {"account_id": account_id, "sha256": sha256}) is not None
