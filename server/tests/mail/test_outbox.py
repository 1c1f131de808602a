"""Emails on their way from the outbox to the mail server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from inflow.mail import mailbox
from inflow.mail.transports import Console, Email, Smtp
from mail.conftest import Desk, words
from mail.mail_server import MailServer


class Absent:
    """A mail server that is down, and counts the attempts."""

    def __init__(self) -> None:
        self.tries = 0

    async def send(self, email: Email) -> None:
        self.tries += 1
        raise ConnectionRefusedError(f"nobody there for {email.to}")


async def test_an_email_arrives_as_it_was_written(desk: Desk, mail_server: MailServer) -> None:
    email_id = await desk.write("Grüße vom Meer", "Ebbe um zwölf.")

    assert await desk.outbox().deliver_due() == 1

    email = await mail_server.next()
    assert (email.to, email.sender) == ("alice@example.org", "Inflow <hello@inflow.example>")
    assert (email.subject, email.text) == ("Grüße vom Meer", "Ebbe um zwölf.\n\n-- \nInflow\n")
    assert email.message_id == f"<{email_id}@inflow.example>"


async def test_an_email_of_a_transaction_that_failed_never_was(desk: Desk, mail_server: MailServer) -> None:
    with pytest.raises(RuntimeError):
        async with desk.database.transaction() as connection:
            await desk.outbox().enqueue(connection, "alice@example.org", words(text="Never mind."))
            raise RuntimeError("changed my mind")

    assert await desk.outbox().deliver_due() == 0
    assert mail_server.is_empty()


async def test_an_email_is_sealed_while_it_waits_and_gone_once_sent(desk: Desk) -> None:
    await desk.write("123456 is your code", "Your code is 123456")
    waiting: Any = await desk.row()
    assert b"123456" not in waiting.sealed_text

    await desk.outbox().deliver_due()

    sent: Any = await desk.row()
    assert (sent.sealed_text, sent.due_at, sent.sent_at) == (None, None, desk.now)


async def test_many_processes_send_each_email_once(desk: Desk, mail_server: MailServer) -> None:
    for number in range(20):
        await desk.write(f"Letter {number}")

    sent = await asyncio.gather(*(desk.outbox().deliver_due() for _ in range(4)))

    assert sum(sent) == mail_server.mentions == 20
    assert {(await mail_server.next()).subject for _ in range(20)} == {f"Letter {number}" for number in range(20)}


async def test_a_server_that_is_down_is_tried_again_ever_more_rarely(desk: Desk) -> None:
    await desk.write()
    absent = Absent()
    outbox = desk.outbox(absent)

    pauses = []
    await outbox.deliver_due()
    while (due_at := (await desk.row()).due_at) is not None:
        pauses.append((due_at - desk.now).total_seconds())
        desk.wait(seconds=pauses[-1])
        await outbox.deliver_due()

    assert pauses == [2, 8, 32, 128, 512, 2048, 3600, 3600]
    assert absent.tries == 9
    row: Any = await desk.row()
    assert (row.due_at, row.sealed_text) == (None, None)
    assert row.last_error == "ConnectionRefusedError: nobody there for alice@example.org"


async def test_it_arrives_seconds_after_the_server_is_back(desk: Desk, mail_server: MailServer) -> None:
    await desk.write()
    mail_server.answer = "451 try again later"
    assert await desk.outbox().deliver_due() == 0

    mail_server.answer = "250 OK"
    assert await desk.outbox().deliver_due() == 0
    desk.wait(seconds=2)
    assert await desk.outbox().deliver_due() == 1
    assert (await mail_server.next()).subject == "Hello"


async def test_an_email_that_is_refused_for_good_is_not_tried_again(desk: Desk, mail_server: MailServer) -> None:
    await desk.write()
    mail_server.answer = "550 no such person"

    await desk.outbox().deliver_due()
    desk.wait(days=1)
    await desk.outbox().deliver_due()

    assert mail_server.mentions == 1


async def test_a_process_that_dies_while_sending_loses_no_email(desk: Desk, mail_server: MailServer) -> None:
    class Dying:
        async def send(self, email: Email) -> None:
            raise asyncio.CancelledError(email.id)

    await desk.write()
    with pytest.raises(asyncio.CancelledError):
        await desk.outbox(Dying()).deliver_due()

    assert await desk.outbox().deliver_due() == 0
    desk.wait(minutes=1)
    assert await desk.outbox().deliver_due() == 1


async def test_a_waiting_sender_is_woken_by_an_email(
    desk: Desk, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inflow.mail.outbox.POLL_EVERY", 3_600.0)  # so that only a wake-up can send it
    outbox = desk.outbox()
    sending = asyncio.create_task(outbox.run())
    await desk.write("First")
    outbox.wake()
    assert (await mail_server.next()).subject == "First"
    await desk.write("Second")
    outbox.wake()
    assert (await mail_server.next()).subject == "Second"
    sending.cancel()
    with suppress(asyncio.CancelledError):
        await sending


async def test_the_development_mailbox_shows_what_was_sent(desk: Desk) -> None:
    await desk.write("First", "Your code is 123456")
    desk.wait(seconds=1)
    await desk.write("<script>alert(1)</script>", "Tom & Jerry <tom@example.org>")
    outbox = desk.outbox(Console(), keep=True)
    await outbox.deliver_due()
    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=Starlette(routes=mailbox.routes(outbox))), base_url="http://localhost"
    )

    listing = (await client.get("/dev/mailbox.json")).json()
    page = await client.get("/dev/mailbox")

    assert [email["subject"] for email in listing] == ["<script>alert(1)</script>", "First"]
    assert listing[1] == {
        "to": "alice@example.org",
        "subject": "First",
        "text": "Your code is 123456\n\n-- \nInflow\n",
        "sentAt": "2026-06-01T12:00:01Z",
    }
    assert "Your code is 123456" in page.text
    assert "<script>" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


async def test_emails_are_forgotten_after_a_month_unless_they_wait(desk: Desk) -> None:
    await desk.write("Sent")
    await desk.outbox().deliver_due()
    await desk.write("Waiting")
    desk.wait(days=30)

    await desk.outbox().forget_old()

    row: Any = await desk.row()
    assert row.sent_at is None


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_a_wrong_address_of_the_mail_server_is_told_at_the_start(url: str) -> None:
    with pytest.raises(ValueError, match="INFLOW_SMTP_URL"):
        Smtp(url, sender="hello@inflow.example", sender_name="Inflow")
