"""A visitor who is too young and changes the date; and the version of the terms that a member accepted."""

from __future__ import annotations

import hashlib

from architecture.sources import WEB
from identity.house import House, flags_of, refusal
from inflow.identity.rules import TERMS_VERSION
from mail.mail_server import MailServer

TOO_YOUNG = (400, "invalid", "You must be at least 15 years old to sign up")
TERMS = {"1": "086e0304"}
"""By version: the first characters of the hash of the terms that members read and accept."""


async def test_whoever_was_too_young_cannot_just_change_the_date(house: House, mail_server: MailServer) -> None:
    child = house.visitor()

    first = await child.signs_up(dateOfBirth="2015-05-05")
    second = await child.signs_up(dateOfBirth="1990-02-28")
    third = await child.signs_up(email="", dateOfBirth="1980-01-01")

    assert refusal(first) == refusal(second) == refusal(third) == TOO_YOUNG
    assert flags_of(first, "__Host-entry") == {"HttpOnly", "Max-Age=86400", "Path=/", "SameSite=strict", "Secure"}
    assert "2015" not in str(child.client.cookies.get("__Host-entry"))
    assert mail_server.is_empty()


async def test_the_day_begins_with_the_first_refusal_and_is_not_drawn_out(house: House) -> None:
    child = house.visitor()
    await child.signs_up(dateOfBirth="2015-05-05")

    again = await child.signs_up(dateOfBirth="2014-05-05")

    assert "set-cookie" not in again.headers


async def test_nothing_else_that_is_wrong_closes_the_door(house: House, mail_server: MailServer) -> None:
    visitor = house.visitor()
    for wrong in ({"dateOfBirth": "2030-01-01"}, {"dateOfBirth": "x"}, {"password": "short"}, {"termsAccepted": False}):
        assert "set-cookie" not in (await visitor.signs_up(**wrong)).headers

    assert (await visitor.signs_up()).status_code == 202


async def test_other_browsers_and_members_who_log_in_are_not_concerned(house: House, mail_server: MailServer) -> None:
    shared = house.visitor()
    await house.visitor().becomes_a_member()
    await shared.signs_up(dateOfBirth="2015-05-05", username="a_child")

    assert (await shared.signs_in()).status_code == 200


async def test_the_version_of_the_terms_and_when_they_were_accepted_are_kept(
    house: House, mail_server: MailServer
) -> None:
    alice = house.visitor()
    began = house.now
    first = await alice.signs_up()
    await mail_server.next()
    house.wait(minutes=2)
    again = await alice.post("/sign-up/resend", challengeId=first.json()["challengeId"])
    code = (await mail_server.next()).code
    verified = await alice.post("/sign-up/verify", challengeId=again.json()["challengeId"], code=code)

    assert verified.status_code == 200
    async with house.database.connection() as connection:
        (row,) = await connection.text("SELECT terms_version, terms_accepted_at FROM identity_accounts")
    assert (row.terms_version, row.terms_accepted_at) == (TERMS_VERSION, began)


def test_other_words_are_another_version() -> None:
    """If this fails, raise TERMS_VERSION, and add the hash of the new words under it."""
    words = (WEB / "locales" / "en" / "terms.json").read_bytes()
    digest = hashlib.sha256(words).hexdigest()

    assert TERMS[TERMS_VERSION] == digest[:8]
