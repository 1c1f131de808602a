"""Signing in by a second step after the password, or by a passkey alone."""

from __future__ import annotations

import asyncio

import pytest

from identity.house import URL, Browser, House, refusal
from identity.passkey_device import PasskeyDevice
from identity.second_step import (
    TOO_LATE,
    UNKNOWN_PASSKEY,
    WRONG_CODE,
    WRONG_PASSKEY,
    WRONG_RECOVERY,
    adds_app,
    adds_passkey,
    enters_with_app,
    listed,
    methods_after_password,
    proves_by_password,
    shown,
    signs_in_with_passkey,
)
from mail.mail_server import MailServer


async def test_a_password_alone_opens_nothing_once_there_is_a_second_step(
    house: House, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    stranger = house.visitor("198.51.100.9")

    assert await methods_after_password(stranger) == ["passkey", "recovery code"]
    assert stranger.session is None
    assert not await stranger.is_signed_in()


async def test_a_code_of_the_app_opens_the_session(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    phone = house.visitor("198.51.100.1")

    await enters_with_app(phone, app)

    assert len(await phone.sessions()) == 2


async def test_a_code_counts_once(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    code = shown(app, house)
    await enters_with_app(house.visitor("198.51.100.1"), app)
    thief = house.visitor("198.51.100.2")
    await methods_after_password(thief)

    assert refusal(await thief.post("/sign-in/second-step", code=code)) == WRONG_CODE


@pytest.mark.parametrize(("steps", "status"), [(-2, 400), (-1, 200), (0, 200), (1, 200), (2, 400)])
async def test_the_clock_of_the_app_may_differ_by_one_step(
    house: House, alice: Browser, steps: int, status: int
) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=5)
    phone = house.visitor("198.51.100.1")
    await methods_after_password(phone)

    answer = await phone.post("/sign-in/second-step", code=app.at(house.now, counter_offset=steps))

    assert answer.status_code == status


async def test_a_code_may_have_a_space_in_it(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    phone = house.visitor("198.51.100.1")
    await methods_after_password(phone)
    code = shown(app, house)

    answer = await phone.post("/sign-in/second-step", code=f" {code[:3]} {code[3:]}")

    assert answer.status_code == 200


async def test_a_recovery_code_counts_once_and_is_emailed(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await proves_by_password(alice)
    _, codes = await adds_app(alice)
    assert codes is not None
    await mail_server.next()
    phone = house.visitor("198.51.100.1")
    await methods_after_password(phone)
    assert (await phone.post("/sign-in/second-step", code=codes[3].upper().replace("-", " "))).status_code == 200
    emails = {email.subject: email.text for email in [await mail_server.next(), await mail_server.next()]}
    assert "You have 9 left." in emails["A recovery code of your Inflow account was used"]

    another = house.visitor("198.51.100.2")
    await methods_after_password(another)

    assert refusal(await another.post("/sign-in/second-step", code=codes[3])) == WRONG_RECOVERY
    assert (await another.post("/sign-in/second-step", code=codes[4])).status_code == 200
    assert (await listed(another))["recoveryCodes"] == 8


async def test_of_two_requests_with_one_recovery_code_one_succeeds(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    _, codes = await adds_app(alice)
    assert codes is not None
    browsers = [house.visitor(f"198.51.100.{number}") for number in range(4)]
    for browser in browsers:
        await methods_after_password(browser)

    answers = await asyncio.gather(*(browser.post("/sign-in/second-step", code=codes[0]) for browser in browsers))

    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]


async def test_a_passkey_is_the_second_step(house: House, alice: Browser, device: PasskeyDevice) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    phone = house.visitor("198.51.100.1")
    options = (await phone.signs_in()).json()["passkey"]

    answer = await phone.post("/sign-in/second-step", passkey=device.signs(options))

    assert answer.status_code == 200
    assert await phone.is_signed_in()


async def test_a_passkey_opens_the_session_without_name_and_password(
    house: House, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    house.wait(hours=1)
    phone = house.visitor("198.51.100.1")

    answer = await signs_in_with_passkey(phone, device)

    assert (answer.status_code, answer.json()) == (200, {"status": "complete"})
    assert await phone.is_signed_in()
    (passkey,) = (await listed(phone))["passkeys"]
    assert passkey["lastUsedAt"] == "2026-06-01T13:00:00.000Z"


async def test_a_signature_counts_once_and_in_its_own_browser(
    house: House, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    phone, thief = house.visitor("198.51.100.1"), house.visitor("198.51.100.2")
    options = (await phone.post("/sign-in/passkey/options")).json()["options"]
    await thief.post("/sign-in/passkey/options")
    signed = device.signs(options)

    assert refusal(await thief.post("/sign-in/passkey", passkey=signed)) == WRONG_PASSKEY
    assert (await phone.post("/sign-in/passkey", passkey=signed)).status_code == 200
    assert refusal(await phone.post("/sign-in/passkey", passkey=signed)) == TOO_LATE


async def test_a_copy_of_a_security_key_is_noticed(house: House, alice: Browser) -> None:
    key = PasskeyDevice(URL, counts=True)
    await proves_by_password(alice)
    await adds_passkey(alice, key)
    copy = PasskeyDevice(URL, counts=True, keys=dict(key.keys), signatures=key.signatures)
    phone = house.visitor("198.51.100.1")
    assert (await signs_in_with_passkey(phone, key)).status_code == 200

    assert refusal(await signs_in_with_passkey(phone, copy)) == WRONG_PASSKEY


async def test_a_passkey_that_was_removed_opens_nothing(house: House, alice: Browser, device: PasskeyDevice) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    (passkey,) = (await listed(alice))["passkeys"]
    assert (await alice.post(f"/factors/passkeys/{passkey['id']}/remove")).status_code == 204

    assert refusal(await signs_in_with_passkey(house.visitor("198.51.100.1"), device)) == UNKNOWN_PASSKEY


async def test_the_passkey_of_another_member_is_no_second_step(
    house: House, mail_server: MailServer, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    await mail_server.next()
    bob, bobs = house.visitor("198.51.100.5"), PasskeyDevice(URL)
    await bob.becomes_a_member(email="bob@example.org", username="bob_b")
    await proves_by_password(bob)
    await adds_passkey(bob, bobs)
    thief = house.visitor("198.51.100.6")
    options = (await thief.signs_in()).json()["passkey"]
    for_bob = {**options, "allowCredentials": []}

    assert refusal(await thief.post("/sign-in/second-step", passkey=bobs.signs(for_bob))) == UNKNOWN_PASSKEY
