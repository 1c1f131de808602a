"""Queries of moderation: for the members concerned, and for moderators."""

from __future__ import annotations

from typing import Literal

import msgspec

from inflow.identity.sign_up.applications import APPLICATION_OF_ACCOUNT, APPLICATIONS_IN_STATE
from inflow.identity.sign_up.entry import EntryRules
from inflow.identity.sign_up.invitations import INVITATIONS_OF
from inflow.members.access import require_member, require_signed_in
from inflow.members.views import iso
from inflow.moderation.access import may_see_evidence
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.inviting import Invitations, invitations_view
from inflow.moderation.reading import GONE, appeal_row, case_rows, measure_row, people, statements_of
from inflow.moderation.rules import CaseId, CaseState, MeasureKind
from inflow.moderation.selects import (
    APPEALS_IN_STATE,
    APPEALS_OF_MEASURES,
    CASE_BY_ID,
    CASES_CLOSED,
    CASES_OPEN,
    FURTHER_PHOTOS_OF_CASE,
    MEASURES_OF_CASE,
    MEASURES_OF_CASES,
    MEASURES_OF_MEMBER,
    NOTES_OF_CASE,
    OTHER_CASES_OF_MEMBER,
    REPORTS_OF_CASE,
    REPORTS_OF_REPORTER,
    TEAM,
    USER_BY_CLERK_ID,
)
from inflow.moderation.subjects import Evidence, link_to
from inflow.moderation.upload_reviews import REVIEWS_OF_MEMBER
from inflow.moderation.views import (
    AppealRow,
    ApplicationRow,
    Case,
    CaseRow,
    MemberStanding,
    Note,
    OwnApplication,
    OwnReport,
    OwnReview,
    ReportRow,
    Statement,
    TeamMember,
)
from inflow.policies.access import kinds_to_accept
from inflow.standing.access import lacks_second_step, require_moderator, restricted_until, role_of
from reflow import FIRST_PAGE, Page, PaginationOpts, QueryCtx, Row, internal_query, paginate, query


@query
async def get_standing(ctx: QueryCtx) -> MemberStanding:
    """The caller's role, until when they may not write, whether they have to accept new terms or rules first, and
    whether their role needs a second step.
    """
    member = await require_member(ctx)
    until = await restricted_until(ctx, member)
    role = await ctx.run(role_of, user_id=member.id)
    return MemberStanding(
        role=role,
        restricted_until=None if until is None else iso(until),
        has_to_accept=bool(await kinds_to_accept(ctx, member)),
        needs_second_step=await lacks_second_step(ctx, member, role),
    )


@query
async def get_reports(ctx: QueryCtx) -> list[OwnReport]:
    """The caller's newest reports and what became of them, a hundred at most."""
    member = await require_member(ctx)
    rows = await ctx.rows(REPORTS_OF_REPORTER, reporter_id=member.id)
    taken = await ctx.rows(MEASURES_OF_CASES, case_ids=sorted({row.case_id for row in rows}))
    measure: dict[str, MeasureKind] = {each.case_id: each.kind for each in taken}
    return [
        OwnReport(
            id=row.id,
            kind=row.kind,
            reason=row.reason,
            created_at=iso(row.created_at),
            state=row.state,
            measure=measure.get(row.case_id),
        )
        for row in rows
    ]


@query
async def get_reviews(ctx: QueryCtx) -> list[OwnReview]:
    """The refused photos that the caller asked moderators to look at, newest first, a hundred at most."""
    member = await require_member(ctx)
    return [
        OwnReview(id=row.case_id, state=row.state, asked_at=iso(row.asked_at))
        for row in await ctx.rows(REVIEWS_OF_MEMBER, member_id=member.id)
    ]


@query
async def get_measures(ctx: QueryCtx) -> list[Statement]:
    """The decisions of moderators about the caller, newest first, with their reasons and the caller's appeals."""
    member = await require_member(ctx)
    rows = await ctx.rows(MEASURES_OF_MEMBER, member_id=member.id)
    return await statements_of(ctx, rows, ctx.get(CaseCipher))


