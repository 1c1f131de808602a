"""Every limit, by repeated requests: the last one allowed, the first one refused, and the first one allowed again.

Each row says which request is repeated, by whom, how often it is allowed within which time, and how it is answered
until then.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import httpx
import pytest

from identity.house import Browser, House, refusal
from identity.second_step import adds_app, listed, proves_by_password
from inflow.core.encryption import Secret
from inflow.identity import limits
from inflow.identity.factors.rules import TwoFactor
from inflow.identity.http.routes import identity_routes
from inflow.identity.limits import (
    CODES_FROM_HOST,
    DELETED,
    DELETIONS,
    DELETIONS_FROM_HOST,
    EMAIL_CHANGES,
    EMAILS_PER_NETWORK,
    FAILED_BY_STRANGERS,
    FAILED_FROM_HOST,
    FAILED_OF_KNOWN,
    LOCK_EMAILS,
    PASSKEY_OPTIONS_FROM_HOST,
    PASSWORD_CHECKS,
    RESET_MAILS,
    RESET_MAILS_OF_KNOWN,
    RESETS_FROM_HOST,
    SECOND_STEP_EMAILS,
    SECOND_STEPS,
    SECOND_STEPS_OF_KNOWN,
    SIGN_INS_FROM_HOST,
    SIGN_INS_OF_KNOWN,
    SIGN_UP_MAILS,
    SIGN_UPS_FROM_HOST,
    USERNAME_CHANGES,
    Counter,
    Limit,
    mails_from_network,
)
from mail.mail_server import MailServer
from reflow.postgres.database import Database

Knock = Callable[[House, Browser, int], Awaitable[httpx.Response]]


def anybody(house: House, turn: int) -> Browser:
    """A browser that shares neither address nor network with the others."""
    return house.visitor(f"10.{turn // 250}.{turn % 250}.1")


async def asks_for_a_code(house: House, _: Browser, turn: int) -> httpx.Response:
    return await anybody(house, turn).post("/reset", email="alice@example.org")


async def asks_where_known(house: House, alice: Browser, turn: int) -> httpx.Response:
    return await alice.post("/reset", email="alice@example.org")


async def signs_up_again(house: House, _: Browser, turn: int) -> httpx.Response:
    return await anybody(house, turn).signs_up(username=f"alice_{turn}")


async def neighbours_ask_for_codes(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor(f"203.0.113.{turn}").post("/reset", email=f"person{turn}@example.org")


async def asks_for_resets(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor("203.0.113.9").post("/reset", email=f"no address {turn}")


async def signs_up(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor("203.0.113.9").signs_up(email="")


async def signs_in(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor("203.0.113.9").signs_in("", "")


async def brings_codes(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor("203.0.113.9").post("/sign-up/verify", challengeId="none", code="123456")


async def brings_reset_codes(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor("203.0.113.9").post("/reset/complete", challengeId="none", code="123456")


async def mistypes_the_password(house: House, _: Browser, turn: int) -> httpx.Response:
    return await anybody(house, turn).signs_in("alice", "Wrong-Tide-1")


async def mistypes_at_one_host(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor("203.0.113.9").signs_in("alice", "Wrong-Tide-1")


async def mistypes_where_known(house: House, alice: Browser, turn: int) -> httpx.Response:
    return await alice.signs_in("alice", "Wrong-Tide-1")


async def leaves_a_field_empty_where_known(house: House, alice: Browser, turn: int) -> httpx.Response:
    return await alice.signs_in("alice", "")


async def mistypes_to_change_it(house: House, alice: Browser, turn: int) -> httpx.Response:
    return await alice.post("/password", currentPassword="Wrong-Tide-1", newPassword="High-Tide-2026")


async def mistypes_to_delete(house: House, alice: Browser, turn: int) -> httpx.Response:
    return await alice.post("/delete", password="Wrong-Tide-1")


async def mistypes_a_code(house: House, alice: Browser, turn: int) -> httpx.Response:
    await has_an_app(alice)
    return await mistypes_a_code_in(anybody(house, turn))


async def mistypes_a_code_where_known(house: House, alice: Browser, turn: int) -> httpx.Response:
    await has_an_app(alice)
    return await mistypes_a_code_in(alice)


async def mistypes_a_code_in(browser: Browser) -> httpx.Response:
    assert (await browser.signs_in()).json()["status"] == "second step"
    return await browser.post("/sign-in/second-step", code="000000")


async def opens_the_login_page(house: House, _: Browser, turn: int) -> httpx.Response:
    return await house.visitor("203.0.113.9").post("/sign-in/passkey/options")


async def asks_for_another_address(house: House, alice: Browser, turn: int) -> httpx.Response:
    await proves_by_password(alice)
    return await alice.post("/email", email=f"alice{turn}@new.example")


async def has_an_app(alice: Browser) -> None:
    """Give Alice an authenticator app, unless she has one."""
    if (await listed(alice))["authenticatorSince"] is None:
        await proves_by_password(alice)
        await adds_app(alice)


@dataclass(frozen=True)
class Row:
    knock: Knock
    counter: Counter
    most: int
    span: timedelta
    answered: int
    apart: timedelta = timedelta()
    """Between two requests, so that a shorter limit on the same counter is not reached first."""


ROWS = [
    *(
        row
        for knock, counter in (
            (asks_for_a_code, RESET_MAILS),
            (asks_where_known, RESET_MAILS_OF_KNOWN),
            (signs_up_again, SIGN_UP_MAILS),
        )
        for row in (
            Row(knock, counter, 1, timedelta(minutes=1), 202),
            Row(knock, counter, 5, timedelta(hours=1), 202, timedelta(minutes=2)),
            Row(knock, counter, 10, timedelta(hours=24), 202, timedelta(minutes=70)),
        )
    ),
    Row(neighbours_ask_for_codes, mails_from_network(EMAILS_PER_NETWORK), 20, timedelta(hours=1), 202),
    Row(asks_for_resets, RESETS_FROM_HOST, 5, timedelta(seconds=10), 400),
    Row(asks_for_resets, RESETS_FROM_HOST, 30, timedelta(hours=1), 400, timedelta(seconds=11)),
    Row(signs_up, SIGN_UPS_FROM_HOST, 10, timedelta(seconds=10), 400),
    Row(signs_up, SIGN_UPS_FROM_HOST, 60, timedelta(hours=1), 400, timedelta(seconds=11)),
    Row(brings_codes, CODES_FROM_HOST, 10, timedelta(seconds=10), 400),
    Row(brings_codes, CODES_FROM_HOST, 100, timedelta(hours=1), 400, timedelta(seconds=11)),
    Row(brings_reset_codes, CODES_FROM_HOST, 10, timedelta(seconds=10), 400),
    *(
        row
        for knock, counter in (
            (signs_in, SIGN_INS_FROM_HOST),
            (leaves_a_field_empty_where_known, SIGN_INS_OF_KNOWN),
        )
        for row in (
            Row(knock, counter, 5, timedelta(seconds=10), 400),
            Row(knock, counter, 25, timedelta(minutes=5), 400, timedelta(seconds=11)),
            Row(knock, counter, 100, timedelta(hours=1), 400, timedelta(seconds=20)),
        )
    ),
    Row(mistypes_at_one_host, FAILED_FROM_HOST, 10, timedelta(hours=1), 401, timedelta(seconds=11)),
    Row(mistypes_the_password, FAILED_BY_STRANGERS, 100, timedelta(weeks=1), 401),
    Row(mistypes_where_known, FAILED_OF_KNOWN, 10, timedelta(hours=1), 401, timedelta(seconds=11)),
    Row(mistypes_where_known, FAILED_OF_KNOWN, 100, timedelta(weeks=1), 401, timedelta(minutes=10)),
    Row(mistypes_to_change_it, PASSWORD_CHECKS, 10, timedelta(hours=1), 400),
    Row(mistypes_to_delete, DELETIONS, 3, timedelta(hours=1), 400),
    Row(asks_for_another_address, EMAIL_CHANGES, 1, timedelta(minutes=1), 202),
    Row(asks_for_another_address, EMAIL_CHANGES, 5, timedelta(hours=24), 202, timedelta(minutes=2)),
    Row(mistypes_a_code, SECOND_STEPS, 10, timedelta(hours=1), 400),
    Row(mistypes_a_code, SECOND_STEPS, 100, timedelta(weeks=1), 400, timedelta(minutes=10)),
    Row(mistypes_a_code_where_known, SECOND_STEPS_OF_KNOWN, 10, timedelta(hours=1), 400, timedelta(seconds=20)),
    Row(mistypes_a_code_where_known, SECOND_STEPS_OF_KNOWN, 100, timedelta(weeks=1), 400, timedelta(minutes=10)),
    Row(opens_the_login_page, PASSKEY_OPTIONS_FROM_HOST, 20, timedelta(seconds=10), 200),
    Row(opens_the_login_page, PASSKEY_OPTIONS_FROM_HOST, 600, timedelta(hours=1), 200, timedelta(milliseconds=600)),
]


@pytest.fixture
async def house(database: Database, secret: Secret, mail_server: MailServer) -> AsyncIterator[House]:
    """A deployment with second steps."""
    async with House(database, secret, mail_server, two_factor=TwoFactor(enabled=True)) as house:
        yield house


@pytest.fixture
async def alice(house: House, mail_server: MailServer) -> Browser:
    """Alice's browser, signed in; the counters of her sign-up are reset."""
    browser = house.visitor()
    await browser.becomes_a_member()
    async with house.database.connection() as connection:
        await connection.text("DELETE FROM identity_counters")
    return browser


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.knock.__name__}-{row.most}-in-{row.span}")
async def test_it_holds_at_the_last_the_next_and_after_a_while(house: House, alice: Browser, row: Row) -> None:
    began, turns = house.now, []
    for turn in range(row.most):
        turns.append((await row.knock(house, alice, turn)).status_code)
        house.now += row.apart
    over = await row.knock(house, alice, row.most)

    assert turns == [row.answered] * row.most
    assert (over.status_code, over.json()["code"]) == (429, "rate_limited")
    assert int(over.headers["retry-after"]) == (began + row.span - house.now).total_seconds()
    # Another process, as after a restart, uses the same counts; a moment before the span's end the limit still holds.
    restarted = house.another_process()
    house.app.router.routes[:] = identity_routes(restarted)
    house.now = began + row.span - timedelta(milliseconds=1)
    assert (await row.knock(house, alice, row.most)).status_code == 429
    house.now = began + row.span
    assert (await row.knock(house, alice, row.most)).status_code == row.answered
    restarted.close()


