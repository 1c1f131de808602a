"""What members do with their own account: its sessions, its password, its deletion."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from identity.house import Browser, House, refusal
from inflow.core.encryption import Secret
from mail.mail_server import MailServer
from reflow.postgres.database import Connection, Database

SIGNED_OUT = (401, "unauthenticated", "Please log in.")
ENDED = (404, "not_found", "This session has already ended.")
WRONG = (400, "invalid", "Invalid credentials")
SLOW_DOWN = (429, "rate_limited", "Too many attempts. Please try again later.")
OLD, NEW = "Low-Tide-1969", "High-Tide-2026"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
async def alice(house: House, mail_server: MailServer) -> Browser:
    """Alice's browser, signed in."""
    browser = house.visitor()
    browser.headers["User-Agent"] = FIREFOX
    await browser.becomes_a_member()
    return browser


@pytest.fixture
async def phone(house: House, mail_server: MailServer, alice: Browser) -> Browser:
    """Her telephone, signed in an hour later."""
    browser = house.visitor("198.51.100.1")
    browser.headers["User-Agent"] = PHONE
    house.wait(hours=1, minutes=1)
    assert (await browser.signs_in()).status_code == 200
    await mail_server.next()
    return browser


async def test_the_list_shows_what_is_open_and_which_one_this_is(house: House, alice: Browser, phone: Browser) -> None:
    house.wait(hours=2)
    await alice.post("/token")

    listed = {session["browser"]: session for session in await phone.sessions()}

    for session in listed.values():
        session.pop("id")
    assert listed == {
        "Firefox on Linux": {
            "browser": "Firefox on Linux",
            "createdAt": "2026-06-01T12:00:00.000Z",
            "lastUsedAt": "2026-06-01T15:01:00.000Z",
            "current": False,
        },
        "Safari on iPhone": {
            "browser": "Safari on iPhone",
            "createdAt": "2026-06-01T13:01:00.000Z",
            "lastUsedAt": "2026-06-01T15:01:00.000Z",
            "current": True,
        },
    }


async def test_sessions_that_are_over_are_not_in_the_list(house: House, alice: Browser, phone: Browser) -> None:
    house.wait(days=13)
    await phone.post("/token")
    house.wait(days=2)

    assert [session["browser"] for session in await phone.sessions()] == ["Safari on iPhone"]


async def test_ending_the_others_leaves_this_one(house: House, alice: Browser, phone: Browser) -> None:
    others = [session["id"] for session in await phone.sessions() if not session["current"]]

    answer = await phone.post("/sessions/end-others")

    assert answer.status_code == 204
    assert [session for session, _ in house.revoked] == others
    assert not await alice.is_signed_in()
    assert await phone.is_signed_in()


async def test_ending_one_session(house: House, alice: Browser, phone: Browser) -> None:
    (other,) = [session["id"] for session in await phone.sessions() if not session["current"]]

    assert (await phone.post(f"/sessions/{other}/end")).status_code == 204

    assert not await alice.is_signed_in()
    assert refusal(await phone.post(f"/sessions/{other}/end")) == ENDED
    assert [session for session, _ in house.revoked] == [other]


async def test_ending_the_session_in_hand_is_signing_out(house: House, alice: Browser) -> None:
    (own,) = await alice.sessions()

    answer = await alice.post(f"/sessions/{own['id']}/end")

    assert (answer.status_code, alice.session) == (204, None)
    assert not await alice.is_signed_in()


async def test_nobody_ends_or_sees_another_members_session(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    (own,) = await alice.sessions()
    bob = house.visitor()
    await bob.becomes_a_member(email="bob@example.org", username="bob_b")

    assert refusal(await bob.post(f"/sessions/{own['id']}/end")) == ENDED
    await bob.post("/sessions/end-others")

    assert [session["current"] for session in await bob.sessions()] == [True]
    assert await alice.is_signed_in()


@pytest.mark.parametrize("path", ["/sessions/end-others", "/sessions/x/end", "/password", "/delete"])
async def test_a_stranger_is_asked_to_log_in(house: House, path: str) -> None:
    assert refusal(await house.visitor().post(path)) == SIGNED_OUT
    listed = await house.visitor().client.get("/api/identity/sessions", headers=house.visitor().headers)
    assert refusal(listed) == SIGNED_OUT


async def test_another_sites_page_cannot_ask_for_the_list(house: House, alice: Browser) -> None:
    headers = {**alice.headers, "Sec-Fetch-Site": "cross-site"}

    assert refusal(await alice.client.get("/api/identity/sessions", headers=headers))[:2] == (403, "forbidden")


async def test_a_new_password_ends_the_others_and_renews_this_session(
    house: House, mail_server: MailServer, alice: Browser, phone: Browser
) -> None:
    before = alice.session

    answer = await alice.post("/password", currentPassword=OLD, newPassword=NEW)

    assert (answer.status_code, answer.json()) == (200, {"status": "complete"})
    assert alice.session != before
    assert await alice.is_signed_in()
    assert not await phone.is_signed_in()
    assert len(house.revoked) == 2
    assert refusal(await house.visitor().signs_in())[1] == "unauthenticated"
    assert (await house.visitor().signs_in(password=NEW)).status_code == 200
    assert (await mail_server.next()).subject == "Your Inflow password was changed"


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"currentPassword": "High-Tide-1969"}, "currentPassword", "Invalid credentials"),
        ({"currentPassword": ""}, "currentPassword", "Please fill in all fields"),
        ({"newPassword": ""}, "newPassword", "Please fill in all fields"),
        ({"newPassword": "short-1"}, "newPassword", "Password must be at least 8 characters long"),
        ({"newPassword": "Alice-2026"}, "newPassword", "Please choose a password that is harder to guess"),
    ],
)
async def test_a_password_is_not_changed(
    house: House, alice: Browser, typed: dict[str, Any], field: str, words: str
) -> None:
    form: dict[str, Any] = {"currentPassword": OLD, "newPassword": NEW}

    answer = await alice.post("/password", **(form | typed))

    assert refusal(answer) == (400, "invalid", words)
    assert answer.json()["field"] == field
    assert house.revoked == []
    assert (await house.visitor().signs_in()).status_code == 200


