"""Erasing a member from cases: what moderators decided stays, without the member's id."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.moderation.case_photos import release_copied
from inflow.moderation.tables import (
    appeals,
    case_notes,
    case_viewers,
    cases,
    evidence_openings,
    measures,
    reports,
    upload_reviews,
)
from reflow import Connection, statement

_ID: sa.BindParameter[str] = bindparam("b_user")
# Only the member who leaves wanted these photos to be looked at.
DELETE_REVIEWS = statement(
    sa.delete(cases).where(cases.c.kind == "upload", cases.c.state == "open", cases.c.member_id == _ID)
)
FORGET_REVIEWS = statement(sa.delete(upload_reviews).where(upload_reviews.c.member_id == _ID))
FORGET_REPORTER = statement(sa.update(reports).where(reports.c.reporter_id == _ID).values(reporter_id="", words=None))
FORGET_SUBJECT = statement(
    sa.update(cases)
    .where(cases.c.member_id == _ID)
    .values(member_id="", subject_id=sa.func.concat("erased ", sa.func.gen_random_uuid()))
)
FORGET_MEMBER = statement(
    sa.update(measures).where(measures.c.member_id == _ID).values(member_id="", facts="", before=None)
)
FORGET_MODERATOR = statement(sa.update(measures).where(measures.c.moderator_id == _ID).values(moderator_id=""))
FORGET_REVERSER = statement(sa.update(measures).where(measures.c.reversed_by == _ID).values(reversed_by=""))
FORGET_CLOSER = statement(sa.update(cases).where(cases.c.closed_by == _ID).values(closed_by=""))
FORGET_NOTER = statement(sa.update(case_notes).where(case_notes.c.moderator_id == _ID).values(moderator_id=""))
FORGET_DECIDER = statement(sa.update(appeals).where(appeals.c.decided_by == _ID).values(decided_by=""))
FORGET_VIEWER = statement(sa.delete(case_viewers).where(case_viewers.c.moderator_id == _ID))
FORGET_OPENER = statement(sa.delete(evidence_openings).where(evidence_openings.c.moderator_id == _ID))


async def leave_cases(connection: Connection, user_id: str) -> list[str]:
    """Take a member's id out of cases, reports and measures. The encrypted evidence of a case stays until its time is
    over.

    Returns:
        The media that must stay until a job has copied them.
    """
    to_copy = await release_copied(connection, user_id)
    for each in (
        DELETE_REVIEWS,
        FORGET_REVIEWS,
        FORGET_REPORTER,
        FORGET_SUBJECT,
        FORGET_MEMBER,
        FORGET_MODERATOR,
        FORGET_REVERSER,
        FORGET_CLOSER,
        FORGET_NOTER,
        FORGET_DECIDER,
        FORGET_VIEWER,
        FORGET_OPENER,
    ):
        await connection.rows(each, {"b_user": user_id})
    return to_copy
