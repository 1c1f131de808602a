"""The outbox: writes emails in the caller's transaction and sends those that are due."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import bindparam

from inflow.core.clock import Clock, utc_now
from inflow.core.encryption import DecryptionFailed, Secret
from inflow.core.ids import new_id
from inflow.mail.content import EmailContent
from inflow.mail.tables import mail_outbox
from inflow.mail.transports import Email, Transport, Undeliverable
from reflow import Connection, Database, Row, statement

log = structlog.get_logger(__name__)

FIRST_RETRY = timedelta(seconds=2)
RETRY_GROWTH = 4
LONGEST_RETRY = timedelta(hours=1)
MOST_ATTEMPTS = 9
LEASE_TIME = timedelta(minutes=1)
"""Longer than any attempt lasts: then the process that made it is gone."""
KEPT_FOR = timedelta(days=30)
POLL_EVERY = 5.0
MOST_SHOWN = 500
PURPOSE = "letter"
"""Part of the key that stored emails are encrypted with: never change it."""

ADD_EMAIL = statement(
    sa.insert(mail_outbox).values(
        id=bindparam("id"),
        recipient=bindparam("recipient"),
        sealed_text=bindparam("sealed_text"),
        created_at=bindparam("created_at"),
        due_at=bindparam("due_at"),
        leaves_nothing=bindparam("leaves_nothing"),
    )
)
NEXT_DUE = statement(
    sa.select(mail_outbox.c.id, mail_outbox.c.attempts)
    .where(mail_outbox.c.due_at <= bindparam("now"))
    .order_by(mail_outbox.c.due_at)
    .limit(1)
    .with_for_update(skip_locked=True),
    whole_table="A queue is read from its head; no query watches it.",
)
LEASE = statement(
    sa.update(mail_outbox)
    .where(mail_outbox.c.id == bindparam("b_id"))
    .values(attempts=mail_outbox.c.attempts + 1, due_at=bindparam("again_at"))
    .returning(
        mail_outbox.c.id,
        mail_outbox.c.recipient,
        mail_outbox.c.sealed_text,
        mail_outbox.c.created_at,
        mail_outbox.c.attempts,
    )
)
MARK_SENT = statement(
    sa.update(mail_outbox)
    .where(mail_outbox.c.id == bindparam("b_id"))
    .values(
        sent_at=bindparam("now"),
        due_at=sa.null(),
        last_error=sa.null(),
        sealed_text=sa.case((bindparam("keep", type_=sa.Boolean), mail_outbox.c.sealed_text), else_=sa.null()),
    )
)
MARK_FAILED = statement(
    sa.update(mail_outbox)
    # After a lease that ran out, another process may have sent it.
    .where(mail_outbox.c.id == bindparam("b_id"), mail_outbox.c.attempts == bindparam("made"))
    .values(last_error=bindparam("error"), due_at=bindparam("again_at"))
)
MARK_GIVEN_UP = statement(
    sa.update(mail_outbox)
    .where(mail_outbox.c.id == bindparam("b_id"))
    .values(last_error=bindparam("error"), due_at=sa.null(), sealed_text=sa.null())
)
DELETE_IF_LEAVES_NOTHING = statement(
    sa.delete(mail_outbox).where(mail_outbox.c.id == bindparam("id"), mail_outbox.c.leaves_nothing)
)
FORGET_RECIPIENT = statement(sa.delete(mail_outbox).where(mail_outbox.c.recipient == bindparam("recipient")))
NEWEST_SENT = statement(
    sa.select(
        mail_outbox.c.id,
        mail_outbox.c.recipient,
        mail_outbox.c.sealed_text,
        mail_outbox.c.created_at,
        mail_outbox.c.sent_at,
    )
    .where(mail_outbox.c.sent_at.is_not(None), mail_outbox.c.sealed_text.is_not(None))
    .order_by(mail_outbox.c.created_at.desc(), mail_outbox.c.id.desc())
    .limit(bindparam("limit")),
    whole_table="The development mailbox shows the newest emails of everybody; nobody watches it.",
)
COUNT_UNSENT = statement(
    sa.select(  # type: ignore[arg-type]  # Select is invariant in its columns
        sa.func.count().filter(mail_outbox.c.due_at.is_not(None)).label("waiting"),
        # An email to no recipient was never meant to be sent.
        sa.func.count().filter(mail_outbox.c.due_at.is_(None), mail_outbox.c.recipient != "").label("given_up"),
    ).where(mail_outbox.c.sent_at.is_(None)),
    whole_table="Monitoring counts all emails; no query watches the count.",
)

DELETE_OLD = statement(
    sa.delete(mail_outbox).where(mail_outbox.c.due_at.is_(None), mail_outbox.c.created_at <= bindparam("before"))
)


@dataclass(frozen=True, slots=True)
class SentEmail:
    """A sent email, as the development mailbox shows it."""

    email: Email
    sent_at: datetime


class Outbox:
    """The queue of emails in the database, and the loop that sends them.

    Args:
        database: Stores the queue.
        transport: Sends the emails.
        secret: Encrypts their content.
        keep: Keep the content after sending, for the development mailbox and the command line.
        clock: The time now.

    Attributes:
        delivered: How many emails this process has sent.
    """

    def __init__(
        self, database: Database, transport: Transport, secret: Secret, *, keep: bool = False, clock: Clock = utc_now
    ) -> None:
        self._database = database
        self._transport = transport
        self._secret = secret
        self._keep = keep
        self._clock = clock
        self._awake = asyncio.Event()
        self.delivered = 0

    async def enqueue(
        self, connection: Connection, to: str | None, content: EmailContent, *, leaves_nothing: bool = False
    ) -> str:
        """Write an email in the connection's transaction; call :meth:`wake` once that is committed.

        Args:
            connection: In a transaction.
            to: One address. An email to None is written but never sent, so that the time of an answer does not tell
                whether there is a recipient.
            content: Subject and body.
            leaves_nothing: Delete the row once the email is sent, recipient included.

        Returns:
            The email's id.
        """
        email_id, now = new_id(), self._clock()
        # The subject too: it contains the code, so that phones show it in the notification.
        encrypted = self._secret.encrypt(
            PURPOSE, email_id, msgspec.json.encode([content.subject, content.text, content.html])
        )
        values = {"id": email_id, "recipient": to or "", "sealed_text": encrypted, "created_at": now}
        rest = {"due_at": now if to else None, "leaves_nothing": leaves_nothing}
        await connection.rows(ADD_EMAIL, values | rest)
        return email_id

    async def forget_recipient(self, connection: Connection, to: str) -> None:
        """Delete every email to this address, sent or not, in the connection's transaction."""
        await connection.rows(FORGET_RECIPIENT, {"recipient": to})

    def wake(self) -> None:
        """Make :meth:`run` look for due emails now instead of at its next poll."""
        self._awake.set()

    async def run(self) -> None:
        """Send emails as they fall due, until cancelled."""
        while not _is_cancelled():
            self._awake.clear()
            try:
                await self.deliver_due()
            except Exception:
                log.exception("letters_not_delivered")
            with suppress(TimeoutError):
                # A cancellation during a delivery may surface only here.
                async with asyncio.timeout(0 if _is_cancelled() else POLL_EVERY):
                    await self._awake.wait()

    async def deliver_due(self) -> int:
        """Try to send every email that is due. Any number of processes may do so at once.

        Returns:
            How many were sent.
        """
        sent = 0
        while (leased := await self._lease()) is not None:
            sent += await self._deliver(leased)
        return sent

    async def newest(self, most: int = 50) -> list[SentEmail]:
        """The emails sent last, newest first, if they are kept."""
        async with self._database.connection() as connection:
            rows = await connection.rows(NEWEST_SENT, {"limit": most})
        return [SentEmail(self._email(row), row.sent_at) for row in rows]

    async def count_unsent(self, connection: Connection) -> tuple[int, int]:
        """How many emails wait to be sent, and how many of the last 30 days were given up."""
        (row,) = await connection.rows(COUNT_UNSENT, {})
        return row.waiting, row.given_up

    async def forget_old(self) -> None:
        """Delete rows a month after their email was sent or given up: they still name the recipient."""
        async with self._database.connection() as connection:
            await connection.rows(DELETE_OLD, {"before": self._clock() - KEPT_FOR})

    async def _lease(self) -> Row | None:
        """Lease one due email. It falls due again by itself if this process never reports the outcome."""
        now = self._clock()
        async with self._database.transaction() as connection:
            due = await connection.row(NEXT_DUE, {"now": now})
            if due is None:
                return None
            return await connection.row(
                LEASE, {"b_id": due.id, "again_at": now + max(LEASE_TIME, _pause(due.attempts))}
            )

    async def _deliver(self, row: Row) -> bool:
        try:
            await self._transport.send(self._email(row))
        except Exception as error:  # noqa: BLE001 — a mail server may fail in any way; none may stop other emails
            is_final = isinstance(error, (Undeliverable, DecryptionFailed)) or row.attempts >= MOST_ATTEMPTS
            await self._note_failure(row, error, is_final=is_final)
            return False
        async with self._database.transaction() as connection:
            await connection.rows(MARK_SENT, {"b_id": row.id, "now": self._clock(), "keep": self._keep})
            await connection.rows(DELETE_IF_LEAVES_NOTHING, {"id": row.id})
        self.delivered += 1
        return True

    async def _note_failure(self, row: Row, error: Exception, *, is_final: bool) -> None:
        reason = f"{type(error).__name__}: {error}"[:500]
        log.warning("letter_not_sent", letter=row.id, attempts=row.attempts, error=type(error).__name__, over=is_final)
        async with self._database.transaction() as connection:
            if is_final:
                await connection.rows(MARK_GIVEN_UP, {"b_id": row.id, "error": reason})
                await connection.rows(DELETE_IF_LEAVES_NOTHING, {"id": row.id})
            else:
                again_at = self._clock() + _pause(row.attempts)
                given = {"b_id": row.id, "made": row.attempts, "error": reason, "again_at": again_at}
                await connection.rows(MARK_FAILED, given)

    def _email(self, row: Row) -> Email:
        decrypted = self._secret.decrypt(PURPOSE, row.id, row.sealed_text)
        subject, text, html = msgspec.json.decode(decrypted, type=tuple[str, str, str])
        return Email(row.id, row.recipient, subject, text, html, row.created_at)


def _is_cancelled() -> bool:
    """Whether this task was cancelled. aiosmtplib uses `wait_for`, which in Python 3.11 can lose a cancellation."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _pause(attempts: int) -> timedelta:
    """The time from so many failed attempts to the next: seconds at first, because new members wait for their code."""
    return min(FIRST_RETRY * int(RETRY_GROWTH ** max(attempts - 1, 0)), LONGEST_RETRY)
