"""Members change their email address: a code to both addresses, and a week in which the former one undoes it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from identity.house import ALICE, Browser, House, refusal
from identity.second_step import adds_app, listed, proves_by_password
from inflow.core.encryption import Secret
from inflow.identity.factors.rules import TwoFactor
from inflow.identity.sign_up.entry import EntryRules
from mail.mail_server import MailServer, Received
from reflow.postgres.database import Database

OLD, NEW = "alice@example.org", "alice@new.example"
PROVE_FIRST = (403, "forbidden", "Confirm that it's you first.")
WRONG_CODE = (400, "invalid", "Invalid verification code")
LINK_OVER = (400, "expired", "This link is no longer valid. Please contact us.")


@pytest.fixture
async def alice(house: House, mail_server: MailServer) -> Browser:
    """Alice's browser, in which she has just proved to be the owner."""
    browser = house.visitor()
    await browser.becomes_a_member()
    await proves_by_password(browser)
    return browser


async def begins(alice: Browser, email: str = NEW) -> dict[str, Any]:
    """Ask for the codes; the challenges."""
    answer = await alice.post("/email", email=email)
    assert answer.status_code == 202, answer.text
    challenges: dict[str, Any] = answer.json()
    return challenges


async def codes(mail_server: MailServer, new: str = NEW) -> dict[str, Received]:
    """The two emails with codes, by their recipients."""
    received = [await mail_server.next(), await mail_server.next()]
    by_recipient = {email.to: email for email in received}
    assert by_recipient.keys() == {OLD, new}
    return by_recipient


async def changes(alice: Browser, mail_server: MailServer, new: str = NEW) -> Received:
    """Change the address; the email to the former one."""
    begun = await begins(alice, new)
    sent = await codes(mail_server, new)
    done = await completes(alice, begun, sent[OLD].code, sent[new].code)
    assert done.status_code == 200, done.text
    return await mail_server.next_to(OLD, "address was changed")


async def completes(alice: Browser, begun: dict[str, Any], former_code: str, code: str) -> Any:
    ids = {"formerChallengeId": begun["former"]["challengeId"], "challengeId": begun["new"]["challengeId"]}
    return await alice.post("/email/complete", **ids, formerCode=former_code, code=code)


def link_in(email: Received) -> str:
    """The part of the undo link behind its ``#``."""
    found = re.search(r"/undo-email-change#(\S+)", email.text)
    assert found is not None, email.text
    return found.group(1)


