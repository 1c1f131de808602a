"""A forgotten password."""

from __future__ import annotations

import asyncio

import pytest

from identity.house import Browser, House, flags_of, refusal
from identity.test_sign_in import RESET_FIRST, lock
from identity.test_sign_up import CODE_COOKIE, another
from inflow.identity.passwords.account_passwords import SET_PASSWORD
from inflow.identity.sessions import sessions
from mail.mail_server import MailServer

WRONG = (400, "invalid", "Invalid verification code. Please try again.")
NOT_WAITING = (400, "expired", "This reset is no longer waiting. Please enter your email again.")
OVER = (400, "expired", "This code is no longer valid. Please ask for a new one.")
NEW = "High-Tide-2026"


@pytest.fixture
async def alice(house: House, mail_server: MailServer) -> Browser:
    """Alice's browser, signed in, a minute after she signed up."""
    browser = house.visitor()
    await browser.becomes_a_member()
    house.wait(minutes=1)
    return browser


async def test_the_code_from_the_letter_makes_the_new_password_the_password(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    forgetful = house.visitor()

    challenge = await forgetful.resets("Alice@Example.org ")
    email = await mail_server.next()
    done = await forgetful.post("/reset/complete", challengeId=challenge, code=f" {email.code} ", newPassword=NEW)

    assert (done.status_code, done.json()) == (200, {"status": "complete"})
    assert email.subject == f"{email.code} resets your Inflow password"
    assert refusal(await house.visitor().signs_in())[1] == "unauthenticated"
    assert (await house.visitor().signs_in(password=NEW)).status_code == 200


async def test_everything_that_was_open_is_closed_and_nobody_is_signed_in(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    phone = house.visitor()
    await phone.signs_in()
    await mail_server.next()
    token = (await alice.post("/token")).json()["token"]
    before = await house.count("identity_sessions")

    done = await alice.post(
        "/reset/complete",
        challengeId=await alice.resets(),
        code=(await mail_server.next()).code,
        newPassword=NEW,
    )

    assert done.status_code == 200
    assert before == len(house.revoked) == 2
    assert await house.count("identity_sessions") == await house.count("identity_session_tokens") == 0
    assert alice.session is None
    assert not any([await one.is_signed_in() for one in (alice, phone, house.visitor())])
    session = (await house.verifier.verify(token)).session
    assert await house.accounts.open_sessions_among([str(session)]) == set()


async def test_a_browser_that_somebody_else_is_signed_in_with_is_signed_out(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    bob = house.visitor()
    await bob.becomes_a_member(email="bob@example.org", username="bob_b")
    (session,) = await bob.sessions()

    done = await bob.post(
        "/reset/complete", challengeId=await bob.resets(), code=(await mail_server.next()).code, newPassword=NEW
    )

    assert (done.status_code, bob.session) == (200, None)
    assert session["id"] in [one for one, _ in house.revoked]
    assert await house.count("identity_sessions") == 0


async def test_whoever_is_signing_in_with_the_old_password_meanwhile_does_not_stay(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    async with house.database.transaction() as resetting:
        (account,) = await resetting.text("SELECT id FROM identity_accounts")
        await resetting.rows(SET_PASSWORD, {"b_id": account.id, "b_password_hash": "another"})
        signing_in = asyncio.create_task(house.visitor().signs_in())
        async with asyncio.timeout(60), house.database.connection() as connection:
            waits = False
            while not waits:
                await asyncio.sleep(0.01)
                waits = bool(await connection.text("SELECT FROM pg_locks WHERE NOT granted"))
        await sessions.end_all(resetting, account.id)

    assert refusal(await signing_in) == (401, "unauthenticated", "Invalid credentials")
    assert await house.count("identity_sessions") == 0


async def test_the_owner_is_told(house: House, mail_server: MailServer, alice: Browser) -> None:
    challenge = await alice.resets()
    code = (await mail_server.next()).code
    await alice.post("/reset/complete", challengeId=challenge, code=code, newPassword=NEW)

    notice = await mail_server.next()

    assert (notice.to, notice.subject) == ("alice@example.org", "Your Inflow password was changed")
    assert "2026-06-01 12:01 UTC" in notice.text
    assert "https://inflow.example/reset-password" in notice.text


async def test_an_address_without_an_account_gets_the_same_answer_and_no_letter(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    known = await house.visitor().post("/reset", email="alice@example.org")
    await mail_server.next()
    unknown_browser = house.visitor()
    unknown = await unknown_browser.post("/reset", email="nobody@example.org")

    assert known.status_code == unknown.status_code == 202
    assert known.json().keys() == unknown.json().keys() == {"challengeId", "expiresAt", "resendAt"}
    assert {**known.json(), "challengeId": ""} == {**unknown.json(), "challengeId": ""}
    assert known.headers.keys() == unknown.headers.keys()
    answers = [
        await unknown_browser.post(
            "/reset/complete", challengeId=unknown.json()["challengeId"], code="000000", newPassword=NEW
        )
        for _ in range(5)
    ]
    assert [refusal(answer) for answer in answers][-1] == OVER
    assert refusal(answers[0]) == WRONG
    house.wait(minutes=1)
    again = await unknown_browser.post("/reset/resend", challengeId=unknown.json()["challengeId"])
    assert again.status_code == 202
    await house.letters_are_out()
    assert mail_server.is_empty()


async def test_five_wrong_codes_are_the_end_of_it(house: House, mail_server: MailServer, alice: Browser) -> None:
    challenge = await alice.resets()
    code = (await mail_server.next()).code

    answers = [
        await alice.post("/reset/complete", challengeId=challenge, code=another(code), newPassword=NEW)
        for _ in range(5)
    ]

    assert [refusal(answer) for answer in answers] == [WRONG, WRONG, WRONG, WRONG, OVER]
    right = await alice.post("/reset/complete", challengeId=challenge, code=code, newPassword=NEW)
    assert refusal(right) == OVER


async def test_a_code_works_once_and_ends_the_others(house: House, mail_server: MailServer, alice: Browser) -> None:
    desk = house.visitor()
    first = await desk.resets()
    first_code = (await mail_server.next()).code
    house.wait(minutes=1)
    second = await alice.resets()
    second_code = (await mail_server.next()).code

    await alice.post("/reset/complete", challengeId=second, code=second_code, newPassword=NEW)

    for browser, challenge, code in ((alice, second, second_code), (desk, first, first_code)):
        answer = await browser.post("/reset/complete", challengeId=challenge, code=code, newPassword="Ebb-Tide-7")
        assert refusal(answer) == WRONG
    assert (await house.visitor().signs_in(password=NEW)).status_code == 200


async def test_a_code_is_of_use_only_in_the_browser_that_asked(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    challenge = await alice.resets()
    code = (await mail_server.next()).code

    answer = await house.visitor().post("/reset/complete", challengeId=challenge, code=code, newPassword=NEW)

    assert refusal(answer) == WRONG


async def test_a_sign_up_code_resets_nothing(house: House, mail_server: MailServer, alice: Browser) -> None:
    begun = await alice.signs_up(username="alice_2")
    await mail_server.next()

    answer = await alice.post(
        "/reset/complete", challengeId=begun.json()["challengeId"], code="000000", newPassword=NEW
    )

    assert refusal(answer) == WRONG


async def test_another_code_takes_the_place_of_the_first(house: House, mail_server: MailServer, alice: Browser) -> None:
    first = await alice.resets()
    first_code = (await mail_server.next()).code
    assert refusal(await alice.post("/reset/resend", challengeId=first))[:2] == (429, "rate_limited")
    house.wait(minutes=1)

    resent = await alice.post("/reset/resend", challengeId=first)
    second = resent.json()["challengeId"]
    second_code = (await mail_server.next()).code
    assert flags_of(resent, "__Host-challenge") == CODE_COOKIE

    old = await alice.post("/reset/complete", challengeId=first, code=first_code, newPassword=NEW)
    assert refusal(old) == WRONG
    done = await alice.post("/reset/complete", challengeId=second, code=second_code, newPassword=NEW)
    assert done.status_code == 200


async def test_another_code_comes_only_to_where_the_reset_was_asked_for_and_while_it_waits(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    challenge = await alice.resets()
    await mail_server.next()
    house.wait(minutes=1)

    elsewhere = await house.visitor().post("/reset/resend", challengeId=challenge)
    house.wait(days=2)
    too_late = await alice.post("/reset/resend", challengeId=challenge)

    assert refusal(elsewhere) == refusal(too_late) == NOT_WAITING
    assert too_late.json()["field"] == "email"
    assert mail_server.is_empty()


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"newPassword": ""}, "newPassword", "Please fill in all fields"),
        ({"code": "  "}, "code", "Please enter the verification code"),
        ({"newPassword": "Tide-19"}, "newPassword", "Password must be at least 8 characters long"),
        ({"newPassword": "high-tide-1"}, "newPassword", "Password must contain at least one uppercase letter"),
        ({"newPassword": "HIGH-TIDE-1"}, "newPassword", "Password must contain at least one lowercase letter"),
        ({"newPassword": "High-Tide-One"}, "newPassword", "Password must contain at least one number"),
        ({"newPassword": "Password1!"}, "newPassword", "Please choose a password that is harder to guess"),
        ({"newPassword": "Alice-2026"}, "newPassword", "Please choose a password that is harder to guess"),
    ],
)
async def test_what_is_refused_and_does_not_end_the_code(
    house: House, mail_server: MailServer, alice: Browser, typed: dict[str, str], field: str, words: str
) -> None:
    challenge = await alice.resets()
    code = (await mail_server.next()).code
    form = {"challengeId": challenge, "code": code, "newPassword": NEW}

    answer = await alice.post("/reset/complete", **(form | typed))

    assert refusal(answer) == (400, "invalid", words)
    assert answer.json()["field"] == field
    assert (await alice.post("/reset/complete", **form)).status_code == 200


@pytest.mark.parametrize(
    ("email", "words"), [("", "Please fill in all fields"), ("alice", "Please enter a valid email address")]
)
async def test_what_is_no_address(house: House, email: str, words: str) -> None:
    assert refusal(await house.visitor().post("/reset", email=email)) == (400, "invalid", words)


async def test_a_reset_opens_the_lock_that_a_stranger_closed(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await lock(house)
    desk = house.visitor()
    assert refusal(await desk.signs_in()) == RESET_FIRST
    await mail_server.next()
    challenge = await desk.resets()
    code = (await mail_server.next()).code

    await desk.post("/reset/complete", challengeId=challenge, code=code, newPassword=NEW)

    assert (await house.visitor().signs_in(password=NEW)).status_code == 200
