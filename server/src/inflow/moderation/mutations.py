"""Reporting, deciding cases, appealing, and granting roles."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.audit.log import AuditLog
from inflow.core.ids import new_id
from inflow.core.text import clean
from inflow.identity.sign_up.applications import (
    APPLICATION_FOR_UPDATE,
    account_of,
    set_approved,
    set_refused,
)
from inflow.identity.sign_up.entry import EntryRules
from inflow.identity.sign_up.invitations import INVITATIONS_OF, add_invitation
from inflow.identity.sign_up.invitations import revoke_invitation as store_revocation
from inflow.members.access import require_member
from inflow.members.joining import admit
from inflow.members.rules import UserId
from inflow.moderation.access import (
    require_case,
    require_measure,
    require_open_appeal,
    require_open_case,
    require_recent_proof,
)
from inflow.moderation.deciding import close_case, note, store_appeal, take_measure, undo_measure
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.inviting import may_invite
from inflow.moderation.reading import may_decide
from inflow.moderation.rules import (
    ANOTHER_DECIDES,
    DECIDED,
    EMPTY,
    ENOUGH_INVITED,
    NO_APPLICATION,
    NO_INVITATION,
    NO_MEASURE,
    NOT_ABOUT_YOURSELF,
    NOT_ONESELF,
    NOTE_MAX,
    VIEWING_FOR,
    AppealId,
    ApplicationId,
    CaseId,
    Days,
    InvitationDays,
    MeasureId,
    MeasureKind,
    NoteWords,
    People,
    Reason,
    SubjectKind,
    Words,
)
from inflow.moderation.selects import OPEN_CASE_ABOUT, PEOPLE, TEAM, USER_BY_CLERK_ID
from inflow.moderation.subjects import Subject, find_subject
from inflow.moderation.tables import appeals, case_notes, case_photos, case_viewers, cases, evidence_openings, reports
from inflow.moderation.upload_reviews import allow_photo, leave_refused
from inflow.standing.access import require_moderator, require_owner, require_unrestricted, role_of
from inflow.standing.rules import LAST_OWNER, Role
from inflow.standing.updates import is_only_owner
from inflow.standing.updates import set_role as store_role
from reflow import DAY, HOUR, MINUTE, AppError, MutationCtx, RateLimit, internal_mutation, mutation, statement

_MOST_LINES = 40

ADD_CASE = statement(
    sa.insert(cases).values(
        {
            name: bindparam(name)
            for name in ("id", "kind", "subject_id", "member_id", "opened_at", "media_id", "evidence")
        }
    )
)
ADD_FURTHER_PHOTO = statement(
    sa.insert(case_photos).values({name: bindparam(name) for name in ("case_id", "place", "media_id")})
)
ADD_REPORT = statement(
    insert(reports)
    .values({name: bindparam(name) for name in ("id", "case_id", "reporter_id", "reason", "words", "created_at")})
    .on_conflict_do_nothing()
    .returning(reports.c.id)
)
COUNT_REPORT = statement(sa.update(cases).where(cases.c.id == bindparam("b_id")).values(reports=cases.c.reports + 1))
ADD_NOTE = statement(
    sa.insert(case_notes).values(
        {name: bindparam(name) for name in ("id", "case_id", "moderator_id", "words", "created_at")}
    )
)
VIEW_CASE = statement(
    insert(case_viewers)
    .values(case_id=bindparam("case_id"), moderator_id=bindparam("moderator_id"), seen_at=bindparam("seen_at"))
    .on_conflict_do_update(
        index_elements=[case_viewers.c.case_id, case_viewers.c.moderator_id],
        set_={"seen_at": bindparam("seen_at")},
    )
)
FORGET_SILENT = statement(
    sa.delete(case_viewers).where(
        case_viewers.c.case_id == bindparam("case_id"), case_viewers.c.seen_at < bindparam("before")
    )
)
LEAVE_CASE = statement(
    sa.delete(case_viewers).where(
        case_viewers.c.case_id == bindparam("case_id"), case_viewers.c.moderator_id == bindparam("moderator_id")
    )
)
OPEN_EVIDENCE = statement(
    insert(evidence_openings)
    .values(case_id=bindparam("case_id"), moderator_id=bindparam("moderator_id"), opened_at=bindparam("opened_at"))
    .on_conflict_do_nothing()
)
DECIDE_APPEAL = statement(
    sa.update(appeals)
    .where(appeals.c.id == bindparam("b_id"))
    .values(
        state=bindparam("b_state"), decided_at=bindparam("at"), decided_by=bindparam("by"), answer=bindparam("words")
    )
)


@mutation(rate_limit=RateLimit((20, HOUR), (60, DAY)))
async def report(ctx: MutationCtx, *, kind: SubjectKind, subject_id: str, reason: Reason, words: Words = "") -> None:
    """Report something that the caller sees. Reporting it again, while its case is open, changes nothing.

    The report of a message shares that message and two before and after it with moderators.
    """
    member = await require_member(ctx)
    subject = await find_subject(ctx, member, kind, subject_id)
    if subject.member_id == member.id:
        raise AppError("invalid", NOT_ONESELF)
    case_id = await ctx.value(OPEN_CASE_ABOUT, kind=kind, subject_id=subject_id)
    if case_id is None:
        case_id = await _open_case(ctx, kind, subject_id, subject)
    report_id, text = new_id(), clean(words, lines=_MOST_LINES)
    sealed = ctx.get(CaseCipher).seal(f"reports {report_id}", text) if text else None
    given = {"reporter_id": member.id, "reason": reason, "words": sealed, "created_at": await ctx.now()}
    if await ctx.row(ADD_REPORT, id=report_id, case_id=case_id, **given) is not None:
        await ctx.execute(COUNT_REPORT, b_id=case_id)


async def _open_case(ctx: MutationCtx, kind: SubjectKind, subject_id: str, subject: Subject) -> CaseId:
    case_id = CaseId(new_id())
    evidence = ctx.get(CaseCipher).seal(f"cases {case_id}", subject.evidence)
    given = {"kind": kind, "subject_id": subject_id, "member_id": subject.member_id, "media_id": subject.media_id}
    await ctx.execute(ADD_CASE, id=case_id, opened_at=await ctx.now(), evidence=evidence, **given)
    for place, media_id in enumerate(subject.further_media, start=1):
        await ctx.execute(ADD_FURTHER_PHOTO, case_id=case_id, place=place, media_id=media_id)
    if subject.media_id is not None:
        await ctx.defer("copy_evidence_photo", case_id=case_id)
    return case_id


@mutation(rate_limit=RateLimit((120, MINUTE)))
async def view_case(ctx: MutationCtx, *, case_id: CaseId, viewing: bool = True) -> None:
    """Show the other moderators that the caller looks at a case, or no longer does. Pages repeat it while it is
    open; moderators of whom there was no sign for a while no longer count.
    """
    moderator = await require_moderator(ctx)
    await require_case(ctx, case_id)
    given, now = {"case_id": case_id, "moderator_id": moderator.id}, await ctx.now()
    await ctx.execute(FORGET_SILENT, case_id=case_id, before=now - VIEWING_FOR)
    if viewing:
        await ctx.execute(VIEW_CASE, **given, seen_at=now)
    else:
        await ctx.execute(LEAVE_CASE, **given)


@mutation
async def open_evidence(ctx: MutationCtx, *, case_id: CaseId) -> None:
    """Show the caller the messages of a case while it is open. The audit log records it."""
    moderator = await require_moderator(ctx)
    case = await require_open_case(ctx, moderator, case_id)
    given = {"case_id": case_id, "moderator_id": moderator.id, "opened_at": await ctx.now()}
    if await ctx.execute(OPEN_EVIDENCE, **given):
        await note(ctx, moderator.id, "evidence opened", case_id, kind=case.kind)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def add_note(ctx: MutationCtx, *, case_id: CaseId, words: NoteWords) -> None:
    """Add a note to a case, for moderators only."""
    moderator = await require_moderator(ctx)
    await require_case(ctx, case_id)
    note_id, text = new_id(), clean(words, lines=_MOST_LINES)[:NOTE_MAX]
    if not text:
        raise AppError("invalid", EMPTY)
    sealed = ctx.get(CaseCipher).seal(f"case_notes {note_id}", text)
    given = {"case_id": case_id, "moderator_id": moderator.id, "words": sealed, "created_at": await ctx.now()}
    await ctx.execute(ADD_NOTE, id=note_id, **given)


@mutation
async def dismiss(ctx: MutationCtx, *, case_id: CaseId) -> None:
    """Close a case without a measure. A photo that the content check refused stays refused."""
    moderator = await require_moderator(ctx)
    await leave_refused(ctx, await require_open_case(ctx, moderator, case_id))
    await close_case(ctx, case_id, moderator.id, dismissed=True)


@mutation
async def allow_upload(ctx: MutationCtx, *, case_id: CaseId) -> None:
    """Allow the owner of a photo that the content check refused to upload it, and close its case. They are emailed."""
    moderator = await require_moderator(ctx)
    await allow_photo(ctx, await require_open_case(ctx, moderator, case_id))
    await note(ctx, moderator.id, "upload allowed", case_id)
    await close_case(ctx, case_id, moderator.id, dismissed=False)


@mutation
async def act(
    ctx: MutationCtx,
    *,
    case_id: CaseId,
    measure: MeasureKind,
    reason: Reason,
    facts: Words = "",
    days: Days | None = None,
) -> MeasureId:
    """Take a measure and close its case. The member concerned is emailed what, why and how to appeal.

    `facts` are shown to them. `days` is how long a restriction or a suspension lasts.
    """
    moderator = await require_moderator(ctx)
    case = await require_open_case(ctx, moderator, case_id)
    text = clean(facts, lines=_MOST_LINES)
    taken = await take_measure(ctx, case, measure, moderator_id=moderator.id, reason=reason, facts=text, days=days)
    await leave_refused(ctx, case, with_measure=True)
    await close_case(ctx, case_id, moderator.id, dismissed=False)
    return taken


@mutation
async def reverse(ctx: MutationCtx, *, measure_id: MeasureId, words: Words = "") -> None:
    """Take a measure back: what it changed is restored, and the member concerned is emailed these words."""
    moderator = await require_moderator(ctx)
    measure = await require_measure(ctx, measure_id)
    if measure.member_id == moderator.id:
        raise AppError("forbidden", NOT_ABOUT_YOURSELF)
    await undo_measure(ctx, measure, moderator_id=moderator.id, words=clean(words, lines=_MOST_LINES))


@mutation(rate_limit=RateLimit((20, HOUR)))
async def appeal(ctx: MutationCtx, *, measure_id: MeasureId, words: Words) -> None:
    """Appeal against a measure about the caller, once, within six months. Another member's counts as missing."""
    member = await require_member(ctx)
    measure = await require_measure(ctx, measure_id)
    if measure.member_id != member.id:
        raise AppError("not_found", NO_MEASURE)
    text = clean(words, lines=_MOST_LINES)
    if not text:
        raise AppError("invalid", EMPTY)
    await store_appeal(ctx, measure, text)


