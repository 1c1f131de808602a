"""The log's lines about accounts: one for every event, and none with a member's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from identity.house import Browser, House
from identity.test_sign_up import another
from inflow.identity.audit import host_tag, member_tag
from mail.mail_server import MailServer

OLD, NEW = "Low-Tide-1969", "High-Tide-2026"
Lines = list[dict[str, Any]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The lines that identity writes to the log."""
    with capture_logs() as captured:
        yield captured  # type: ignore[misc]  # structlog's lines are wider than a dict


def told(lines: Lines) -> list[str]:
    return [line["event"] for line in lines if line.get("area") == "identity"]


@pytest.fixture
async def alice(house: House, mail_server: MailServer, lines: Lines) -> Browser:
    """Alice's browser, signed in; the log no longer contains her sign-up."""
    browser = house.visitor()
    await browser.becomes_a_member()
    house.wait(minutes=1)
    lines.clear()
    return browser


async def test_a_members_life_is_in_it(house: House, mail_server: MailServer, lines: Lines) -> None:
    alice = house.visitor()
    account = (await alice.becomes_a_member())["clerkId"]
    phone = house.visitor("198.51.100.1")
    await phone.signs_in()
    await mail_server.next()
    await alice.post("/sessions/end-others")
    await phone.signs_in()
    (other,) = [session["id"] for session in await alice.sessions() if not session["current"]]
    await alice.post(f"/sessions/{other}/end")
    await alice.post("/password", currentPassword="Wrong-Tide-1", newPassword=NEW)
    await alice.post("/password", currentPassword=OLD, newPassword=NEW)
    await mail_server.next()
    await alice.post("/sign-out")
    await alice.signs_in(password=NEW)
    await alice.post("/delete", password=OLD)
    await alice.post("/delete", password=NEW)

    assert told(lines) == [
        "signed up", "signed in", "other sessions ended", "signed in", "session ended", "password refused",
        "password changed", "signed out", "signed in", "password refused", "account deleted",
    ]  # fmt: skip
    here, there = host_tag(house.secret, "203.0.113.7"), host_tag(house.secret, "198.51.100.1")
    assert {line["member"] for line in lines} == {member_tag(house.secret, account)}
    assert [line["host"] for line in lines] == [here, there, here, there, *[here] * 7]


async def test_so_is_a_reset(house: House, mail_server: MailServer, alice: Browser, lines: Lines) -> None:
    challenge = await alice.resets()
    code = (await mail_server.next()).code
    form = {"challengeId": challenge, "newPassword": NEW}
    await alice.post("/reset/complete", **form, code=another(code))
    await alice.post("/reset/complete", **form, code=code)

    assert told(lines) == ["reset asked for", "code refused", "password reset"]
    assert lines[0]["name"] == lines[1]["name"]


async def test_so_is_somebody_who_guesses(house: House, alice: Browser, lines: Lines) -> None:
    for _ in range(13):
        await house.visitor("198.51.100.1").signs_in("alice", "Wrong-Tide-1")
        await house.visitor("198.51.101.1").signs_in("nobody", "Wrong-Tide-1")
        house.wait(seconds=20)

    assert sorted(told(lines)) == ["sign-in failed"] * 20 + ["sign-in locked"] * 2
    assert len({line["name"] for line in lines}) == 2
    assert len({line.get("member") for line in lines}) == 2
    assert len({line["host"] for line in lines}) == 2


async def test_and_nothing_that_would_tell_who_it_is(
    house: House, mail_server: MailServer, alice: Browser, lines: Lines
) -> None:
    account = await alice.post("/token")
    async with house.database.connection() as connection:
        (row,) = await connection.text("SELECT id FROM identity_accounts")
    sessions = await alice.sessions()
    phone = house.visitor("198.51.100.1")
    await phone.signs_in("Alice@Example.org", OLD)
    await phone.signs_in("alice", "Wrong-Tide-1")
    await phone.post("/reset/complete", challengeId=await alice.resets(), code="123456", newPassword=NEW)
    await alice.post("/delete", password=OLD)
    assert len(told(lines)) == 5

    # Without the pseudonyms, of which one in four thousand has "ada" at each of its places.
    text = re.sub(r"\b[0-9a-f]{16}\b", "", repr(lines).lower())
    secrets = [
        "alice", "ada", "example", "203.0.113", "198.51.100", "tide", "123456", "1990", row.id, sessions[0]["id"],
        account.json()["token"], str(alice.session),
    ]  # fmt: skip
    assert [secret for secret in secrets if secret.lower() in text] == []
