"""The text and HTML of emails, as the recipient's mail program shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from inflow.identity import emails
from inflow.mail import EmailContent
from mail.conftest import Desk
from mail.post_office import PostOffice, Received

WHEN = datetime(2026, 6, 1, 12, tzinfo=UTC)
EMAILS = [
    emails.sign_up_code("Inflow", "012345"),
    emails.reset_code("Inflow", "987654", "https://photos.example.org/reset-password#a.1.b"),
    emails.already_a_member("Inflow", "https://inflow.example/login"),
    emails.password_changed("Inflow", "https://inflow.example/reset-password", WHEN),
    emails.new_sign_in("Inflow", "Firefox on Linux", "https://inflow.example/reset-password", WHEN),
    emails.sign_in_locked("Inflow", "https://inflow.example/reset-password"),
    emails.account_deleted("Inflow"),
]
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


async def delivered(desk: Desk, office: PostOffice, words: EmailContent) -> Received:
    async with desk.database.transaction() as connection:
        await desk.outbox().enqueue(connection, "alice@example.org", words)
    assert await desk.outbox().deliver_due() == 1
    return await office.next()


@pytest.mark.parametrize("words", EMAILS, ids=lambda words: words.subject)
async def test_both_parts_arrive_and_say_the_same(desk: Desk, post_office: PostOffice, words: EmailContent) -> None:
    letter = await delivered(desk, post_office, words)

    page = Page(letter.html)
    assert letter.types == ["multipart/alternative", "text/plain", "text/html"]
    for said in (*words.before, *words.after, words.code or "", words.product):
        assert said in letter.text
        assert said in page.words
    if words.link:
        assert words.link[1] in letter.text
        assert ("href", words.link[1]) in page.attributes


@pytest.mark.parametrize("words", EMAILS, ids=lambda words: words.subject)
async def test_nothing_is_loaded_from_anywhere(desk: Desk, post_office: PostOffice, words: EmailContent) -> None:
    letter = await delivered(desk, post_office, words)

    page = Page(letter.html)
    assert LOADS.isdisjoint(page.opened)
    assert "url(" not in letter.html
    assert "@import" not in letter.html
    leads_to = [value for name, value in page.attributes if name in {"href", "src", "background", "srcset"}]
    assert leads_to == ([words.link[1]] if words.link else [])


async def test_the_headers_say_who_writes_and_that_nobody_need_answer(desk: Desk, post_office: PostOffice) -> None:
    letter = await delivered(desk, post_office, EMAILS[0])

    assert letter.headers["From"] == "Inflow <hello@inflow.example>"
    assert letter.headers["To"] == "alice@example.org"
    assert letter.headers["Subject"] == "012345 is your Inflow code"
    assert letter.headers["Auto-Submitted"] == "auto-generated"
    assert letter.headers["Date"] == "Mon, 01 Jun 2026 12:00:00 +0000"
    assert letter.message_id.endswith("@inflow.example>")


async def test_the_code_stands_alone_large_and_is_marked_whole(desk: Desk, post_office: PostOffice) -> None:
    letter = await delivered(desk, post_office, EMAILS[1])

    assert "\n\n987654\n\n" in letter.text
    (style,) = [
        part.partition('"')[0] for part in letter.html.split('style="') if part.partition(">")[2].startswith("987654<")
    ]
    assert "font-size:36px" in style
    assert "user-select:all" in style


async def test_what_somebody_typed_is_not_markup(desk: Desk, post_office: PostOffice) -> None:
    letter = await delivered(desk, post_office, emails.sign_up_code("<b>Tom & Jerry</b>", "012345"))

    assert "<b>" not in letter.html
    assert "<b>Tom & Jerry</b>" in Page(letter.html).words


async def test_a_letter_to_nobody_goes_nowhere(desk: Desk, post_office: PostOffice) -> None:
    async with desk.database.transaction() as connection:
        await desk.outbox().enqueue(connection, None, EMAILS[1])

    assert await desk.outbox().deliver_due() == 0
    assert post_office.is_empty()


async def test_a_last_letter_leaves_nothing_sent_or_not(desk: Desk, post_office: PostOffice) -> None:
    for answer in ("250 OK", "550 no such person"):
        post_office.answer = answer
        async with desk.database.transaction() as connection:
            await desk.outbox().enqueue(
                connection, "alice@example.org", emails.account_deleted("Inflow"), leaves_nothing=True
            )
        await desk.outbox().deliver_due()
        async with desk.database.connection() as connection:
            assert await connection.text("SELECT id FROM mail_outbox") == []


async def test_letters_to_an_address_can_be_forgotten(desk: Desk, post_office: PostOffice) -> None:
    await desk.write("Waiting")
    async with desk.database.transaction() as connection:
        await desk.outbox().forget_recipient(connection, "alice@example.org")

    assert await desk.outbox().deliver_due() == 0
