"""Members change their username; the former one stays theirs for ninety days."""

from __future__ import annotations

import asyncio

import pytest

from identity.house import ALICE, Browser, House, refusal
from mail.mail_server import MailServer

TAKEN = (409, "conflict", "That username is taken. Please choose another.")


@pytest.fixture
async def alice(house: House, mail_server: MailServer) -> Browser:
    """Alice's browser, signed in."""
    browser = house.visitor()
    await browser.becomes_a_member()
    return browser


@pytest.fixture
async def bob(house: House, alice: Browser) -> Browser:
    """Bob's browser, signed in."""
    browser = house.visitor("198.51.100.5")
    await browser.becomes_a_member(email="bob@example.org", username="bob_b")
    return browser


async def test_a_member_takes_another_username(house: House, alice: Browser) -> None:
    changed = await alice.post("/username", username=" Tide_1969 ")

    assert (changed.status_code, changed.json()) == (200, {"username": "tide_1969"})
    assert list(house.names.values()) == [("alice@example.org", "tide_1969")]
    assert await alice.is_signed_in()
    assert (await house.visitor().signs_in("tide_1969")).status_code == 200
    assert (await house.visitor().signs_in("alice")).status_code == 401


@pytest.mark.parametrize(
    ("username", "message"),
    [
        ("", "Please fill in all fields"),
        ("ab", "Username must be at least 3 characters long"),
        ("a" * 21, "Username must be 20 characters or less"),
        ("low tide", "Username can only contain letters, numbers, and underscores"),
        ("Alice", "This is your username already."),
    ],
)
async def test_what_cannot_be_a_username_is_said(alice: Browser, username: str, message: str) -> None:
    assert refusal(await alice.post("/username", username=username)) == (400, "invalid", message)


@pytest.mark.parametrize("username", ["bob_b", "admin", "settings"])
async def test_taken_and_reserved_names_are_refused_alike(alice: Browser, bob: Browser, username: str) -> None:
    assert refusal(await alice.post("/username", username=username)) == TAKEN


async def test_a_name_that_a_sign_up_holds_is_taken(house: House, alice: Browser) -> None:
    await house.visitor("198.51.100.7").signs_up(email="carol@example.org", username="carol")

    assert refusal(await alice.post("/username", username="carol")) == TAKEN
    house.wait(minutes=10, seconds=1)
    assert (await alice.post("/username", username="carol")).status_code == 200


async def test_the_former_name_is_for_its_member_alone_for_ninety_days(
    house: House, alice: Browser, bob: Browser
) -> None:
    assert (await alice.post("/username", username="tide")).status_code == 200
    assert refusal(await bob.post("/username", username="alice")) == TAKEN
    assert refusal(await house.visitor("198.51.100.8").signs_up(email="new@example.org", username="alice")) == TAKEN
    assert (await alice.post("/username", username="alice")).status_code == 200
    assert (await bob.post("/username", username="tide")).status_code == 409

    house.wait(days=13)
    await bob.post("/token")
    house.wait(days=77, seconds=1)
    assert (await bob.signs_in("bob_b")).status_code == 200
    assert (await bob.post("/username", username="tide")).status_code == 200


async def test_a_name_of_a_member_who_left_stays_reserved(house: House, alice: Browser, bob: Browser) -> None:
    await alice.post("/username", username="tide")
    assert (await alice.post("/delete", password=ALICE["password"])).status_code == 204

    for name in ("alice", "tide"):
        assert refusal(await bob.post("/username", username=name)) == TAKEN


async def test_the_name_changes_twice_in_thirty_days(house: House, alice: Browser) -> None:
    for name in ("tide_1", "tide_2"):
        assert (await alice.post("/username", username=name)).status_code == 200

    refused = await alice.post("/username", username="tide_3")

    assert refusal(refused)[:2] == (429, "rate_limited")
    assert refused.json()["message"].startswith("You can change your username twice in 30 days.")
    # A name that is refused counts for nothing.
    assert refusal(await alice.post("/username", username="admin")) == TAKEN
    house.wait(days=29, hours=23, minutes=59)
    assert (await alice.signs_in("tide_2")).status_code == 200
    assert (await alice.post("/username", username="tide_3")).status_code == 429
    house.wait(minutes=1)
    assert (await alice.post("/username", username="tide_3")).status_code == 200


async def test_of_two_who_want_one_name_at_once_one_gets_it(alice: Browser, bob: Browser) -> None:
    answers = await asyncio.gather(*(each.post("/username", username="tide") for each in (alice, bob)))

    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_bug_of_the_product_changes_nothing(house: House, alice: Browser) -> None:
    house.fails = True
    with pytest.raises(RuntimeError):
        await alice.post("/username", username="tide")
    house.fails = False

    assert (await house.visitor().signs_in("alice")).status_code == 200


async def test_visitors_are_told_to_log_in(house: House) -> None:
    assert refusal(await house.visitor().post("/username", username="tide"))[:2] == (401, "unauthenticated")
    assert refusal(await house.visitor().post("/email", email="a@example.org"))[:2] == (401, "unauthenticated")