async def test_leaving_takes_everything_along(
    house: House, mail_server: MailServer, alice: Browser, phone: Browser
) -> None:
    answer = await alice.post("/delete", password=OLD)

    assert answer.status_code == 204
    assert alice.client.cookies.get("__Host-device") is None
    assert len(house.revoked) == 2
    for table in ("accounts", "sessions", "session_tokens", "challenges", "pending_signups", "reserved_usernames"):
        assert await house.count(f"identity_{table}") == 0, table
    assert await house.count("product_users") == 0
    assert not await phone.is_signed_in()
    assert refusal(await alice.post("/delete", password=OLD)) == SIGNED_OUT
    assert (await mail_server.next()).subject == "Your Inflow account was deleted"
    await house.letters_are_out()
    assert await house.count("mail_outbox") == 0


async def test_who_does_not_know_the_password_deletes_nothing(house: House, alice: Browser) -> None:
    assert refusal(await alice.post("/delete")) == (400, "invalid", "Please fill in all fields")
    assert refusal(await alice.post("/delete", password=NEW)) == WRONG

    assert await house.count("product_users") == 1
    assert await alice.is_signed_in()


async def test_a_product_that_fails_to_forget_keeps_the_account_whole(house: House, alice: Browser) -> None:
    house.fails = True
    with pytest.raises(RuntimeError):
        await alice.post("/delete", password=OLD)

    assert await house.count("product_users") == await house.count("identity_accounts") == 1
    assert house.revoked == []
    assert await alice.is_signed_in()


async def test_the_name_is_kept_free_for_ninety_days_and_is_written_nowhere(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await alice.post("/delete", password=OLD)
    await mail_server.next()
    taken = (409, "conflict", "That username is taken. Please choose another.")

    assert refusal(await house.visitor().signs_up(email="bob@example.org")) == taken
    house.wait(days=89, hours=23, minutes=59)
    assert refusal(await house.visitor().signs_up(email="bob@example.org")) == taken
    house.wait(minutes=1)
    await house.accounts.forget_expired()
    assert await house.count("identity_former_usernames") == 0
    assert (await house.visitor().signs_up(email="bob@example.org")).status_code == 202


async def test_whoever_left_may_come_back_under_another_name(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await alice.post("/delete", password=OLD)
    await mail_server.next()
    house.wait(minutes=1)

    member = await alice.becomes_a_member(username="alice_again")

    assert member["username"] == "alice_again"


class BusyHouse(House):
    """A house in which another transaction writes about a member each time that they are being erased."""

    async def part(self, connection: Connection, account_id: str) -> None:
        async with self.database.connection() as another:
            await another.text("UPDATE product_users SET full_name = full_name || '.'")
        await super().part(connection, account_id)


async def test_who_leaves_while_much_is_written_about_them_is_asked_to_wait_and_keeps_everything(
    database: Database, secret: Secret, mail_server: MailServer
) -> None:
    async with BusyHouse(database, secret, mail_server) as house:
        alice = house.visitor()
        await alice.becomes_a_member()

        answer = await alice.post("/delete", password=OLD)

        assert refusal(answer) == (503, "busy", "The server is busy. Please try again in a moment.")
        assert await house.count("product_users") == await house.count("identity_accounts") == 1
        assert await alice.is_signed_in()


async def test_of_two_who_delete_at_once_nobody_fails_badly(house: House, alice: Browser, phone: Browser) -> None:
    answers = await asyncio.gather(*(one.post("/delete", password=OLD) for one in (alice, phone)))

    assert sorted(answer.status_code for answer in answers) == [204, 401]
