"""A user with an account at the provider and none here: the sign-in, the rest of the form, and the membership."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from full_names import REAL, SPEAKING_FOR_THE_PRODUCT
from identity.house import flags_of, refusal
from inflow.core.encryption import Secret
from inflow.identity.rules import TERMS_VERSION
from inflow.oidc.providers import ClaimNames, account_id_of
from mail.mail_server import MailServer
from oidc.house import COMPLETE, OidcHouse
from oidc.provider import ALICE, Provider
from reflow.postgres.database import Database

ACCEPTED = "SELECT terms_version, terms_accepted_at FROM identity_accounts"
NOT_WAITING = (400, "expired", "This sign-up is no longer waiting. Please log in again.")


async def test_they_sign_in_over_there_tell_the_rest_and_are_a_member(house: OidcHouse) -> None:
    alice = house.visitor()

    page = await alice.walks()
    asked = await alice.pending()
    completed = await alice.completes()

    assert page == "/get-started?complete"
    assert asked.json() == {
        "issuer": house.provider.issuer,
        "label": "Example",
        "email": "alice@example.org",
        "fullName": "Alice Ada",
        "username": "alice",
        "dateOfBirth": "",
        "missing": ["dateOfBirth", "termsAccepted"],
    }
    account_id = account_id_of(house.provider.issuer, "a-1")
    assert completed.json() == {
        "status": "complete",
        "user": {"clerkId": account_id, "username": "alice", "email": "alice@example.org"},
    }
    assert await alice.who() == account_id


async def test_the_version_of_the_terms_and_when_they_were_accepted_are_kept(
    house: OidcHouse, database: Database
) -> None:
    alice = house.visitor()
    await alice.walks()
    await alice.completes()

    async with database.connection() as connection:
        (row,) = await connection.text(ACCEPTED)
    assert (row.terms_version, row.terms_accepted_at) == (TERMS_VERSION, house.now)


async def test_the_way_there_is_tied_to_this_browser(house: OidcHouse) -> None:
    departure = await house.visitor().sets_out()

    query = {name: value for name, (value,) in parse_qs(urlsplit(departure.headers["location"]).query).items()}
    assert query["response_type"] == "code"
    assert query["scope"] == "openid profile email"
    assert query["redirect_uri"] == "https://inflow.example/api/identity/hosted/callback"
    assert query["code_challenge_method"] == "S256"
    assert min(len(query[name]) for name in ("state", "nonce", "code_challenge")) == 43
    (cookie,) = departure.headers.get_list("set-cookie")
    for attribute in ("__Host-visit=", "HttpOnly", "SameSite=lax", "Secure", "Path=/", "Max-Age=600"):
        assert attribute in cookie
    assert departure.headers["cache-control"] == "no-store"
    assert departure.headers["referrer-policy"] == "no-referrer"


async def test_what_they_said_over_there_is_tied_to_this_browser(house: OidcHouse) -> None:
    alice = house.visitor()

    answer = await alice.returns(await alice.goes())

    strict = {"HttpOnly", "SameSite=strict", "Secure", "Path=/", "Max-Age=3600"}
    assert flags_of(answer, "__Host-newcomer") == strict


async def test_nothing_that_opens_anything_is_kept(house: OidcHouse) -> None:
    alice = house.visitor()
    departure = await alice.sets_out()

    secrets = [
        alice.client.cookies["__Host-visit"],
        parse_qs(urlsplit(departure.headers["location"]).query)["state"][0],
    ]
    async with house.database.connection() as connection:
        (row,) = await connection.text("SELECT * FROM hosted_visits")
    assert not any(secret.encode() in value for secret in secrets for value in (row.state_hash, row.cookie_hash))


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        ({"fullName": ""}, "fullName", "Please fill in all fields"),
        ({"username": " "}, "username", "Please fill in all fields"),
        ({"dateOfBirth": ""}, "dateOfBirth", "Please fill in all fields"),
        ({"termsAccepted": False}, "termsAccepted", "Please accept the terms and conditions"),
        ({"fullName": "Alice"}, "fullName", "Please enter both first and last name separated by a space"),
        ({"fullName": "Alice 4da"}, "fullName", "Names can only contain letters and spaces"),
        ({"fullName": "Alice " + "A" * 20}, "fullName", "Full name must be 25 characters or less"),
        ({"username": "al"}, "username", "Username must be at least 3 characters long"),
        ({"username": "a-l-i-c-e"}, "username", "Username can only contain letters, numbers, and underscores"),
        ({"username": "a" * 21}, "username", "Username must be 20 characters or less"),
        ({"username": "sh1thead"}, "username", "Inappropriate language detected. Please revise your input."),
        ({"fullName": "Fuck Face"}, "fullName", "Inappropriate language detected. Please revise your input."),
        ({"dateOfBirth": "2020-01-01"}, "dateOfBirth", "You must be at least 15 years old to sign up"),
        ({"dateOfBirth": "yesterday"}, "dateOfBirth", "Please enter a valid date of birth"),
    ],
)
async def test_the_rules_are_those_of_sign_up(
    house: OidcHouse, changed: dict[str, Any], field: str, words: str
) -> None:
    alice = house.visitor()
    await alice.walks()

    answer = await alice.completes(**changed)

    assert refusal(answer) == (400, "invalid", words)
    assert answer.json()["field"] == field
    assert await house.count("identity_accounts") == 0
    if "15 years" in words:
        assert refusal(await alice.completes()) == (400, "invalid", words)
        alice.client.cookies.delete("__Host-entry")  # a day later
    assert (await alice.completes()).status_code == 200


@pytest.mark.parametrize("name", SPEAKING_FOR_THE_PRODUCT)
async def test_a_full_name_that_speaks_for_the_product_is_refused(house: OidcHouse, name: str) -> None:
    alice = house.visitor()
    await alice.walks()

    answer = await alice.completes(fullName=name)

    assert refusal(answer) == (400, "invalid", "Inappropriate language detected. Please revise your input.")
    assert answer.json()["field"] == "fullName"
    assert await house.count("identity_accounts") == 0
    assert (await alice.completes()).status_code == 200


@pytest.mark.parametrize("name", REAL)
async def test_a_real_name_of_any_script_is_accepted(house: OidcHouse, name: str) -> None:
    await house.visitor().joins(fullName=name)

    async with house.database.connection() as connection:
        (row,) = await connection.text("SELECT full_name FROM product_users")
    assert row.full_name == name


async def test_the_youngest_is_fifteen_today(house: OidcHouse) -> None:
    today = house.now.date()
    born, too_late = today.replace(year=today.year - 15), today.replace(year=today.year - 15) + timedelta(days=1)
    alice = house.visitor()
    await alice.walks()

    assert (await alice.completes(dateOfBirth=too_late.isoformat())).status_code == 400
    alice.client.cookies.delete("__Host-entry")  # a day later
    assert (await alice.completes(dateOfBirth=born.isoformat())).status_code == 200


@pytest.mark.parametrize("name", ["admin", "inflow_support", "settings"])
async def test_a_username_that_nobody_gets_is_told_like_one_that_is_taken(house: OidcHouse, name: str) -> None:
    alice = house.visitor()
    await alice.walks()

    answer = await alice.completes(username=name)

    assert refusal(answer) == (409, "conflict", "That username is taken. Please choose another.")
    assert answer.json()["field"] == "username"
    assert (await alice.completes()).status_code == 200


async def test_a_username_of_another_member_is_refused(house: OidcHouse) -> None:
    await house.visitor().joins("b-1", username="alice")
    alice = house.visitor()
    await alice.walks()

    answer = await alice.completes()

    assert refusal(answer) == (409, "conflict", "That username is taken. Please choose another.")
    assert (await alice.completes(username="alice2")).status_code == 200


async def test_a_username_that_waits_for_a_code_is_refused(house: OidcHouse) -> None:
    await house.visitor().signs_up(email="somebody@example.org")
    alice = house.visitor()
    await alice.walks()

    assert refusal(await alice.completes())[:2] == (409, "conflict")
    house.wait(minutes=11)
    assert (await alice.completes()).status_code == 200


async def test_a_failure_to_store_is_told_and_can_be_tried_again(house: OidcHouse) -> None:
    alice = house.visitor()
    await alice.walks()
    house.fails = True

    answer = await alice.completes()

    words = "Account created but failed to save additional data. Please contact support."
    assert refusal(answer) == (500, "not_saved", words)
    assert [await house.count(table) for table in ("identity_accounts", "product_users", "identity_sessions")] == [
        0
    ] * 3
    house.fails = False
    assert (await alice.completes()).status_code == 200


async def test_sending_the_form_twice_at_once_makes_one_member(house: OidcHouse) -> None:
    alice = house.visitor()
    await alice.walks()

    answers = await asyncio.gather(*(alice.completes() for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    assert await house.count("product_users") == 1


async def test_two_browsers_at_once_make_one_member(house: OidcHouse) -> None:
    desk, telephone = house.visitor(), house.visitor()
    await desk.walks()
    await telephone.walks()

    assert (await desk.completes()).status_code == 200
    assert refusal(await telephone.completes(username="alice2")) == NOT_WAITING
    assert await telephone.walks() == "/homefeed"
    assert await house.count("hosted_newcomers") == 0


async def test_the_form_waits_for_an_hour(house: OidcHouse) -> None:
    alice = house.visitor()
    await alice.walks()
    house.wait(minutes=61)

    assert refusal(await alice.pending()) == NOT_WAITING
    assert refusal(await alice.completes()) == NOT_WAITING


async def test_a_stranger_has_nothing_to_complete(house: OidcHouse) -> None:
    await house.visitor().walks()

    charlie = house.visitor()

    assert refusal(await charlie.pending()) == NOT_WAITING
    assert refusal(await charlie.completes()) == NOT_WAITING


async def test_a_foreign_page_cannot_complete_it(house: OidcHouse) -> None:
    alice = house.visitor()
    await alice.walks()
    foreign = {**alice.headers, "Sec-Fetch-Site": "cross-site"}

    answer = await alice.client.post("/api/identity/hosted/complete", json=COMPLETE, headers=foreign)

    assert refusal(answer)[:2] == (403, "forbidden")


async def test_a_person_who_is_too_young_over_there_is_too_young_here(house: OidcHouse, provider: Provider) -> None:
    provider.knows("c-1", {**ALICE, "birthdate": "2020-02-28"})
    charlie = house.visitor()
    await charlie.walks("c-1")

    answer = await charlie.completes(dateOfBirth="1990-02-28")

    assert refusal(answer) == (400, "invalid", "You must be at least 15 years old to sign up")


@pytest.mark.parametrize(
    ("claims", "missing"),
    [
        ({}, ["fullName", "username", "dateOfBirth", "termsAccepted"]),
        ({"name": "Cher"}, ["fullName", "username", "dateOfBirth", "termsAccepted"]),
        ({"name": 7, "preferred_username": ["alice"]}, ["fullName", "username", "dateOfBirth", "termsAccepted"]),
        ({"preferred_username": "alice.ada"}, ["fullName", "username", "dateOfBirth", "termsAccepted"]),
        ({"preferred_username": "sh1thead"}, ["fullName", "username", "dateOfBirth", "termsAccepted"]),
        ({"birthdate": "2020-02-28"}, ["fullName", "username", "dateOfBirth", "termsAccepted"]),
        ({**ALICE, "preferred_username": "admin"}, ["username", "dateOfBirth", "termsAccepted"]),
        ({**ALICE, "name": "Inflow Anna"}, ["fullName", "dateOfBirth", "termsAccepted"]),
        ({**ALICE, "birthdate": "1990-02-28"}, ["termsAccepted"]),
    ],
)
async def test_only_what_sign_up_would_accept_is_suggested(
    house: OidcHouse, provider: Provider, claims: dict[str, Any], missing: list[str]
) -> None:
    provider.knows("c-1", claims)
    charlie = house.visitor()
    await charlie.walks("c-1")

    assert (await charlie.pending()).json()["missing"] == missing


@pytest.mark.parametrize("said", [None, False, "false", 1])
async def test_an_address_that_the_provider_has_not_proved_is_not_taken(
    house: OidcHouse, provider: Provider, said: object
) -> None:
    provider.knows("c-1", {**ALICE, "email_verified": said})
    charlie = house.visitor()
    await charlie.walks("c-1")

    assert (await charlie.pending()).json()["email"] is None


async def test_claims_may_have_other_names(
    database: Database, secret: Secret, mail_server: MailServer, provider: Provider
) -> None:
    provider.knows("c-1", {"displayed": "Charlie Chen", "login": "charlie"})
    names = ClaimNames(name="displayed", username="login")
    async with OidcHouse(database, secret, mail_server, provider, claims=names) as house:
        charlie = house.visitor()
        await charlie.walks("c-1")

        asked = (await charlie.pending()).json()

    assert (asked["fullName"], asked["username"]) == ("Charlie Chen", "charlie")


async def test_what_the_id_token_leaves_out_is_asked_for(house: OidcHouse, provider: Provider) -> None:
    kept = ("iss", "sub", "aud", "exp", "iat", "nonce")
    provider.forge = lambda at, claims: at.signed({name: claims[name] for name in kept})
    alice = house.visitor()
    await alice.walks()

    assert (await alice.pending()).json()["fullName"] == "Alice Ada"


async def test_what_is_said_about_somebody_else_is_not_taken(house: OidcHouse, provider: Provider) -> None:
    kept = ("iss", "sub", "aud", "exp", "iat", "nonce")
    provider.forge = lambda at, claims: at.signed({**{name: claims[name] for name in kept}, "sub": "m-1"})
    mallory = house.visitor()
    await mallory.walks()

    assert (await mallory.pending()).json()["fullName"] == ""


async def test_an_address_links_nobody_to_an_account_with_a_password(house: OidcHouse) -> None:
    member = await house.visitor().becomes_a_member(username="alice_by_mail")
    alice = house.visitor()

    user = await alice.joins()

    assert user["clerkId"] != member["clerkId"]
    assert user["email"] == member["email"]
    assert await house.count("identity_accounts") == 2


async def test_a_password_opens_no_account_that_the_provider_vouches_for(house: OidcHouse) -> None:
    await house.visitor().joins()

    for password in ("", "None", "Low-Tide-1969"):
        assert (await house.visitor().signs_in("alice", password)).status_code in (400, 401)
    begun = await house.visitor().post("/reset", email="alice@example.org")
    assert begun.status_code == 202
    async with house.database.connection() as connection:
        assert await connection.text("SELECT id FROM mail_outbox WHERE recipient <> ''") == []
