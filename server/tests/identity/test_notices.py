"""The emails that tell a member about changes to their account."""

from __future__ import annotations

import pytest

from identity.house import Browser, House
from inflow.identity.rules import browser_named
from mail.mail_server import MailServer

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
async def alice(house: House, mail_server: MailServer) -> Browser:
    """Alice's browser, signed in."""
    browser = house.visitor()
    await browser.becomes_a_member()
    return browser


async def test_a_browser_that_is_new_is_told_of_and_a_known_one_is_not(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    laptop = house.visitor()
    laptop.headers["User-Agent"] = FIREFOX

    await laptop.signs_in()

    email = await mail_server.next()
    assert (email.to, email.subject) == ("alice@example.org", "New login to your Inflow account")
    assert "A new browser logged in to your account on 2026-06-01 12:00 UTC: Firefox on Linux." in email.text
    for known in (laptop, alice):
        await known.signs_in()
    assert await _has_none(house, mail_server)


async def test_a_wrong_password_is_not_told(house: House, mail_server: MailServer, alice: Browser) -> None:
    await house.visitor().signs_in(password="Wrong-Tide-1")

    assert await _has_none(house, mail_server)


async def test_the_owner_is_told_once_per_lock(house: House, mail_server: MailServer, alice: Browser) -> None:
    await _guesses(house, 14)

    email = await mail_server.next()
    assert (email.to, email.subject) == (
        "alice@example.org",
        "Too many login attempts for your Inflow account",
    )
    assert await _has_none(house, mail_server)
    house.wait(minutes=61)
    await _guesses(house, 11, peer="198.51.101.7")
    assert (await mail_server.next()).subject == email.subject


async def test_five_letters_a_day_about_it_are_enough(house: House, mail_server: MailServer, alice: Browser) -> None:
    async def letters_of_a_lock() -> int:
        before = mail_server.mentions
        house.wait(hours=1)
        await _guesses(house, 11)
        await house.letters_are_out()
        return mail_server.mentions - before

    assert [await letters_of_a_lock() for _ in range(7)] == [1] * 5 + [0] * 2
    house.wait(hours=17)
    assert await letters_of_a_lock() == 1


async def test_nobody_is_told_of_a_lock_on_a_name_that_nobody_has(house: House, mail_server: MailServer) -> None:
    await _guesses(house, 12, "nobody@example.org")

    assert await _has_none(house, mail_server)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
            "Chrome on Windows",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36 OPR/90", "Opera on Android"),
        ("Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari on iPad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1", "Safari on Mac"),
        ("Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0 Safari/537.36", "Chrome on ChromeOS"),
        ("curl/8.0 <script>" + "x" * 10_000, "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_what_a_person_calls_their_browser(said: str, named: str) -> None:
    assert browser_named(said) == named


async def _has_none(house: House, mail_server: MailServer) -> bool:
    """Whether no email arrived, once none waits to be sent."""
    await house.letters_are_out()
    return mail_server.is_empty()


async def _guesses(house: House, times: int, name: str = "alice", *, peer: str = "198.51.100.7") -> None:
    """A stranger guesses from one address, as slowly as that address's limit requires."""
    for _ in range(times):
        await house.visitor(peer).signs_in(name, "Wrong-Tide-1")
        house.wait(seconds=11)
