"""The selects of moderation."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.members.tables import profiles, users
from inflow.moderation.tables import (
    appeals,
    case_notes,
    case_photos,
    case_viewers,
    cases,
    evidence_openings,
    measures,
    reports,
)
from inflow.standing.tables import roles
from reflow import Pages, statement

OLDEST_FIRST = (cases.c.opened_at, cases.c.id)
NEWEST_FIRST = (cases.c.opened_at.desc(), cases.c.id.desc())
_CASE = (
    cases.c.id,
    cases.c.kind,
    cases.c.subject_id,
    cases.c.member_id,
    cases.c.state,
    cases.c.reports,
    cases.c.opened_at,
    cases.c.closed_at,
)
_SOME_QUEUE = "Few rows; only moderators watch it, and they share it."


def _of_cases(column: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    return column == sa.any_(bindparam("case_ids", type_=ARRAY(TEXT)))


CASES_OPEN = Pages(sa.select(*_CASE).where(cases.c.state == bindparam("state")), by=OLDEST_FIRST)
CASES_CLOSED = Pages(sa.select(*_CASE).where(cases.c.state == bindparam("state")), by=NEWEST_FIRST)
CASE_BY_ID = statement(
    sa.select(
        *_CASE,
        cases.c.evidence,
        cases.c.media_id,
        cases.c.photo.is_not(None).label("has_photo"),
    ).where(cases.c.id == bindparam("case_id"))
)
OTHER_CASES_OF_MEMBER = statement(
    sa.select(*_CASE)
    .where(cases.c.member_id == bindparam("member_id"), cases.c.id != bindparam("case_id"))
    .order_by(*NEWEST_FIRST)
    .limit(20)
)
FURTHER_PHOTOS_OF_CASE = statement(
    sa.select(case_photos.c.place, case_photos.c.photo.is_not(None).label("is_copied"))
    .where(case_photos.c.case_id == bindparam("case_id"))
    .order_by(case_photos.c.place)
)
CASE_FOR_UPDATE = statement(
    sa.select(*_CASE, cases.c.evidence, cases.c.media_id).where(cases.c.id == bindparam("case_id")).with_for_update()
)
OPEN_CASE_ABOUT = statement(
    sa.select(cases.c.id)
    .where(cases.c.kind == bindparam("kind"), cases.c.subject_id == bindparam("subject_id"), cases.c.state == "open")
    .with_for_update(),
    whole_table="Asked once, in the mutation that reports.",
)
REASONS_OF_CASES = statement(
    sa.select(reports.c.case_id, reports.c.reason)
    .where(_of_cases(reports.c.case_id))
    .order_by(reports.c.created_at, reports.c.id)
)
MEASURES_OF_CASES = statement(
    sa.select(measures.c.case_id, measures.c.kind, measures.c.created_at)
    .where(_of_cases(measures.c.case_id))
    .order_by(measures.c.created_at, measures.c.id)
)
VIEWERS_OF_CASES = statement(
    sa.select(case_viewers.c.case_id, case_viewers.c.moderator_id, case_viewers.c.seen_at)
    .where(_of_cases(case_viewers.c.case_id))
    .order_by(case_viewers.c.case_id, case_viewers.c.moderator_id)
)
REPORTS_OF_CASE = statement(
    sa.select(reports.c.id, reports.c.reporter_id, reports.c.reason, reports.c.words, reports.c.created_at)
    .where(reports.c.case_id == bindparam("case_id"))
    .order_by(reports.c.created_at, reports.c.id)
)
NOTES_OF_CASE = statement(
    sa.select(case_notes.c.id, case_notes.c.moderator_id, case_notes.c.words, case_notes.c.created_at)
    .where(case_notes.c.case_id == bindparam("case_id"))
    .order_by(case_notes.c.created_at, case_notes.c.id)
)
_MEASURE = (
    measures.c.id,
    measures.c.case_id,
    measures.c.member_id,
    measures.c.moderator_id,
    measures.c.kind,
    measures.c.reason,
    measures.c.facts,
    measures.c.is_automatic,
    measures.c.state,
    measures.c.created_at,
    measures.c.until,
    measures.c.reversal,
    cases.c.kind.label("about"),
    cases.c.subject_id,
)
_MEASURES = sa.select(*_MEASURE).join(cases, cases.c.id == measures.c.case_id)
MEASURES_OF_CASE = statement(
    _MEASURES.where(measures.c.case_id == bindparam("case_id")).order_by(measures.c.created_at, measures.c.id)
)
MEASURES_OF_MEMBER = statement(
    sa.select(*_MEASURE, cases.c.evidence)
    .join(cases, cases.c.id == measures.c.case_id)
    .where(measures.c.member_id == bindparam("member_id"))
    .order_by(measures.c.created_at.desc(), measures.c.id.desc())
    .limit(100)
)
MEASURE_FOR_UPDATE = statement(
    sa.select(*_MEASURE, measures.c.before)
    .join(cases, cases.c.id == measures.c.case_id)
    .where(measures.c.id == bindparam("measure_id"))
    .with_for_update(of=measures)
)
OTHERS_IN_FORCE = statement(
    _MEASURES.where(
        measures.c.member_id == bindparam("member_id"),
        measures.c.state == "in_force",
        measures.c.id != bindparam("measure_id"),
    )
)
_APPEAL = (
    appeals.c.id,
    appeals.c.measure_id,
    appeals.c.words,
    appeals.c.state,
    appeals.c.answer,
    appeals.c.created_at,
    measures.c.case_id,
    measures.c.kind.label("measure"),
    measures.c.member_id,
    measures.c.moderator_id,
)
_APPEALS = sa.select(*_APPEAL).join(measures, measures.c.id == appeals.c.measure_id)
APPEALS_IN_STATE = statement(
    _APPEALS.where(appeals.c.state == bindparam("state")).order_by(appeals.c.created_at, appeals.c.id).limit(200)
)
APPEALS_OF_MEASURES = statement(
    _APPEALS.where(appeals.c.measure_id == sa.any_(bindparam("measure_ids", type_=ARRAY(TEXT)))).order_by(
        appeals.c.created_at, appeals.c.id
    )
)
APPEAL_FOR_UPDATE = statement(_APPEALS.where(appeals.c.id == bindparam("appeal_id")).with_for_update(of=appeals))
REPORTS_OF_REPORTER = statement(
    sa.select(reports.c.id, reports.c.case_id, reports.c.reason, reports.c.created_at, cases.c.kind, cases.c.state)
    .join(cases, cases.c.id == reports.c.case_id)
    .where(reports.c.reporter_id == bindparam("reporter_id"))
    .order_by(reports.c.created_at.desc(), reports.c.id.desc())
    .limit(100)
)
OPENING_OF = statement(
    sa.select(evidence_openings.c.case_id).where(
        evidence_openings.c.case_id == bindparam("case_id"),
        evidence_openings.c.moderator_id == bindparam("moderator_id"),
    )
)
PEOPLE = statement(
    sa.select(users.c.id, users.c.username, users.c.full_name, users.c.image_url, profiles.c.id.label("profile_id"))
    .outerjoin(profiles, profiles.c.user_id == users.c.id)
    .where(users.c.id == sa.any_(bindparam("user_ids", type_=ARRAY(TEXT))))
)
TEAM = statement(
    sa.select(roles.c.user_id, roles.c.role, roles.c.granted_at).order_by(roles.c.granted_at, roles.c.user_id),
    whole_table=_SOME_QUEUE,
)
USER_BY_CLERK_ID = statement(sa.select(users.c.id).where(users.c.clerk_id == bindparam("clerk_id")))