async def test_the_address_changes_with_the_codes_of_both(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    begun = await begins(alice)
    sent = await codes(mail_server)
    assert all(NEW in email.text for email in sent.values())

    done = await completes(alice, begun, sent[OLD].code, sent[NEW].code)

    assert (done.status_code, done.json()) == (200, {"email": NEW})
    assert list(house.names.values()) == [(NEW, "alice")]
    assert await alice.is_signed_in()
    assert (await house.visitor().signs_in(NEW)).status_code == 200
    assert (await house.visitor().signs_in(OLD)).status_code == 401


@pytest.mark.parametrize("which", ["formerCode", "code"])
async def test_one_wrong_code_changes_nothing(
    house: House, mail_server: MailServer, alice: Browser, which: str
) -> None:
    begun = await begins(alice)
    sent = await codes(mail_server)
    right = {"formerCode": sent[OLD].code, "code": sent[NEW].code}
    wrong = "000000" if right[which] != "000000" else "000001"

    refused = await completes(alice, begun, *{**right, which: wrong}.values())

    assert (refusal(refused), refused.json()["field"]) == (WRONG_CODE, which)
    assert (await completes(alice, begun, *right.values())).status_code == 200


async def test_nothing_changes_without_a_recent_proof(house: House, mail_server: MailServer, alice: Browser) -> None:
    house.wait(minutes=5)
    assert (await alice.post("/email", email=NEW)).status_code == 202
    house.wait(minutes=1)

    assert refusal(await alice.post("/email", email="alice@other.example")) == PROVE_FIRST


@pytest.mark.parametrize(
    ("email", "message"),
    [
        ("", "Please fill in all fields"),
        ("nowhere", "Please enter a valid email address"),
        (ALICE["email"], "This is your address already."),
    ],
)
async def test_what_cannot_be_the_new_address_is_said(alice: Browser, email: str, message: str) -> None:
    assert refusal(await alice.post("/email", email=email)) == (400, "invalid", message)


async def test_the_address_of_another_member_gets_no_code_and_the_answer_does_not_tell(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    bob = house.visitor("198.51.100.5")
    await bob.becomes_a_member(email="bob@example.org", username="bob_b")
    house.wait(minutes=2)

    begun = await begins(alice, "bob@example.org")

    sent = await codes(mail_server, "bob@example.org")
    assert sent["bob@example.org"].subject == "You already have an account on Inflow"
    assert (await completes(alice, begun, sent[OLD].code, "000000")).status_code == 400


async def test_an_address_that_was_taken_meanwhile_is_refused(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    begun = await begins(alice)
    sent = await codes(mail_server)
    house.wait(minutes=2)
    bob = house.visitor("198.51.100.5")
    await bob.becomes_a_member(email=NEW, username="bob_b")

    refused = await completes(alice, begun, sent[OLD].code, sent[NEW].code)

    assert refusal(refused) == (409, "conflict", "Another account has this address.")
    assert (await house.visitor().signs_in(OLD)).status_code == 200


async def test_codes_work_in_the_browser_that_asked_and_for_ten_minutes(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    begun = await begins(alice)
    sent = await codes(mail_server)
    phone = house.visitor("198.51.100.1")
    await phone.signs_in()
    assert refusal(await completes(phone, begun, sent[OLD].code, sent[NEW].code)) == WRONG_CODE
    house.wait(minutes=10)

    refused = await completes(alice, begun, sent[OLD].code, sent[NEW].code)

    assert refused.json()["code"] == "expired"


async def test_the_former_address_undoes_it_within_a_week(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    link = link_in(await changes(alice, mail_server))
    house.wait(days=6, hours=23, minutes=59)
    visitor = house.visitor("198.51.100.9")

    undone = await visitor.post("/email/undo", link=link)

    assert undone.status_code == 204, undone.text
    assert list(house.names.values()) == [(OLD, "alice")]
    assert not await alice.is_signed_in()
    assert house.revoked
    assert (await mail_server.next_to(OLD, "is your Inflow address again")).subject
    assert (await house.visitor().signs_in(OLD)).status_code == 200
    assert refusal(await visitor.post("/email/undo", link=link)) == LINK_OVER


async def test_after_a_week_or_with_a_forged_link_nothing_is_undone(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    link = link_in(await changes(alice, mail_server))
    visitor = house.visitor("198.51.100.9")
    for forged in ("", "x", link[:-1] + ("0" if link[-1] != "0" else "1"), link + "é"):
        assert refusal(await visitor.post("/email/undo", link=forged)) == LINK_OVER
    house.wait(days=7)

    assert refusal(await visitor.post("/email/undo", link=link)) == LINK_OVER
    await house.accounts.forget_expired()
    assert await house.count("identity_email_changes") == 0


async def test_the_first_address_undoes_a_second_change_too(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    first = link_in(await changes(alice, mail_server))
    house.wait(minutes=2)
    begun = await begins(alice, "third@example.org")
    sent = {email.to: email.code for email in [await mail_server.next(), await mail_server.next()]}
    done = await completes(alice, begun, sent[NEW], sent["third@example.org"])
    assert done.status_code == 200, done.text
    second = link_in(await mail_server.next_to(NEW, "address was changed"))

    assert (await house.visitor().post("/email/undo", link=first)).status_code == 204
    assert list(house.names.values()) == [(OLD, "alice")]
    assert refusal(await house.visitor().post("/email/undo", link=second)) == LINK_OVER


async def test_a_reset_link_to_the_former_address_ends_with_the_change(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await alice.resets()
    reset = re.search(r"/reset-password#(\S+)", (await mail_server.next()).text)
    assert reset is not None
    await changes(alice, mail_server)

    refused = await house.visitor().post("/reset/complete", link=reset.group(1), newPassword="High-Tide-2026")

    assert refused.json()["code"] == "expired"


async def test_undoing_removes_the_second_steps_of_a_thief(
    database: Database, secret: Secret, mail_server: MailServer
) -> None:
    async with House(database, secret, mail_server, two_factor=TwoFactor(enabled=True)) as house:
        thief = house.visitor()
        await thief.becomes_a_member()
        await proves_by_password(thief)
        link = link_in(await changes(thief, mail_server))
        house.wait(seconds=1)
        await adds_app(thief)
        assert (await house.visitor().post("/email/undo", link=link)).status_code == 204

        owner = house.visitor("198.51.100.1")
        assert (await owner.signs_in(OLD)).json() == {"status": "complete"}
        assert (await listed(owner))["recoveryCodes"] == 0
        assert [has_one for _, has_one in house.second_steps] == [True, False]


async def test_an_address_of_a_denied_domain_is_refused(
    database: Database, secret: Secret, mail_server: MailServer
) -> None:
    entry = EntryRules(denied_domains=frozenset({"denied.example"}))
    async with House(database, secret, mail_server, entry=entry) as house:
        browser = house.visitor()
        await browser.becomes_a_member()
        await proves_by_password(browser)

        refused = await browser.post("/email", email="alice@denied.example")

        assert refusal(refused) == (400, "invalid", "Please use an address of another email provider.")


async def test_nothing_of_a_change_is_left_of_a_member_who_leaves(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await changes(alice, mail_server)
    house.wait(minutes=2)
    await begins(alice, "third@example.org")
    await house.letters_are_out()

    assert (await alice.post("/delete", password=ALICE["password"])).status_code == 204

    await house.letters_are_out()
    for table in ("identity_email_changes", "identity_challenges"):
        assert await house.count(table) == 0
    async with house.database.connection() as connection:
        rows = await connection.text("SELECT o::text AS text FROM mail_outbox o")
    assert not [row.text for row in rows if "third" in row.text or NEW in row.text]