@query
async def get_cases(
    ctx: QueryCtx, *, state: CaseState = "open", pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[CaseRow]:
    """The open cases, oldest first, or the closed ones, newest first. For moderators."""
    await require_moderator(ctx)
    pages = CASES_OPEN if state == "open" else CASES_CLOSED
    found = await paginate(ctx, pages, pagination_opts, lambda row: row, state=state)
    # Cases take the place of the page's rows; its cursor and the rest of it stay.
    cases = await case_rows(ctx, found.page)
    return msgspec.structs.replace(found, page=cases)  # type: ignore[arg-type]  # `found` is typed by its rows


@query
async def get_case(ctx: QueryCtx, *, case_id: CaseId) -> Case | None:
    """A case with its evidence, reports, notes and the member's history; null if there is none. For moderators.

    Messages are shown only to a moderator who opened them with `moderation:openEvidence`, while the case is open.
    """
    moderator = await require_moderator(ctx)
    row = await ctx.row(CASE_BY_ID, case_id=case_id)
    if row is None:
        return None
    cipher = ctx.get(CaseCipher)
    (head,) = await case_rows(ctx, [row])
    given = await ctx.rows(REPORTS_OF_CASE, case_id=case_id)
    notes = await ctx.rows(NOTES_OF_CASE, case_id=case_id)
    measures = await ctx.rows(MEASURES_OF_CASE, case_id=case_id)
    history, others = list[Row](), list[Row]()
    if row.member_id:
        history = await ctx.rows(MEASURES_OF_MEMBER, member_id=row.member_id)
        others = await ctx.rows(OTHER_CASES_OF_MEMBER, member_id=row.member_id, case_id=case_id)
    appeals = await ctx.rows(APPEALS_OF_MEASURES, measure_ids=[each.id for each in measures])
    team = {each.user_id for each in await ctx.rows(TEAM)}
    named = await people(
        ctx,
        [
            *(each.reporter_id for each in given),
            *(each.moderator_id for each in (*notes, *measures, *history)),
            *(each.member_id for each in appeals),
        ],
    )
    is_shown = await may_see_evidence(ctx, row, moderator)
    further = await ctx.rows(FURTHER_PHOTOS_OF_CASE, case_id=case_id) if is_shown else []
    photo_url = f"/api/moderation/cases/{case_id}/photo"
    return Case(
        row=head,
        subject_id=row.subject_id,
        link=await link_to(ctx, moderator, row.kind, row.subject_id),
        evidence=cipher.open(f"cases {case_id}", row.evidence, Evidence) if is_shown and row.evidence else None,
        is_private=row.kind == "message",
        photo_url=photo_url if row.has_photo and is_shown else None,
        further_photos=[f"{photo_url}s/{each.place}" if each.is_copied else None for each in further],
        reports=[
            ReportRow(
                reporter=named.get(each.reporter_id, GONE).username,
                reason=each.reason,
                words=_words(cipher, f"reports {each.id}", each.words),
                created_at=iso(each.created_at),
            )
            for each in given
        ],
        notes=[
            Note(
                author=named.get(each.moderator_id, GONE).username,
                words=_words(cipher, f"case_notes {each.id}", each.words),
                created_at=iso(each.created_at),
            )
            for each in notes
        ],
        measures=[measure_row(each, named) for each in measures],
        history=[measure_row(each, named) for each in history if each.case_id != case_id],
        other_cases=await case_rows(ctx, others),
        appeals=[appeal_row(each, named, cipher, moderator.id, team) for each in appeals],
    )


@query
async def get_appeals(ctx: QueryCtx, *, state: Literal["open", "granted", "refused"] = "open") -> list[AppealRow]:
    """The appeals in this state, oldest first, two hundred at most. For moderators."""
    moderator = await require_moderator(ctx)
    rows = await ctx.rows(APPEALS_IN_STATE, state=state)
    team = {each.user_id for each in await ctx.rows(TEAM)}
    named = await people(ctx, [row.member_id for row in rows])
    cipher = ctx.get(CaseCipher)
    return [appeal_row(row, named, cipher, moderator.id, team) for row in rows]


@query
async def get_team(ctx: QueryCtx) -> list[TeamMember]:
    """The moderators and owners. For moderators."""
    await require_moderator(ctx)
    rows = await ctx.rows(TEAM)
    named = await people(ctx, [row.user_id for row in rows])
    return [
        TeamMember(member=named.get(row.user_id, GONE), role=row.role, granted_at=iso(row.granted_at)) for row in rows
    ]


def _words(cipher: CaseCipher, row: str, sealed: bytes | None) -> str:
    return "" if sealed is None else cipher.open(row, sealed, str)


@query
async def get_invitations(ctx: QueryCtx) -> Invitations:
    """The caller's invitations, a hundred at most, and how many more people they may invite."""
    member = await require_member(ctx)
    role = await ctx.run(role_of, user_id=member.id)
    rows = await ctx.rows(INVITATIONS_OF, account_id=member.clerk_id)
    return invitations_view(ctx.get(EntryRules), role, rows)


@query
async def get_application(ctx: QueryCtx) -> OwnApplication | None:
    """The caller's own request to join, while it waits or after it was refused; null for members and strangers."""
    require_signed_in(ctx)
    if ctx.identity is None:
        return None
    row = await ctx.row(APPLICATION_OF_ACCOUNT, account_id=ctx.identity.subject)
    if row is None or row.state == "approved":
        return None
    return OwnApplication(
        username=row.username,
        email=row.email,
        state=row.state,
        reason=row.reason,
        applied_at=iso(row.applied_at),
        answer=row.answer,
        erase_at=iso(row.erase_at) if row.erase_at else None,
    )


@query
async def get_applications(ctx: QueryCtx, *, state: Literal["waiting", "refused"] = "waiting") -> list[ApplicationRow]:
    """The requests to join in this state, oldest first, two hundred at most. For moderators."""
    await require_moderator(ctx)
    return [
        ApplicationRow(
            id=row.id,
            username=row.username,
            full_name=row.full_name,
            state=row.state,
            reason=row.reason,
            applied_at=iso(row.applied_at),
            answer=row.answer,
            erase_at=iso(row.erase_at) if row.erase_at else None,
        )
        for row in await ctx.rows(APPLICATIONS_IN_STATE, state=state)
    ]


@internal_query
async def measures_of_account(ctx: QueryCtx, *, clerk_id: str) -> list[Statement]:
    """The decisions about a suspended member, who cannot sign in: the route has checked their token."""
    user_id = await ctx.value(USER_BY_CLERK_ID, clerk_id=clerk_id)
    rows = [] if user_id is None else await ctx.rows(MEASURES_OF_MEMBER, member_id=user_id)
    return await statements_of(ctx, rows, ctx.get(CaseCipher))
