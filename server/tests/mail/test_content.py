"""The text and HTML of emails, as the recipient's mail program shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from inflow.identity.emails import LANGUAGES, Emails
from inflow.mail import EmailContent
from mail.conftest import Desk
from mail.mail_server import MailServer, Received

WHEN = datetime(2026, 6, 1, 12, tzinfo=UTC)
RESET = "https://photos.example.org/reset-password"


def emails_in(language: str) -> list[EmailContent]:
    """Each email that members get, in one language."""
    emails = Emails("Inflow")
    return [
        emails.sign_up_code(language, "012345"),
        emails.reset_code(language, "987654", f"{RESET}#a.1.b"),
        emails.already_a_member(language, "https://inflow.example/login"),
        emails.password_changed(language, RESET, WHEN),
        emails.new_sign_in(language, "Firefox on Linux", RESET, WHEN),
        emails.sign_in_locked(language, RESET),
        emails.account_deleted(language),
    ]


EMAILS = [email for language in LANGUAGES for email in emails_in(language)]
LOADS = {"img", "link", "script", "iframe", "object", "embed", "audio", "video", "source", "svg", "form", "style"}


class Page(HTMLParser):
    """The parts of an email's HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words += data


async def delivered(desk: Desk, mail_server: MailServer, words: EmailContent) -> Received:
    async with desk.database.transaction() as connection:
        await desk.outbox().enqueue(connection, "alice@example.org", words)
    assert await desk.outbox().deliver_due() == 1
    return await mail_server.next()


@pytest.mark.parametrize("words", EMAILS, ids=lambda words: words.subject)
async def test_both_parts_arrive_and_say_the_same(desk: Desk, mail_server: MailServer, words: EmailContent) -> None:
    email = await delivered(desk, mail_server, words)

    page = Page(email.html)
    assert email.types == ["multipart/alternative", "text/plain", "text/html"]
    for said in (*words.before, *words.after, words.code or "", words.product):
        assert said in email.text
        assert said in page.words
    if words.link:
        assert words.link[1] in email.text
        assert ("href", words.link[1]) in page.attributes


@pytest.mark.parametrize("words", EMAILS, ids=lambda words: words.subject)
async def test_nothing_is_loaded_from_anywhere(desk: Desk, mail_server: MailServer, words: EmailContent) -> None:
    email = await delivered(desk, mail_server, words)

    page = Page(email.html)
    assert LOADS.isdisjoint(page.opened)
    assert "url(" not in email.html
    assert "@import" not in email.html
    leads_to = [value for name, value in page.attributes if name in {"href", "src", "background", "srcset"}]
    assert leads_to == ([words.link[1]] if words.link else [])


async def test_the_headers_say_who_writes_and_that_nobody_need_answer(desk: Desk, mail_server: MailServer) -> None:
    email = await delivered(desk, mail_server, EMAILS[0])

    assert email.headers["From"] == "Inflow <hello@inflow.example>"
    assert email.headers["To"] == "alice@example.org"
    assert email.headers["Subject"] == "012345 is your Inflow code"
    assert email.headers["Auto-Submitted"] == "auto-generated"
    assert email.headers["Date"] == "Mon, 01 Jun 2026 12:00:00 +0000"
    assert email.message_id.endswith("@inflow.example>")


async def test_the_code_stands_alone_large_and_is_marked_whole(desk: Desk, mail_server: MailServer) -> None:
    email = await delivered(desk, mail_server, EMAILS[1])

    assert "\n\n987654\n\n" in email.text
    (style,) = [
        part.partition('"')[0] for part in email.html.split('style="') if part.partition(">")[2].startswith("987654<")
    ]
    assert "font-size:36px" in style
    assert "user-select:all" in style


async def test_what_somebody_typed_is_not_markup(desk: Desk, mail_server: MailServer) -> None:
    email = await delivered(desk, mail_server, Emails("<b>Tom & Jerry</b>").sign_up_code("en", "012345"))

    assert "<b>" not in email.html
    assert "<b>Tom & Jerry</b>" in Page(email.html).words


async def test_an_email_to_nobody_goes_nowhere(desk: Desk, mail_server: MailServer) -> None:
    async with desk.database.transaction() as connection:
        await desk.outbox().enqueue(connection, None, EMAILS[1])

    assert await desk.outbox().deliver_due() == 0
    assert mail_server.is_empty()


async def test_a_last_email_leaves_nothing_sent_or_not(desk: Desk, mail_server: MailServer) -> None:
    for answer in ("250 OK", "550 no such person"):
        mail_server.answer = answer
        async with desk.database.transaction() as connection:
            await desk.outbox().enqueue(
                connection, "alice@example.org", Emails("Inflow").account_deleted("en"), leaves_nothing=True
            )
        await desk.outbox().deliver_due()
        async with desk.database.connection() as connection:
            assert await connection.text("SELECT id FROM mail_outbox") == []


async def test_emails_to_an_address_can_be_forgotten(desk: Desk, mail_server: MailServer) -> None:
    await desk.write("Waiting")
    async with desk.database.transaction() as connection:
        await desk.outbox().forget_recipient(connection, "alice@example.org")

    assert await desk.outbox().deliver_due() == 0


def test_emails_are_complete_in_every_language() -> None:
    english, german = (emails_in(language) for language in LANGUAGES)

    assert [email.language for email in german] == ["de"] * len(german)
    for one, other in zip(english, german, strict=True):
        assert set(one.text.splitlines()) & set(other.text.splitlines()) <= {"", "-- ", "Inflow", one.code}
        assert '<html lang="de">' in other.html


def test_a_language_that_emails_do_not_have_is_english() -> None:
    assert emails_in("pseudo") == emails_in("en")
