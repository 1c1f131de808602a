"""Cases, measures and appeals as views, for the queries of moderators and of the members concerned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from inflow.members.rules import ProfileId, UserId
from inflow.members.views import iso
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.rules import APPEAL_WITHIN, CaseId
from inflow.moderation.selects import (
    APPEALS_OF_MEASURES,
    MEASURES_OF_CASES,
    PEOPLE,
    REASONS_OF_CASES,
    VIEWERS_OF_CASES,
)
from inflow.moderation.subjects import Evidence
from inflow.moderation.upload_reviews import ALLOWED_CASES
from inflow.moderation.views import AppealRow, CaseRow, MeasureRow, OwnAppeal, Person, Statement
from reflow import QueryCtx, ReadCtx, Row

GONE = Person(user_id=UserId(""), profile_id=ProfileId(""), username="", full_name="", image_url="", is_gone=True)


async def people(ctx: ReadCtx, user_ids: Iterable[str]) -> dict[str, Person]:
    """The members with these ids."""
    rows = await ctx.rows(PEOPLE, user_ids=sorted(set(user_ids)))
    return {
        row.id: Person(
            user_id=row.id,
            profile_id=ProfileId(row.profile_id or ""),
            username=row.username,
            full_name=row.full_name,
            image_url=row.image_url,
            is_gone=False,
        )
        for row in rows
    }


async def case_rows(ctx: QueryCtx, rows: Sequence[Row]) -> list[CaseRow]:
    """Rows of cases as views."""
    given = {"case_ids": [row.id for row in rows]}
    reasons, taken = await ctx.rows(REASONS_OF_CASES, **given), await ctx.rows(MEASURES_OF_CASES, **given)
    allowed = {each.case_id for each in await ctx.rows(ALLOWED_CASES, **given)}
    looking = await ctx.rows(VIEWERS_OF_CASES, **given)
    named = await people(ctx, [*(row.member_id for row in rows), *(each.moderator_id for each in looking)])
    measure = {each.case_id: each.kind for each in taken}
    return [
        CaseRow(
            id=row.id,
            kind=row.kind,
            member=named.get(row.member_id, GONE),
            state=row.state,
            reports=row.reports,
            reasons=[
                reason for reason, _ in Counter(each.reason for each in reasons if each.case_id == row.id).most_common()
            ],
            opened_at=iso(row.opened_at),
            closed_at=None if row.closed_at is None else iso(row.closed_at),
            viewers=[
                named[each.moderator_id].username
                for each in looking
                if each.case_id == row.id and each.moderator_id in named
            ],
            measure=measure.get(row.id),
            is_allowed=row.id in allowed,
        )
        for row in rows
    ]


def measure_row(row: Row, named: dict[str, Person]) -> MeasureRow:
    """A measure as moderators see it."""
    return MeasureRow(
        id=row.id,
        case_id=row.case_id,
        kind=row.kind,
        about=row.about,
        reason=row.reason,
        facts=row.facts,
        moderator=named.get(row.moderator_id, GONE).username,
        state=row.state,
        created_at=iso(row.created_at),
        until=_iso_or_none(row.until),
        reversal=row.reversal,
    )


def appeal_row(row: Row, named: dict[str, Person], cipher: CaseCipher, viewer: str, team: set[str]) -> AppealRow:
    """An appeal as this moderator sees it."""
    return AppealRow(
        id=row.id,
        case_id=row.case_id,
        measure_id=row.measure_id,
        measure=row.measure,
        member=named.get(row.member_id, GONE),
        words=cipher.open(f"appeals {row.id}", row.words, str),
        state=row.state,
        answer=row.answer,
        created_at=iso(row.created_at),
        can_decide=row.state == "open" and may_decide(row, viewer, team),
    )


def may_decide(appeal: Row, viewer: str, team: set[str]) -> bool:
    """Whether a moderator may decide an appeal: not about themselves, and not about their own measure unless they are
    the only one.
    """
    others = team - {viewer, appeal.member_id}
    return appeal.member_id != viewer and (appeal.moderator_id != viewer or not others)


async def statements_of(ctx: ReadCtx, rows: Sequence[Row], cipher: CaseCipher) -> list[Statement]:
    """Measures as the member concerned sees them."""
    appeals = {row.measure_id: row for row in await ctx.rows(APPEALS_OF_MEASURES, measure_ids=[row.id for row in rows])}
    return [_statement(row, appeals.get(row.id), cipher) for row in rows]


def _statement(row: Row, appeal: Row | None, cipher: CaseCipher) -> Statement:
    can_appeal = appeal is None and row.state == "in_force"
    return Statement(
        id=row.id,
        kind=row.kind,
        about=row.about,
        excerpt=excerpt_of(cipher, CaseId(row.case_id), row.evidence),
        reason=row.reason,
        facts=row.facts,
        is_automatic=row.is_automatic,
        state=row.state,
        created_at=iso(row.created_at),
        until=_iso_or_none(row.until),
        reversal=row.reversal,
        appeal_until=iso(row.created_at + APPEAL_WITHIN) if can_appeal else None,
        appeal=None if appeal is None else _own_appeal(appeal, cipher),
    )


def excerpt_of(cipher: CaseCipher, case_id: CaseId, evidence: bytes | None) -> str:
    """The reported text itself; empty if there is none, or none any more."""
    if evidence is None:
        return ""
    found = cipher.open(f"cases {case_id}", evidence, Evidence)
    return next((line.text for line in found.lines if line.is_reported), "")


def _own_appeal(row: Row, cipher: CaseCipher) -> OwnAppeal:
    return OwnAppeal(
        id=row.id,
        state=row.state,
        words=cipher.open(f"appeals {row.id}", row.words, str),
        answer=row.answer,
        created_at=iso(row.created_at),
    )


def _iso_or_none(moment: datetime | None) -> str | None:
    return None if moment is None else iso(moment)
