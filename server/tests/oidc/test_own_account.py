"""What differs for a member without a password: where others prove themselves by it, they need a fresh sign-in."""

from __future__ import annotations

import pytest

from identity.house import refusal
from oidc.house import OidcHouse, Walker


@pytest.fixture
async def alice(house: OidcHouse) -> Walker:
    """A member who joined through the provider, signed in."""
    alice = house.visitor()
    await alice.joins()
    return alice


async def test_there_is_no_address_to_change(alice: Walker) -> None:
    answer = await alice.post("/email", email="alice@new.example")

    words = "Your account has no address here. Change it where you log in."
    assert (answer.status_code, answer.json()["message"]) == (403, words)


async def test_a_username_is_changed_here(alice: Walker) -> None:
    answer = await alice.post("/username", username="tide_1969")

    assert (answer.status_code, answer.json()) == (200, {"username": "tide_1969"})


async def test_there_is_no_password_to_change(alice: Walker) -> None:
    answer = await alice.post("/password", currentPassword="Low-Tide-1969", newPassword="High-Tide-1970")

    words = "Your account has no password here. Change it where you log in."
    assert refusal(answer) == (403, "forbidden", words)


async def test_they_may_leave_within_five_minutes_of_signing_in(house: OidcHouse, alice: Walker) -> None:
    house.wait(minutes=5, seconds=1)
    assert refusal(await alice.post("/delete"))[:2] == (403, "forbidden")
    assert await alice.walks() == "/homefeed"
    house.wait(minutes=5)

    assert (await alice.post("/delete")).status_code == 204

    kept = ("identity_accounts", "identity_sessions", "product_users", "hosted_newcomers", "mail_outbox")
    assert [await house.count(table) for table in kept] == [0] * len(kept)
    assert await alice.walks() == "/get-started?complete"


async def test_their_sessions_are_listed_like_everybodys(house: OidcHouse, alice: Walker) -> None:
    await house.visitor().walks()

    listed = await alice.client.get("/api/identity/sessions", headers=alice.headers)

    assert [session["current"] for session in listed.json()].count(True) == 1
    assert len(listed.json()) == 2
