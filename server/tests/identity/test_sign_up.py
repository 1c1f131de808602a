"""Signing up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from identity.house import House, flags_of, refusal
from mail.mail_server import MailServer

WRONG = (400, "invalid", "Invalid verification code")
OVER = (400, "expired", "This code is no longer valid. Please ask for a new one.")

COOKIE = {"HttpOnly", "Secure", "SameSite=strict", "Path=/"}
CODE_COOKIE = {*COOKIE, "Max-Age=4200"}


def another(code: str) -> str:
    """A code that is not this one."""
    return f"{(int(code) + 1) % 1_000_000:06}"


async def test_the_code_from_the_letter_makes_a_member_who_is_signed_in(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()

    begun = await alice.signs_up()
    email = await mail_server.next()
    verified = await alice.post("/sign-up/verify", challengeId=begun.json()["challengeId"], code=email.code)

    assert begun.status_code == 202
    assert begun.json()["expiresAt"] == "2026-06-01T12:10:00.000Z"
    assert begun.json()["resendAt"] == "2026-06-01T12:01:00.000Z"
    assert (email.to, email.sender) == ("alice@example.org", "Inflow <hello@inflow.example>")
    assert email.subject == f"{email.code} is your Inflow code"
    assert verified.json()["status"] == "complete"
    assert verified.json()["user"]["username"] == "alice"
    assert await alice.is_signed_in()
    assert await house.count("product_users") == 1


async def test_until_then_there_is_no_account(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    await alice.signs_up()
    await mail_server.next()

    assert await house.count("identity_accounts") == 0
    assert refusal(await alice.signs_in()) == (401, "unauthenticated", "Invalid credentials")


async def test_no_cookie_can_be_read_or_taken_elsewhere(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    begun = await alice.signs_up()
    email = await mail_server.next()
    verified = await alice.post("/sign-up/verify", challengeId=begun.json()["challengeId"], code=email.code)

    assert flags_of(verified, "__Host-sid") == {*COOKIE, "Max-Age=2592000"}
    assert flags_of(verified, "__Host-device") == {*COOKIE, "Max-Age=7776000"}
    assert flags_of(begun, "__Host-challenge") == CODE_COOKIE


async def test_five_wrong_codes_are_the_end_of_it(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code

    answers = [await alice.post("/sign-up/verify", challengeId=challenge, code=another(code)) for _ in range(5)]

    assert [refusal(answer) for answer in answers] == [WRONG, WRONG, WRONG, WRONG, OVER]
    assert refusal(await alice.post("/sign-up/verify", challengeId=challenge, code=code)) == OVER


async def test_a_crowd_of_guesses_has_five_tries_together(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code

    guesses = [alice.post("/sign-up/verify", challengeId=challenge, code=another(code)) for _ in range(9)]
    answers = await asyncio.gather(*guesses)

    assert sorted(refusal(answer)[1] for answer in answers) == ["expired"] * 5 + ["invalid"] * 4


async def test_the_fifth_try_may_be_the_right_one(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code
    for _ in range(4):
        await alice.post("/sign-up/verify", challengeId=challenge, code=another(code))

    assert (await alice.post("/sign-up/verify", challengeId=challenge, code=f" {code} ")).status_code == 200


@pytest.mark.parametrize(("seconds", "status"), [(599, 200), (600, 400)])
async def test_a_code_is_good_for_ten_minutes(house: House, mail_server: MailServer, seconds: int, status: int) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code

    house.wait(seconds=seconds)

    assert (await alice.post("/sign-up/verify", challengeId=challenge, code=code)).status_code == status


async def test_a_code_works_once(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code

    tries = [alice.post("/sign-up/verify", challengeId=challenge, code=code) for _ in range(2)]
    answers = await asyncio.gather(*tries)

    assert sorted(answer.status_code for answer in answers) == [200, 400]
    assert await house.count("identity_accounts") == 1
    assert await house.count("identity_sessions") == 1


async def test_a_code_works_only_in_the_browser_that_asked(house: House, mail_server: MailServer) -> None:
    alice, mallory = house.visitor(), house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code

    for _ in range(6):
        assert refusal(await mallory.post("/sign-up/verify", challengeId=challenge, code=code)) == WRONG
    assert (await alice.post("/sign-up/verify", challengeId=challenge, code=code)).status_code == 200


async def test_a_sign_up_that_fails_leaves_nothing_and_can_be_tried_again(
    house: House, mail_server: MailServer
) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code
    house.fails = True
    with pytest.raises(RuntimeError):
        await alice.post("/sign-up/verify", challengeId=challenge, code=code)

    assert await house.count("identity_accounts") == 0
    assert await house.count("product_users") == 0

    house.fails = False
    assert (await alice.post("/sign-up/verify", challengeId=challenge, code=code)).status_code == 200


async def test_another_code_replaces_the_first(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    first = (await alice.signs_up()).json()["challengeId"]
    first_code = (await mail_server.next()).code
    house.wait(seconds=60)

    resent = await alice.post("/sign-up/resend", challengeId=first)
    second, code = resent.json()["challengeId"], (await mail_server.next()).code

    assert resent.status_code == 202
    assert resent.json().keys() == {"challengeId", "expiresAt", "resendAt"}
    # The browser keeps the cookie that binds the code to it for as long as this code is valid or a new one can be sent.
    assert flags_of(resent, "__Host-challenge") == CODE_COOKIE
    assert refusal(await alice.post("/sign-up/verify", challengeId=first, code=first_code)) == WRONG
    assert (await alice.post("/sign-up/verify", challengeId=second, code=code)).status_code == 200


async def test_after_too_many_wrong_codes_another_can_be_asked_for(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    code = (await mail_server.next()).code
    for _ in range(5):
        await alice.post("/sign-up/verify", challengeId=challenge, code=another(code))
    house.wait(minutes=1)

    following = (await alice.post("/sign-up/resend", challengeId=challenge)).json()["challengeId"]
    code = (await mail_server.next()).code

    assert (await alice.post("/sign-up/verify", challengeId=following, code=code)).status_code == 200


async def test_a_form_waits_for_an_hour_after_its_code_has_expired(house: House) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]
    house.wait(minutes=70, milliseconds=-1)
    resent = await alice.post("/sign-up/resend", challengeId=challenge)
    house.wait(minutes=70)

    too_late = await alice.post("/sign-up/resend", challengeId=resent.json()["challengeId"])

    assert resent.status_code == 202
    assert refusal(too_late) == (
        400,
        "expired",
        "This sign-up is no longer waiting. Please fill in the form again.",
    )


async def test_letters_to_an_address_are_limited(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    challenge = (await alice.signs_up()).json()["challengeId"]

    too_soon = await alice.post("/sign-up/resend", challengeId=challenge)
    assert refusal(too_soon) == (429, "rate_limited", "Please wait 60 seconds before asking for another code.")
    assert too_soon.headers["retry-after"] == "60"


async def test_a_day_has_ten_letters_for_an_address(house: House) -> None:
    alice = house.visitor()

    answers = []
    for _ in range(12):
        answers.append(await alice.signs_up())
        house.wait(minutes=20)  # far enough apart for the hour's limit

    assert [answer.status_code for answer in answers] == [202] * 10 + [429] * 2
    assert answers[-1].json()["message"] == "Please wait 21 hours before asking for another code."
    house.wait(hours=20)
    assert (await alice.signs_up()).status_code == 202


async def test_an_hour_has_five_letters_for_an_address(house: House) -> None:
    alice = house.visitor()

    answers = []
    for _ in range(7):
        answers.append((await alice.signs_up()).status_code)
        house.wait(minutes=2)

    assert answers == [202] * 5 + [429] * 2


async def test_letters_from_a_neighbourhood_are_limited(house: House) -> None:
    answers = []
    for place in range(22):
        mallory = house.visitor(peer=f"203.0.113.{place}")
        answer = await mallory.signs_up(email=f"person{place}@example.org", username=f"person{place}")
        answers.append(answer.status_code)

    assert answers == [202] * 20 + [429] * 2
    elsewhere = house.visitor(peer="2001:db8::1")
    assert (await elsewhere.signs_up()).status_code == 202


async def test_a_letter_that_is_refused_counts_for_nobody(house: House) -> None:
    impatient = house.visitor(peer="203.0.113.1")
    challenge = (await impatient.signs_up()).json()["challengeId"]
    for _ in range(25):
        assert (await impatient.post("/sign-up/resend", challengeId=challenge)).status_code == 429
    for place in range(2, 21):
        neighbour = house.visitor(peer=f"203.0.113.{place}")
        answer = await neighbour.signs_up(email=f"person{place}@example.org", username=f"person{place}")
        assert answer.status_code == 202

    bob = {"email": "bob@example.org", "username": "bob_b"}
    assert (await house.visitor(peer="203.0.113.21").signs_up(**bob)).status_code == 429
    assert (await house.visitor(peer="198.51.100.1").signs_up(**bob)).status_code == 202


async def test_nobody_learns_whether_an_address_has_an_account(house: House, mail_server: MailServer) -> None:
    await house.visitor().becomes_a_member()
    house.wait(hours=1)
    mallory, bob = house.visitor("198.51.100.1"), house.visitor("198.51.100.2")

    known = await mallory.signs_up(username="mallory")
    email = await mail_server.next()
    unknown = await bob.signs_up(email="bob@example.org", username="bob_b", password="High-Tide-1970")

    assert known.status_code == unknown.status_code == 202
    assert set(known.headers) == set(unknown.headers)
    for one, other in zip(known.json().items(), unknown.json().items(), strict=True):
        assert one[0] == other[0]
        assert len(one[1]) == len(other[1])
    assert known.json()["expiresAt"] == unknown.json()["expiresAt"]
    assert email.subject == "You already have an account on Inflow"
    assert "https://inflow.example/login" in email.text


async def test_neither_does_anybody_by_guessing_codes_or_asking_again(house: House, mail_server: MailServer) -> None:
    await house.visitor().becomes_a_member()
    house.wait(hours=1)
    mallory, bob = house.visitor("198.51.100.1"), house.visitor("198.51.100.2")
    known = (await mallory.signs_up(username="mallory")).json()["challengeId"]
    await mail_server.next()
    unknown = (await bob.signs_up(email="bob@example.org", username="bob_b")).json()["challengeId"]
    code = (await mail_server.next()).code

    for who, challenge in ((mallory, known), (bob, unknown)):
        answers = [await who.post("/sign-up/verify", challengeId=challenge, code=another(code)) for _ in range(6)]
        assert [refusal(answer) for answer in answers] == [WRONG] * 4 + [OVER] * 2
        assert (await who.post("/sign-up/resend", challengeId=challenge)).status_code == 429
    house.wait(minutes=1)
    again = [await who.post("/sign-up/resend", challengeId=one) for who, one in ((mallory, known), (bob, unknown))]
    assert [answer.status_code for answer in again] == [202, 202]


async def test_a_username_that_somebody_has_is_taken(house: House, mail_server: MailServer) -> None:
    await house.visitor().becomes_a_member()

    answer = await house.visitor().signs_up(email="bob@example.org", username="ALICE")

    assert refusal(answer) == (409, "conflict", "That username is taken. Please choose another.")
    assert answer.json()["field"] == "username"
    assert mail_server.is_empty()


async def test_a_username_is_kept_free_for_ten_minutes(house: House) -> None:
    await house.visitor().signs_up()
    bob = house.visitor()

    assert (await bob.signs_up(email="bob@example.org")).status_code == 409
    house.wait(minutes=10)
    assert (await bob.signs_up(email="bob@example.org")).status_code == 202


async def test_of_two_who_want_a_username_at_once_one_gets_it(house: House) -> None:
    answers = await asyncio.gather(
        *(house.visitor().signs_up(email=f"{name}@example.org") for name in ("alice", "bob", "carol"))
    )

    assert sorted(answer.status_code for answer in answers) == [202, 409, 409]


async def test_the_form_can_be_sent_again_by_the_same_person(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    await alice.signs_up(fullName="Alice Aba")
    await mail_server.next()
    house.wait(minutes=1)

    member = await alice.becomes_a_member(fullName="Alice Ada")

    assert member["username"] == "alice"


async def test_somebody_who_signed_up_twice_is_told_once_the_address_is_proved(
    house: House, mail_server: MailServer
) -> None:
    phone, desk = house.visitor(), house.visitor()
    slow = (await phone.signs_up()).json()["challengeId"]
    slow_code = (await mail_server.next()).code
    house.wait(minutes=1)
    await desk.becomes_a_member(username="alice_2")

    answer = await phone.post("/sign-up/verify", challengeId=slow, code=slow_code)

    assert refusal(answer) == (409, "conflict", "You already have an account. Please log in.")


async def test_neither_code_nor_password_nor_cookie_is_in_the_database(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    await alice.signs_up()
    email = await mail_server.next()
    secrets = [email.code, "Low-Tide-1969", str(alice.client.cookies.get("__Host-challenge"))]

    async with house.database.connection() as connection:
        names = await connection.text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        rows: list[Any] = []
        for name in names:
            rows += await connection.text(f"SELECT t::text AS text FROM {name.tablename} t")

    dump = "\n".join(row.text for row in rows)
    assert "alice@example.org" in dump
    assert [one for one in secrets if one in dump or one.encode().hex() in dump] == []


async def test_what_is_over_is_forgotten(house: House, mail_server: MailServer) -> None:
    await house.visitor().signs_up()
    house.wait(hours=25)

    await house.accounts.forget_expired()

    for table in ("challenges", "pending_signups", "reserved_usernames", "counters"):
        assert await house.count(f"identity_{table}") == 0
