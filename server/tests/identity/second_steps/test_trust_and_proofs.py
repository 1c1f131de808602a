"""Trusted browsers, proofs within a session, and deployments without second steps."""

from __future__ import annotations

from identity.house import Browser, House, refusal
from identity.passkey_device import PasskeyDevice
from identity.second_step import (
    OFF,
    PASSWORD,
    PROVE_FIRST,
    WRONG_RECOVERY,
    adds_app,
    adds_passkey,
    enters_with_app,
    is_asked,
    listed,
    methods_after_password,
    proves_by_password,
    shown,
)
from inflow.core.encryption import Secret
from mail.mail_server import MailServer
from reflow.postgres.database import Database


async def test_a_trusted_browser_is_not_asked_again_for_thirty_days(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    phone = house.visitor("198.51.100.1")
    await enters_with_app(phone, app, trust=True)
    (trusted,) = (await listed(phone))["devices"]
    assert trusted["current"] is True

    house.wait(days=20)
    assert (await phone.signs_in()).json() == {"status": "complete"}
    house.wait(days=9, hours=23)
    assert (await phone.signs_in()).json() == {"status": "complete"}
    assert len((await listed(phone))["devices"]) == 1
    house.wait(hours=1)
    assert (await phone.signs_in()).json()["status"] == "second step"


async def test_a_browser_that_is_only_knownis_asked(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    phone = house.visitor("198.51.100.1")
    await enters_with_app(phone, app)

    assert await is_asked(phone)


async def test_trust_is_taken_back_from_one_browser_or_from_all(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    phone, laptop = house.visitor("198.51.100.1"), house.visitor("198.51.100.2")
    for browser in (phone, laptop):
        house.wait(minutes=1)
        await enters_with_app(browser, app, trust=True)
    (of_phone,) = [each for each in (await listed(phone))["devices"] if each["current"]]

    assert (await laptop.post(f"/factors/devices/{of_phone['id']}/forget")).status_code == 204
    assert refusal(await laptop.post(f"/factors/devices/{of_phone['id']}/forget")) == (
        404,
        "not_found",
        "This browser is no longer trusted.",
    )
    assert await is_asked(phone)
    assert not await is_asked(laptop)

    assert (await laptop.post("/factors/devices/forget-all")).status_code == 204
    assert await is_asked(laptop)


async def test_a_new_password_ends_all_trust(house: House, mail_server: MailServer, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    phone = house.visitor("198.51.100.1")
    await enters_with_app(phone, app, trust=True)
    await alice.post("/password", currentPassword=PASSWORD, newPassword="High-Tide-2026")

    answer = await phone.signs_in(password="High-Tide-2026")

    assert answer.json()["status"] == "second step"
    assert await house.count("identity_trusted_devices") == 0


async def test_a_member_with_a_second_step_proves_by_it_and_not_by_the_password(
    house: House, alice: Browser, device: PasskeyDevice
) -> None:
    await proves_by_password(alice)
    await adds_passkey(alice, device)
    house.wait(minutes=6)
    begun = (await alice.post("/proof/options")).json()
    assert begun["methods"] == ["passkey", "recovery code"]

    assert (await alice.post("/proof", password=PASSWORD)).json()["message"] == "Please enter the code"
    assert refusal(await alice.post("/factors/recovery-codes")) == PROVE_FIRST
    assert (await alice.post("/proof", passkey=device.signs(begun["passkey"]))).status_code == 204
    assert len((await alice.post("/factors/recovery-codes")).json()["recoveryCodes"]) == 10


async def test_a_proof_changes_the_cookie_and_the_former_one_ends_a_minute_later(house: House, alice: Browser) -> None:
    stolen = house.visitor("198.51.100.66")
    stolen.client.cookies = alice.client.cookies.__class__(alice.client.cookies)
    house.wait(seconds=1)
    await proves_by_password(alice)
    assert alice.session != stolen.session

    await alice.post("/token")
    house.wait(seconds=61)

    assert not await stolen.is_signed_in()
    assert await alice.is_signed_in()


async def test_only_the_newest_question_of_a_session_counts(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    for _ in range(20):
        assert (await alice.post("/proof/options")).status_code == 200

    assert await house.count("identity_ceremonies") == 1
    assert (await alice.post("/proof", code=shown(app, house))).status_code == 204


async def test_new_recovery_codes_replace_the_former_ones(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    _, former = await adds_app(alice)
    assert former is not None
    codes = (await alice.post("/factors/recovery-codes")).json()["recoveryCodes"]
    phone = house.visitor("198.51.100.1")
    await methods_after_password(phone)

    assert refusal(await phone.post("/sign-in/second-step", code=former[0])) == WRONG_RECOVERY
    assert (await phone.post("/sign-in/second-step", code=codes[0])).status_code == 200


async def test_deleting_the_account_takes_the_second_step_too(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=6)

    assert refusal(await alice.post("/delete", password=PASSWORD)) == PROVE_FIRST
    assert (await alice.post("/delete", password=PASSWORD)).json()["field"] == "second step"
    await alice.post("/proof/options")
    assert (await alice.post("/proof", code=shown(app, house))).status_code == 204
    assert (await alice.post("/delete", password=PASSWORD)).status_code == 204
    for table in ("passkeys", "authenticators", "recovery_codes", "trusted_devices", "ceremonies"):
        assert await house.count(f"identity_{table}") == 0


async def test_a_member_without_a_second_step_deletes_the_account_as_before(alice: Browser) -> None:
    assert (await alice.post("/delete", password=PASSWORD)).status_code == 204


async def test_a_fresh_sign_in_with_a_second_step_is_a_proof(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=6)
    phone = house.visitor("198.51.100.1")
    await enters_with_app(phone, app)

    assert (await phone.post("/factors/recovery-codes")).status_code == 200


async def test_where_the_operator_has_it_off_nothing_of_it_answers_and_nothingis_asked(
    house: House, database: Database, secret: Secret, mail_server: MailServer, alice: Browser
) -> None:
    await proves_by_password(alice)
    await adds_app(alice)
    async with House(database, secret, mail_server) as without:
        browser = without.visitor()
        assert (await browser.signs_in()).json() == {"status": "complete"}
        assert refusal(await browser.get("/factors")) == OFF
        paths = ["/factors/passkeys/options", "/sign-in/passkey/options", "/factors/recovery-codes"]
        for path in paths:
            assert refusal(await browser.post(path)) == OFF


async def test_signed_out_visitors_are_told_to_log_in(house: House) -> None:
    visitor = house.visitor()
    paths = ["/proof/options", "/factors/passkeys/options", "/factors/recovery-codes", "/factors/devices/forget-all"]

    assert refusal(await visitor.get("/factors"))[:2] == (401, "unauthenticated")
    for path in paths:
        assert refusal(await visitor.post(path))[:2] == (401, "unauthenticated")


async def test_expired_rows_are_cleaned_up(house: House, alice: Browser) -> None:
    await proves_by_password(alice)
    app, _ = await adds_app(alice)
    house.wait(minutes=1)
    await enters_with_app(alice, app, trust=True)
    await alice.post("/sign-in/passkey/options")
    house.wait(days=31)

    await house.accounts.forget_expired()

    assert await house.count("identity_ceremonies") == 0
    assert await house.count("identity_trusted_devices") == 0