@internal_mutation
async def appeal_for_account(ctx: MutationCtx, *, clerk_id: str, measure_id: MeasureId, words: Words) -> None:
    """The appeal of a suspended member, who cannot sign in: the route has checked their token."""
    measure = await require_measure(ctx, measure_id)
    if await ctx.value(USER_BY_CLERK_ID, clerk_id=clerk_id) != measure.member_id:
        raise AppError("not_found", NO_MEASURE)
    text = clean(words, lines=_MOST_LINES)
    if not text:
        raise AppError("invalid", EMPTY)
    await store_appeal(ctx, measure, text)


@internal_mutation
async def end_measure(ctx: MutationCtx, *, measure_id: MeasureId) -> None:
    """End a measure at its time. One that was reversed before stays reversed."""
    measure = await require_measure(ctx, measure_id)
    if measure.state == "in_force":
        await undo_measure(ctx, measure, moderator_id=None, words="", state="ended")


@mutation
async def decide_appeal(ctx: MutationCtx, *, appeal_id: AppealId, granted: bool, words: Words = "") -> None:
    """Decide an appeal: granting it reverses the measure. Where there is another moderator, the one who took the
    measure may not decide.
    """
    moderator = await require_moderator(ctx)
    undecided = await require_open_appeal(ctx, appeal_id)
    team = {row.user_id for row in await ctx.rows(TEAM)}
    if not may_decide(undecided, moderator.id, team):
        raise AppError("forbidden", ANOTHER_DECIDES)
    text, now = clean(words, lines=_MOST_LINES), await ctx.now()
    state = "granted" if granted else "refused"
    await ctx.execute(DECIDE_APPEAL, b_id=appeal_id, b_state=state, at=now, by=moderator.id, words=text)
    await note(ctx, moderator.id, f"appeal {state}", undecided.measure_id)
    measure = await require_measure(ctx, undecided.measure_id)
    if granted and measure.state == "in_force":
        await undo_measure(ctx, measure, moderator_id=moderator.id, words=text)
    else:
        await ctx.defer("email_appeal", appeal_id=appeal_id)


