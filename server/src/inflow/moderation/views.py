"""Reports, cases, measures and appeals in the form that members and moderators get."""

from __future__ import annotations

import msgspec

from inflow.identity.sign_up.applications import ApplicationState
from inflow.members.rules import ProfileId, UserId
from inflow.moderation.rules import (
    AppealId,
    AppealState,
    ApplicationId,
    CaseId,
    CaseKind,
    CaseState,
    MeasureId,
    MeasureKind,
    MeasureState,
    Reason,
    ReviewState,
    SubjectKind,
)
from inflow.moderation.subjects import CaseLink, Evidence
from inflow.posts.rules import PostId
from inflow.standing.rules import Role


class OwnReport(msgspec.Struct, rename="camel", kw_only=True):
    """A report by the caller. `measure` is what it led to, null while the case is open or if it led to nothing."""

    id: str = msgspec.field(name="_id")
    kind: SubjectKind
    reason: Reason
    created_at: str
    state: CaseState
    measure: MeasureKind | None


class OwnReview(msgspec.Struct, rename="camel", kw_only=True):
    """A refused photo that the caller asked a moderator to look at, and the answer."""

    id: CaseId = msgspec.field(name="_id")
    state: ReviewState
    asked_at: str


class Person(msgspec.Struct, rename="camel", kw_only=True):
    """A member as moderators see them. All fields but `isGone` are empty for a former member."""

    user_id: UserId
    profile_id: ProfileId
    username: str
    full_name: str
    image_url: str
    is_gone: bool


class OwnAppeal(msgspec.Struct, rename="camel", kw_only=True):
    """An appeal as its author sees it."""

    id: AppealId = msgspec.field(name="_id")
    state: AppealState
    words: str
    answer: str
    created_at: str


class Statement(msgspec.Struct, rename="camel", kw_only=True):
    """A measure as the member concerned sees it: what, why, by which rule, on which facts, and how to appeal.

    `excerpt` is the text of theirs that it is about. `appealUntil` is when the time for an appeal ends; pages compare
    it with their clock. It is null once they have appealed, and for a measure that is not in force any more.
    """

    id: MeasureId = msgspec.field(name="_id")
    kind: MeasureKind
    about: CaseKind
    excerpt: str
    reason: Reason
    facts: str
    is_automatic: bool
    state: MeasureState
    created_at: str
    until: str | None
    reversal: str
    appeal_until: str | None
    appeal: OwnAppeal | None


class MemberStanding(msgspec.Struct, rename="camel", kw_only=True):
    """The caller's role, until when they may not write, whether they have to accept new terms or rules first, and
    whether they cannot use their role without a second step.
    """

    role: Role
    restricted_until: str | None
    has_to_accept: bool
    needs_second_step: bool


class CaseRow(msgspec.Struct, rename="camel", kw_only=True):
    """A case in the queue. `reasons` are those of its reports, the most frequent first; a case that was opened
    automatically has none.
    """

    id: CaseId = msgspec.field(name="_id")
    kind: CaseKind
    member: Person
    state: CaseState
    reports: int
    reasons: list[Reason]
    opened_at: str
    closed_at: str | None
    viewers: list[str]
    """The usernames of the moderators who look at it now."""
    measure: MeasureKind | None
    is_allowed: bool
    """Whether it was about a refused photo, and a moderator allowed that."""


class ReportRow(msgspec.Struct, rename="camel", kw_only=True):
    """A report as moderators see it. The reporter is named to them, and to no one else."""

    reporter: str
    reason: Reason
    words: str
    created_at: str


class Note(msgspec.Struct, rename="camel", kw_only=True):
    """A moderator's note."""

    author: str
    words: str
    created_at: str


class AppealRow(msgspec.Struct, rename="camel", kw_only=True):
    """An appeal as moderators see it. `canDecide` is false for the moderator who took the measure, where there is
    another one.
    """

    id: AppealId = msgspec.field(name="_id")
    case_id: CaseId
    measure_id: MeasureId
    measure: MeasureKind
    member: Person
    words: str
    state: AppealState
    answer: str
    created_at: str
    can_decide: bool


class MeasureRow(msgspec.Struct, rename="camel", kw_only=True):
    """A measure as moderators see it."""

    id: MeasureId = msgspec.field(name="_id")
    case_id: CaseId
    kind: MeasureKind
    about: CaseKind
    reason: Reason
    facts: str
    moderator: str
    state: MeasureState
    created_at: str
    until: str | None
    reversal: str


class Case(msgspec.Struct, rename="camel", kw_only=True):
    """A case with all that a moderator decides by. `isPrivate` says that its evidence is messages, which are shown only
    after `openEvidence`, while the case is open. `photoUrl` is null without a photo. `furtherPhotos` are the second and
    third photo of a grid, each null until it is copied. `history` is what was decided in other cases about the member;
    `otherCases` are the newest of these cases, twenty at most, with and without a decision. `link` is null for what
    the moderator may not see as a member.
    """

    row: CaseRow
    subject_id: str
    link: CaseLink | None
    evidence: Evidence | None
    is_private: bool
    photo_url: str | None
    further_photos: list[str | None]
    reports: list[ReportRow]
    notes: list[Note]
    measures: list[MeasureRow]
    history: list[MeasureRow]
    other_cases: list[CaseRow]
    appeals: list[AppealRow]


class SamePhoto(msgspec.Struct, rename="camel", kw_only=True):
    """Another post of the photo of a case. `author` is a username, `isVisible` whether the moderator may open it."""

    id: PostId = msgspec.field(name="_id")
    author: str
    created_at: str
    is_removed: bool
    is_visible: bool


class OwnApplication(msgspec.Struct, rename="camel", kw_only=True):
    """The caller's request to join, while it waits or after it was refused.

    `answer` has the words of the moderator who refused it, and `eraseAt` the time when the account is deleted.
    """

    username: str
    email: str
    state: ApplicationState
    reason: str
    applied_at: str
    answer: str
    erase_at: str | None


class ApplicationRow(msgspec.Struct, rename="camel", kw_only=True):
    """A request to join, as moderators see it. `eraseAt` is null unless it was refused."""

    id: ApplicationId = msgspec.field(name="_id")
    username: str
    full_name: str
    state: ApplicationState
    reason: str
    applied_at: str
    answer: str
    erase_at: str | None


class TeamMember(msgspec.Struct, rename="camel", kw_only=True):
    """A moderator or an owner."""

    member: Person
    role: Role
    granted_at: str
