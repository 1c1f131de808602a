"""Jobs after a report or a measure: copies of photos, emails, and the end of a measure at its time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.encryption import Secret
from inflow.identity.sign_up.applications import take_for_email
from inflow.identity.suspensions import appeal_token
from inflow.identity.tables import accounts
from inflow.mail import Outbox
from inflow.media.storage.store import MediaStore
from inflow.members.tables import users
from inflow.moderation.case_photos import DELETE_FURTHER_PHOTOS, copy_photos
from inflow.moderation.emails import ModerationEmails
from inflow.moderation.evidence_end import EVIDENCE_IS_OVER, times_of
from inflow.moderation.rules import VIEWING_FOR
from inflow.moderation.tables import appeals, case_viewers, cases, measures, upload_reviews
from reflow import Connection, Database, Row, statement

_to_email = (
    measures.c.id,
    measures.c.kind,
    measures.c.reason,
    measures.c.facts,
    measures.c.until,
    measures.c.reversal,
    cases.c.kind.label("about"),
    users.c.email,
    users.c.clerk_id,
    accounts.c.language,
)
_MEASURE_TO_EMAIL = (
    sa.select(*_to_email)
    .join(cases, cases.c.id == measures.c.case_id)
    .join(users, users.c.id == measures.c.member_id)
    .join(accounts, accounts.c.id == users.c.clerk_id)
)
MEASURE_TO_EMAIL = statement(
    _MEASURE_TO_EMAIL.where(measures.c.id == bindparam("measure_id")),
    whole_table="Asked once by a job; no query watches it.",
)
APPEAL_TO_EMAIL = statement(
    _MEASURE_TO_EMAIL.add_columns(appeals.c.answer)
    .join(appeals, appeals.c.measure_id == measures.c.id)
    .where(appeals.c.id == bindparam("appeal_id")),
    whole_table="Asked once by a job; no query watches it.",
)
MARK_EMAILED = statement(
    sa.update(measures)
    .where(measures.c.id == bindparam("b_id"), sa.func.strpos(measures.c.emailed, bindparam("what")) == 0)
    .values(emailed=measures.c.emailed + bindparam("what"))
    .returning(measures.c.id)
)
TAKE_REVIEW_FOR_EMAIL = statement(
    sa.update(upload_reviews)
    .where(
        upload_reviews.c.case_id == bindparam("b_case"),
        sa.not_(upload_reviews.c.is_emailed),
        accounts.c.id == upload_reviews.c.account_id,
        users.c.id == upload_reviews.c.member_id,
    )
    .values(is_emailed=True)
    .returning(upload_reviews.c.state, users.c.email, accounts.c.language)
)
DELETE_EVIDENCE = statement(
    sa.update(cases)
    .where(EVIDENCE_IS_OVER, cases.c.evidence.is_not(None))
    .values(evidence=None, photo=None, media_id=None)
)
FORGET_VIEWERS = statement(sa.delete(case_viewers).where(case_viewers.c.seen_at < bindparam("before")))


@dataclass(frozen=True)
class ModerationJobs:
    """The jobs of one process.

    Attributes:
        public_url: The app's URL for browsers, without a slash at the end.
    """

    database: Database
    store: MediaStore
    outbox: Outbox
    secret: Secret
    emails: ModerationEmails
    public_url: str

    async def copy_photo(self, case_id: str) -> None:
        """Keep encrypted copies of reported photos, which their author may delete."""
        await copy_photos(self.database, self.store, self.secret, case_id)

    async def email_measure(self, measure_id: str) -> None:
        """Tell a member what was decided about them, why, and how to appeal."""
        async with self.database.transaction() as connection:
            row = await self._unsent(connection, measure_id, "taken ")
            if row is not None:
                content = self.emails.measure(row.language, row, self._appeal_url(row))
                await self.outbox.enqueue(connection, row.email, content)
        self.outbox.wake()

    async def email_reversal(self, measure_id: str) -> None:
        """Tell a member that a decision about them was taken back."""
        async with self.database.transaction() as connection:
            row = await self._unsent(connection, measure_id, "reversed ")
            if row is not None:
                await self.outbox.enqueue(connection, row.email, self.emails.reversal(row.language, row))
        self.outbox.wake()

    async def email_appeal(self, appeal_id: str) -> None:
        """Tell a member that their appeal was refused, and why."""
        async with self.database.transaction() as connection:
            row = await connection.row(APPEAL_TO_EMAIL, {"appeal_id": appeal_id})
            if row is not None and await self._unsent(connection, row.id, "appeal ") is not None:
                await self.outbox.enqueue(connection, row.email, self.emails.appeal_refused(row.language, row))
        self.outbox.wake()

    async def email_review(self, case_id: str) -> None:
        """Tell a member what a moderator answered about their refused photo."""
        async with self.database.transaction() as connection:
            row = await connection.row(TAKE_REVIEW_FOR_EMAIL, {"b_case": case_id})
            if row is not None:
                await self.outbox.enqueue(connection, row.email, self.emails.review(row.language, row.state))
        self.outbox.wake()

    async def email_application(self, application_id: str) -> None:
        """Tell an applicant that they may join, which ends their application; or that they may not, and why."""
        async with self.database.transaction() as connection:
            row = await take_for_email(connection, application_id)
            if row is not None:
                content = (
                    self.emails.approved(row.language, self.public_url)
                    if row.state == "approved"
                    else self.emails.not_approved(row.language, row.answer)
                )
                await self.outbox.enqueue(connection, row.email, content)
        self.outbox.wake()

    async def _unsent(self, connection: Connection, measure_id: str, what: str) -> Row | None:
        """The measure, marked as emailed in this transaction; None if it was, or if the member has left."""
        if await connection.row(MARK_EMAILED, {"b_id": measure_id, "what": what}) is None:
            return None
        return await connection.row(MEASURE_TO_EMAIL, {"measure_id": measure_id})

    def _appeal_url(self, row: Row) -> str:
        if row.kind in ("suspend", "ban"):
            return f"{self.public_url}/appeal#{appeal_token(self.secret, row.clerk_id)}"
        return f"{self.public_url}/settings/safety"


async def forget_old_evidence(database: Database, now: datetime) -> None:
    """Delete the evidence of cases that were closed long ago, and moderators who left a case without a sign."""
    async with database.transaction() as connection:
        for each in (DELETE_FURTHER_PHOTOS, DELETE_EVIDENCE):
            await connection.rows(each, times_of(now))
        await connection.rows(FORGET_VIEWERS, {"before": now - VIEWING_FOR})
