"""Emails are in the language of the account, and an account has that of the pages on which it was chosen."""

from __future__ import annotations

import pytest

from identity.house import Browser, House, refusal
from mail.mail_server import MailServer

GERMAN = "de-AT, de;q=0.9, en;q=0.5"


@pytest.fixture
async def alice(house: House) -> Browser:
    """A member whose browser asks for no language."""
    browser = house.visitor()
    await browser.becomes_a_member()
    return browser


def speaks(browser: Browser, language: str) -> None:
    """The member chooses a language on this browser's pages."""
    browser.client.cookies.set("__Host-language", language, domain="inflow.example")


async def test_a_browser_that_prefers_german_signs_up_in_german(house: House, mail_server: MailServer) -> None:
    bernd = house.visitor()
    bernd.headers["Accept-Language"] = GERMAN

    await bernd.signs_up()

    assert "Willkommen bei Inflow" in (await mail_server.next()).text


async def test_what_was_chosen_counts_more_than_what_the_browser_prefers(house: House, mail_server: MailServer) -> None:
    bernd = house.visitor()
    bernd.headers["Accept-Language"] = GERMAN
    speaks(bernd, "en")

    await bernd.signs_up()

    assert "Welcome to Inflow" in (await mail_server.next()).text


async def test_a_cookie_that_another_host_could_have_set_does_not_count(house: House, mail_server: MailServer) -> None:
    bernd = house.visitor()
    bernd.client.cookies.set("language", "de", domain="inflow.example")

    await bernd.signs_up()

    assert "Welcome to Inflow" in (await mail_server.next()).text


async def test_an_email_that_a_stranger_causes_is_in_the_owners_language(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    speaks(alice, "de")
    assert (await alice.post("/language")).status_code == 204

    await house.visitor(peer="198.51.100.9").resets()

    email = await mail_server.next()
    assert email.subject.endswith("setzt dein Inflow-Passwort zurück")
    assert '<html lang="de">' in email.html


async def test_a_member_keeps_the_language_of_the_sign_up(house: House, mail_server: MailServer) -> None:
    bernd = house.visitor()
    speaks(bernd, "de")
    await bernd.becomes_a_member()
    speaks(bernd, "en")

    await bernd.resets()

    assert (await mail_server.next()).subject.endswith("setzt dein Inflow-Passwort zurück")


@pytest.mark.parametrize("nonsense", ["fr", "", "DE", "../de", "x" * 300])
async def test_a_language_that_is_not_offered_is_the_usual_one(
    house: House, mail_server: MailServer, alice: Browser, nonsense: str
) -> None:
    speaks(alice, nonsense)
    assert (await alice.post("/language")).status_code == 204

    await alice.resets()

    assert (await mail_server.next()).subject.endswith("resets your Inflow password")


async def test_a_visitor_has_no_language_to_keep(house: House) -> None:
    assert refusal(await house.visitor().post("/language")) == (401, "unauthenticated", "Please log in.")