@mutation(rate_limit=RateLimit((30, HOUR)))
async def create_invitation(ctx: MutationCtx, *, most: People = 1, days: InvitationDays = 14) -> str:
    """Invite so many people, for so many days; returns the invitation's id. Moderators may invite any number, other
    members as many as the operator allows.
    """
    member = await require_member(ctx)
    await require_unrestricted(ctx, member)
    role = await ctx.run(role_of, user_id=member.id)
    if not may_invite(ctx.get(EntryRules), role, await ctx.rows(INVITATIONS_OF, account_id=member.clerk_id), most):
        raise AppError("forbidden", ENOUGH_INVITED)
    now = await ctx.now()
    made = await add_invitation(ctx.rows, member.clerk_id, most, now, now + timedelta(days=days))
    await note(ctx, member.id, "invitation created", made[:8], most=most, days=days)
    return made


@mutation
async def revoke_invitation(ctx: MutationCtx, *, invitation_id: str) -> None:
    """Revoke an invitation of the caller's. Another member's counts as missing."""
    member = await require_member(ctx)
    if not await store_revocation(ctx.rows, member.clerk_id, invitation_id, await ctx.now()):
        raise AppError("not_found", NO_INVITATION)
    await note(ctx, member.id, "invitation revoked", invitation_id[:8])