async def test_an_operator_sets_how_many_may_ask_for_codes_in_a_school(house: House, mail_server: MailServer) -> None:
    async with House(house.database, house.secret, mail_server, emails_per_network=40) as school:
        answers = [(await neighbours_ask_for_codes(school, house.visitor(), turn)).status_code for turn in range(41)]

    assert answers == [202] * 40 + [429]


async def test_deletions_are_also_counted_by_where_they_come_from(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    statuses = []
    for number in range(4):
        bob = house.visitor()
        await bob.becomes_a_member(email=f"bob{number}@example.org", username=f"bob_{number}")
        statuses += [(await mistypes_to_delete(house, bob, 0)).status_code for _ in range(3)]

    assert statuses == [400] * 10 + [429] * 2


async def test_one_person_leaves_once_a_day(house: House, mail_server: MailServer, alice: Browser) -> None:
    """The limit is by email address here as well, whatever username they choose."""
    left = await alice.post("/delete", password="Low-Tide-1969")
    await mail_server.next()
    house.wait(minutes=1)
    await alice.becomes_a_member(username="alice_again")
    house.wait(days=1, minutes=-1, milliseconds=-1)

    again = await alice.post("/delete", password="Low-Tide-1969")
    assert await house.count("identity_accounts") == 1
    house.wait(milliseconds=1)
    after_a_day = await alice.post("/delete", password="Low-Tide-1969")

    assert (left.status_code, after_a_day.status_code) == (204, 204)
    assert refusal(again) == (
        429,
        "rate_limited",
        "You have deleted an account today already. Please wait 1 seconds before deleting another.",
    )


def test_no_limit_is_forgotten_here() -> None:
    """A test that fails when a limit is added without a row for it."""
    counters = [value for value in vars(limits).values() if isinstance(value, Counter)]
    counters.append(mails_from_network(EMAILS_PER_NETWORK))
    there_are = {(counter.name, limit) for counter in counters for limit in counter.limits}
    tested_elsewhere = (DELETED, DELETIONS_FROM_HOST, LOCK_EMAILS, SECOND_STEP_EMAILS, USERNAME_CHANGES)
    elsewhere = {(counter.name, limit) for counter in tested_elsewhere for limit in counter.limits}

    assert {(row.counter.name, Limit(row.most, row.span)) for row in ROWS} == there_are - elsewhere
