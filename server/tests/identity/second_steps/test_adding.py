"""Adding and removing second steps, each after a proof."""

from __future__ import annotations

import pyotp
import pytest

from identity.house import URL, Browser, House, refusal
from identity.passkey_device import PasskeyDevice
from identity.second_step import (
    PROVE_FIRST,
    WRONG_CODE,
    WRONG_PASSKEY,
    adds_app,
    adds_passkey,
    enters_with_app,
    listed,
    proves_by_password,
    shown,
)
from mail.mail_server import MailServer


async def test_a_member_adds_a_passkey_and_gets_ten_recovery_codes(
    house: House, mail_server: MailServer, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)

    codes = await adds_passkey(alice, device)

    assert codes is not None
    assert len(set(codes)) == 10
    assert all(len(code.replace("-", "")) == 24 for code in codes)
    mine = await listed(alice)
    assert [each["name"] for each in mine["passkeys"]] == ["Phone"]
    assert (mine["authenticatorSince"], mine["recoveryCodes"], mine["devices"]) == (None, 10, [])
    email = await mail_server.next()
    assert email.subject == "A second step was added to your Inflow account"
    assert "the passkey “Phone”" in email.text
    assert [has_one for _, has_one in house.second_steps] == [True]


async def test_a_member_adds_an_app_by_its_qr_code(house: House, mail_server: MailServer, alice: Browser) -> None:
    await proves_by_password(alice)
    begun = (await alice.post("/factors/authenticator/begin")).json()
    assert begun["uri"] == f"otpauth://totp/Inflow:alice?secret={begun['seed']}&issuer=Inflow"
    assert begun["qrPath"].startswith("M2 2h1v1h-1z")
    assert (await listed(alice))["authenticatorSince"] is None

    confirmed = await alice.post("/factors/authenticator/confirm", code=shown(pyotp.TOTP(begun["seed"]), house))

    assert len(confirmed.json()["recoveryCodes"]) == 10
    assert (await listed(alice))["authenticatorSince"] == "2026-06-01T12:00:00.000Z"
    assert "an authenticator app" in (await mail_server.next()).text


async def test_an_app_that_showed_no_right_code_yet_is_not_asked_for(alice: Browser) -> None:
    await proves_by_password(alice)
    await alice.post("/factors/authenticator/begin")
    assert refusal(await alice.post("/factors/authenticator/confirm", code="000000")) == WRONG_CODE

    assert (await alice.signs_in()).json() == {"status": "complete"}


async def test_the_second_second_step_brings_no_codes(house: House, alice: Browser, device: PasskeyDevice) -> None:
    await proves_by_password(alice)
    _, codes = await adds_app(alice)
    assert codes is not None

    assert await adds_passkey(alice, device) is None
    assert [has_one for _, has_one in house.second_steps] == [True]


async def test_nothing_is_added_or_removed_without_a_proof(house: House, alice: Browser, device: PasskeyDevice) -> None:
    guarded = [
        ("/factors/passkeys/options", {}),
        ("/factors/passkeys/x/remove", {}),
        ("/factors/authenticator/begin", {}),
        ("/factors/authenticator/confirm", {"code": "123456"}),
        ("/factors/authenticator/remove", {}),
        ("/factors/recovery-codes", {}),
    ]
    for path, body in guarded:
        assert refusal(await alice.post(path, **body)) == PROVE_FIRST

    await proves_by_password(alice)
    house.wait(minutes=5)
    assert (await alice.post("/factors/passkeys/options")).status_code == 200
    house.wait(seconds=1)
    for path, body in guarded:
        assert refusal(await alice.post(path, **body)) == PROVE_FIRST


async def test_a_wrong_password_proves_nothing(alice: Browser) -> None:
    assert refusal(await alice.post("/proof", password="Wrong-1234")) == (400, "invalid", "Invalid credentials")
    assert refusal(await alice.post("/factors/passkeys/options")) == PROVE_FIRST


async def test_a_member_has_ten_passkeys_at_most(alice: Browser, house: House) -> None:
    await proves_by_password(alice)
    for number in range(10):
        await adds_passkey(alice, PasskeyDevice(URL), f"Key {number}")

    refused = await alice.post("/factors/passkeys/options")

    assert refusal(refused) == (409, "conflict", "You have 10 passkeys. Remove one first.")


@pytest.mark.parametrize(("name", "status"), [("n" * 39, 204), ("n" * 40, 204), ("n" * 41, 400), (" ", 400)])
async def test_the_name_of_a_passkey_has_at_most_forty_characters(
    alice: Browser, device: PasskeyDevice, name: str, status: int
) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    (passkey,) = (await listed(alice))["passkeys"]

    assert (await alice.post(f"/factors/passkeys/{passkey['id']}/rename", name=name)).status_code == status
    (renamed,) = (await listed(alice))["passkeys"]
    assert renamed["name"] == (name if status == 204 else "Phone")


async def test_a_device_that_does_not_check_its_owner_is_refused(alice: Browser) -> None:
    await proves_by_password(alice)
    begun = await alice.post("/factors/passkeys/options")
    careless = PasskeyDevice(URL, checks_owner=False)

    added = await alice.post("/factors/passkeys", passkey=careless.creates(begun.json()["options"]), name="Key")

    assert refusal(added) == WRONG_PASSKEY


async def test_a_passkey_made_on_another_page_is_refused(alice: Browser) -> None:
    await proves_by_password(alice)
    begun = await alice.post("/factors/passkeys/options")
    phished = PasskeyDevice("https://inflow.example.evil.test")

    added = await alice.post("/factors/passkeys", passkey=phished.creates(begun.json()["options"]), name="Key")

    assert refusal(added) == WRONG_PASSKEY


async def test_the_last_second_step_takes_codes_and_trust_with_it(
    house: House, mail_server: MailServer, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    await adds_passkey(alice, device)
    house.wait(minutes=1)
    await enters_with_app(alice, app, trust=True)
    (passkey,) = (await listed(alice))["passkeys"]

    assert (await alice.post("/factors/authenticator/remove")).status_code == 204
    assert (await listed(alice))["recoveryCodes"] == 10
    assert (await alice.post(f"/factors/passkeys/{passkey['id']}/remove")).status_code == 204

    mine = await listed(alice)
    assert (mine["passkeys"], mine["authenticatorSince"], mine["recoveryCodes"], mine["devices"]) == ([], None, 0, [])
    assert [has_one for _, has_one in house.second_steps] == [True, False]
    assert (await house.visitor("198.51.100.1").signs_in()).json() == {"status": "complete"}


async def test_nobody_removes_renames_or_forgets_what_is_anothers(
    house: House, mail_server: MailServer, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    await mail_server.next()
    (passkey,) = (await listed(alice))["passkeys"]
    bob = house.visitor("198.51.100.5")
    await bob.becomes_a_member(email="bob@example.org", username="bob_b")
    await proves_by_password(bob)

    for path, body in (("remove", {}), ("rename", {"name": "Mine"})):
        assert (await bob.post(f"/factors/passkeys/{passkey['id']}/{path}", **body)).status_code == 404

    assert [each["name"] for each in (await listed(alice))["passkeys"]] == ["Phone"]
    assert (await listed(bob))["passkeys"] == []