@mutation(rate_limit=RateLimit((120, MINUTE)))
async def decide_application(
    ctx: MutationCtx, *, application_id: ApplicationId, approved: bool, words: Words = ""
) -> None:
    """Let an applicant join, or refuse them with words that they are emailed. A refused account is deleted after seven
    days; until then another moderator may still let them join.
    """
    moderator = await require_moderator(ctx)
    application = await ctx.row(APPLICATION_FOR_UPDATE, id=application_id)
    if application is None:
        raise AppError("not_found", NO_APPLICATION)
    if application.state == "approved" or (application.state == "refused" and not approved):
        raise AppError("conflict", DECIDED)
    if approved:
        await admit(ctx, account_of(application))
        await set_approved(ctx.rows, application_id)
    else:
        await set_refused(ctx.rows, application_id, clean(words, lines=_MOST_LINES), await ctx.now())
    await note(ctx, moderator.id, "application approved" if approved else "application refused", application_id)
    await ctx.defer("email_application", application_id=application_id)


@mutation
async def set_role(ctx: MutationCtx, *, user_id: UserId, role: Role) -> None:
    """Make a member a moderator or an owner, or a plain member again. The last owner cannot step down.

    An owner with a second step must have given it in the last five minutes.
    """
    owner = await require_owner(ctx)
    await require_recent_proof(ctx, owner)
    if not await ctx.rows(PEOPLE, user_ids=[user_id]):
        raise AppError("not_found", "This member does not exist.")
    if role != "owner" and await is_only_owner(ctx.rows, user_id):
        raise AppError("conflict", LAST_OWNER)
    await store_role(ctx.rows, user_id, role)
    await note(ctx, owner.id, f"role: {role}", ctx.get(AuditLog).tag(user_id))
