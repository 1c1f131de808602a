"""The outbox: writing letters with what they tell, and sending those that are due."""

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
from inflow.mail.tables import mail_outbox
from inflow.mail.transports import Letter, Transport, Undeliverable
from inflow.mail.words import Words
from reflow.postgres.database import Connection, Database, Row
from reflow.statements import statement

log = structlog.get_logger(__name__)

FIRST_RETRY = timedelta(seconds=60)
LONGEST_RETRY = timedelta(hours=1)
MOST_ATTEMPTS = 8
KEPT_FOR = timedelta(days=30)
POLL_EVERY = 5.0
MOST_SHOWN = 500
PURPOSE = "letter"

WRITE = statement(
    sa.insert(mail_outbox).values(
        id=bindparam("id"),
        recipient=bindparam("recipient"),
        sealed_text=bindparam("sealed_text"),
        created_at=bindparam("created_at"),
        due_at=bindparam("due_at"),
        leaves_nothing=bindparam("leaves_nothing"),
    )
)
DUE = statement(
    sa.select(mail_outbox.c.id, mail_outbox.c.attempts)
    .where(mail_outbox.c.due_at <= bindparam("now"))
    .order_by(mail_outbox.c.due_at)
    .limit(1)
    .with_for_update(skip_locked=True),
    whole_table="A queue is read from its head; nobody watches it.",
)
TAKE = statement(
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
SENT = statement(
    sa.update(mail_outbox)
    .where(mail_outbox.c.id == bindparam("b_id"))
    .values(
        sent_at=bindparam("now"),
        due_at=sa.null(),
        last_error=sa.null(),
        sealed_text=sa.case((bindparam("keep", type_=sa.Boolean), mail_outbox.c.sealed_text), else_=sa.null()),
    )
)
FAILED = statement(
    sa.update(mail_outbox).where(mail_outbox.c.id == bindparam("b_id")).values(last_error=bindparam("error"))
)
GIVEN_UP = statement(
    sa.update(mail_outbox)
    .where(mail_outbox.c.id == bindparam("b_id"))
    .values(last_error=bindparam("error"), due_at=sa.null(), sealed_text=sa.null())
)
DROP_LAST = statement(sa.delete(mail_outbox).where(mail_outbox.c.id == bindparam("id"), mail_outbox.c.leaves_nothing))
FORGET_RECIPIENT = statement(sa.delete(mail_outbox).where(mail_outbox.c.recipient == bindparam("recipient")))
NEWEST = statement(
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
    whole_table="The development mailbox shows the newest letters of everybody; nobody watches it.",
)

FORGET = statement(
    sa.delete(mail_outbox).where(mail_outbox.c.due_at.is_(None), mail_outbox.c.created_at <= bindparam("before"))
)


@dataclass(frozen=True, slots=True)
class Delivered:
    """A letter that was sent, as the development mailbox shows it."""

    letter: Letter
    sent_at: datetime


class Outbox:
    """Letters that wait in the database, and the one who carries them away.

    Args:
        database: Where they wait.
        transport: Where they go.
        secret: Seals their words while they wait.
        keep: Keep the words after sending, for the development mailbox and the command line.
        clock: The time now.
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

    async def enqueue(
        self, connection: Connection, to: str | None, words: Words, *, leaves_nothing: bool = False
    ) -> str:
        """Write a letter in the connection's transaction; call :meth:`wake` once that is committed.

        Args:
            connection: In a transaction.
            to: One address. A letter to None goes nowhere: it is written so that whoever measures how long an answer
                takes does not learn that there was nobody to write to.
            words: What it says.
            leaves_nothing: Nothing of the letter is kept once it is sent, not even whose it was.

        Returns:
            The letter's id.
        """
        letter_id, now = new_id(), self._clock()
        # The subject too: a code stands there, so that it can be read off the notification.
        sealed = self._secret.encrypt(PURPOSE, letter_id, msgspec.json.encode([words.subject, words.text, words.html]))
        given = {"id": letter_id, "recipient": to or "", "sealed_text": sealed, "created_at": now}
        rest = {"due_at": now if to else None, "leaves_nothing": leaves_nothing}
        await connection.rows(WRITE, given | rest)
        return letter_id

    async def forget_recipient(self, connection: Connection, to: str) -> None:
        """Delete every letter to this address, sent or not, in the connection's transaction."""
        await connection.rows(FORGET_RECIPIENT, {"recipient": to})

    def wake(self) -> None:
        """Say that a letter may be waiting, so that nobody waits for the next poll."""
        self._awake.set()

    async def run(self) -> None:
        """Send letters as they fall due, until cancelled."""
        while not _is_cancelled():
            self._awake.clear()
            try:
                await self.deliver_due()
            except Exception:
                log.exception("letters_not_delivered")
            with suppress(TimeoutError):
                # Told to end while a letter goes out, it may hear of it only here.
                async with asyncio.timeout(0 if _is_cancelled() else POLL_EVERY):
                    await self._awake.wait()

    async def deliver_due(self) -> int:
        """Try to send every letter that is due. Any number of processes may do so at once.

        Returns:
            How many were sent.
        """
        sent = 0
        while (taken := await self._take()) is not None:
            sent += await self._deliver(taken)
        return sent

    async def newest(self, most: int = 50) -> list[Delivered]:
        """The letters sent last, newest first, if they are kept."""
        async with self._database.connection() as connection:
            rows = await connection.rows(NEWEST, {"limit": most})
        return [Delivered(self._letter(row), row.sent_at) for row in rows]

    async def forget_old(self) -> None:
        """Delete letters that have been over for a month: the row still says who got one."""
        async with self._database.connection() as connection:
            await connection.rows(FORGET, {"before": self._clock() - KEPT_FOR})

    async def _take(self) -> Row | None:
        """Take one due letter. It falls due again by itself if we never come back to say how it went."""
        now = self._clock()
        async with self._database.transaction() as connection:
            due = await connection.row(DUE, {"now": now})
            if due is None:
                return None
            return await connection.row(TAKE, {"b_id": due.id, "again_at": now + _delay(due.attempts)})

    async def _deliver(self, row: Row) -> bool:
        try:
            await self._transport.carry(self._letter(row))
        except Exception as error:  # noqa: BLE001 — a mail server may fail in any way; none may stop other letters
            over = isinstance(error, (Undeliverable, DecryptionFailed)) or row.attempts >= MOST_ATTEMPTS
            await self._note_failure(row, error, over=over)
            return False
        async with self._database.transaction() as connection:
            await connection.rows(SENT, {"b_id": row.id, "now": self._clock(), "keep": self._keep})
            await connection.rows(DROP_LAST, {"id": row.id})
        return True

    async def _note_failure(self, row: Row, error: Exception, *, over: bool) -> None:
        reason = f"{type(error).__name__}: {error}"[:500]
        log.warning("letter_not_sent", letter=row.id, attempts=row.attempts, error=type(error).__name__, over=over)
        async with self._database.transaction() as connection:
            await connection.rows(GIVEN_UP if over else FAILED, {"b_id": row.id, "error": reason})
            if over:
                await connection.rows(DROP_LAST, {"id": row.id})

    def _letter(self, row: Row) -> Letter:
        opened = self._secret.decrypt(PURPOSE, row.id, row.sealed_text)
        subject, text, html = msgspec.json.decode(opened, type=tuple[str, str, str])
        return Letter(row.id, row.recipient, subject, text, html, row.created_at)


def _is_cancelled() -> bool:
    """Whether we were asked to stop. aiosmtplib uses `wait_for`, which in Python 3.11 can lose a cancellation."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _delay(attempts: int) -> timedelta:
    """How long to leave a letter alone after this many attempts: longer than any attempt lasts, and doubling."""
    return min(FIRST_RETRY * (1 << attempts), LONGEST_RETRY)
