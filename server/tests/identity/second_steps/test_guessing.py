"""What keeps a thief with the password out."""

from __future__ import annotations

import pytest

from identity.house import Browser, House, refusal
from identity.second_step import (
    PASSWORD,
    SLOW_DOWN,
    TOO_LATE,
    WRONG_CODE,
    adds_app,
    enters_with_app,
    methods_after_password,
    proves_by_password,
    shown,
)
from mail.mail_server import MailServer


async def test_a_second_step_belongs_to_the_browser_with_the_password(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    await methods_after_password(house.visitor("198.51.100.1"))

    answer = await house.visitor("198.51.100.2").post("/sign-in/second-step", code=shown(app, house))

    assert refusal(answer) == TOO_LATE


@pytest.mark.parametrize(("minutes", "seconds", "status"), [(9, 59, 200), (10, 0, 400), (10, 1, 400)])
async def test_a_second_step_has_ten_minutes(
    house: House, alice: Browser, minutes: int, seconds: int, status: int
) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    phone = house.visitor("198.51.100.1")
    await methods_after_password(phone)
    house.wait(minutes=minutes, seconds=seconds)

    assert (await phone.post("/sign-in/second-step", code=shown(app, house))).status_code == status


async def test_five_wrong_codes_end_the_second_step(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    phone = house.visitor("198.51.100.1")
    await methods_after_password(phone)
    for _ in range(4):
        assert refusal(await phone.post("/sign-in/second-step", code="000000")) == WRONG_CODE
    assert (await phone.post("/sign-in/second-step", code=shown(app, house))).status_code == 200

    await phone.post("/sign-out")
    house.wait(minutes=1)
    await methods_after_password(phone)
    for _ in range(5):
        assert refusal(await phone.post("/sign-in/second-step", code="000000")) == WRONG_CODE
    assert refusal(await phone.post("/sign-in/second-step", code=shown(app, house))) == TOO_LATE


async def test_guessing_codes_is_limited_and_the_owner_hears_that_the_password_is_known(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await proves_by_password(alice)
    app, codes = await adds_app(alice)
    assert codes is not None
    await mail_server.next()
    thief = house.visitor("198.51.100.66")
    for _ in range(2):
        await methods_after_password(thief)
        for _ in range(5):
            assert refusal(await thief.post("/sign-in/second-step", code="000000")) == WRONG_CODE
        house.wait(seconds=10)
    await methods_after_password(thief)

    assert refusal(await thief.post("/sign-in/second-step", code=shown(app, house))) == SLOW_DOWN

    assert (await mail_server.next()).subject == "Someone knows your Inflow password"
    # Alice's own browser is known, and counts for itself.
    house.wait(minutes=1)
    await enters_with_app(alice, app)
    # A new browser of hers has a code that cannot be guessed.
    phone = house.visitor("198.51.100.1")
    await methods_after_password(phone)
    assert (await phone.post("/sign-in/second-step", code=codes[0])).status_code == 200


async def test_a_new_password_ends_a_sign_in_that_waits_for_its_second_step(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    await mail_server.next()
    thief = house.visitor("198.51.100.66")
    await methods_after_password(thief)
    changed = await alice.post("/password", currentPassword=PASSWORD, newPassword="High-Tide-2026")
    assert changed.status_code == 200
    house.wait(minutes=1)

    assert refusal(await thief.post("/sign-in/second-step", code=shown(app, house))) == TOO_LATE


async def test_a_reset_by_email_does_not_go_round_the_second_step(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await proves_by_password(alice)
    await adds_app(alice)
    await mail_server.next()
    thief = house.visitor("198.51.100.66")
    challenge = await thief.resets()
    code = (await mail_server.next()).code
    done = await thief.post("/reset/complete", challengeId=challenge, code=code, newPassword="High-Tide-2026")
    assert done.status_code == 200

    answer = await thief.signs_in(password="High-Tide-2026")

    assert answer.json()["status"] == "second step"


async def test_the_owner_hears_of_guesses_once_a_day(house: House, mail_server: MailServer, alice: Browser) -> None:
    await proves_by_password(alice)
    await adds_app(alice)
    await mail_server.next()

    async def guesses_until_refused() -> None:
        thief = house.visitor("198.51.100.66")
        answer = None
        while answer is None or answer.status_code != 429:
            await methods_after_password(thief)
            answer = await thief.post("/sign-in/second-step", code="000000")
            house.wait(seconds=13)

    await guesses_until_refused()
    assert (await mail_server.next()).subject == "Someone knows your Inflow password"
    house.wait(hours=2)
    await guesses_until_refused()
    house.wait(hours=22)
    await guesses_until_refused()
    assert (await mail_server.next()).subject == "Someone knows your Inflow password"
    await house.letters_are_out()
    assert mail_server.is_empty()
