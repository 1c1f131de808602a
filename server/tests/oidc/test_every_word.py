"""Every text that the specification has for sign-up, login and reset, letter by letter, and the case that shows it.

Some texts come from the browser alone (it compares two fields, or cannot make sense of an answer). This file checks
that the browser's code contains them; the browser's tests provoke them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import httpx
import pytest

from architecture.sources import WEB
from oidc.house import OidcHouse

Knock = Callable[[OidcHouse], Awaitable[httpx.Response]]


def signing_up(**typed: object) -> Knock:
    return lambda house: house.visitor().signs_up(**typed)


def logging_in(identifier: str, password: str) -> Knock:
    return lambda house: house.visitor().signs_in(identifier, password)


def resetting(**typed: str) -> Knock:
    form = {"challengeId": "none", "code": "123456", "newPassword": "High-Tide-2026"}
    return lambda house: house.visitor().post("/reset/complete", **(form | typed))


async def asking_for_codes_too_often(house: OidcHouse) -> httpx.Response:
    for _ in range(5):
        await house.visitor().post("/reset", email="nobody")
    return await house.visitor().post("/reset", email="nobody")


async def bringing_a_wrong_code(house: OidcHouse) -> httpx.Response:
    return await house.visitor().post("/sign-up/verify", challengeId="none", code="123456")


async def joining_when_nothing_can_be_stored(house: OidcHouse) -> httpx.Response:
    alice = house.visitor()
    await alice.walks()
    house.fails = True
    return await alice.completes()


async def logging_in_where_passwords_are_off(house: OidcHouse) -> httpx.Response:
    others = (house.database, house.secret, house.mail_server, house.provider)
    async with OidcHouse(*others, passwords=False) as closed:
        return await closed.visitor().signs_in()


SAID: list[tuple[str, str, Knock]] = [
    ("sign-up", "Please fill in all fields", signing_up(email="")),
    ("sign-up", "Please accept the terms and conditions", signing_up(termsAccepted=False)),
    ("sign-up", "Please enter both first and last name separated by a space", signing_up(fullName="Alice")),
    ("sign-up", "Please enter both first and last name", signing_up(fullName="Alice ")),
    ("sign-up", "Names can only contain letters and spaces", signing_up(fullName="Alice Ada-2")),
    ("sign-up", "Full name must be 25 characters or less", signing_up(fullName="Alice " + "a" * 20)),
    ("sign-up", "Username must be at least 3 characters long", signing_up(username="al")),
    ("sign-up", "Username can only contain letters, numbers, and underscores", signing_up(username="al.ice")),
    ("sign-up", "Inappropriate language detected. Please revise your input.", signing_up(username="sh1thead")),
    ("sign-up", "Inappropriate language detected. Please revise your input.", signing_up(fullName="Fuck Face")),
    ("sign-up", "Password must be at least 8 characters long", signing_up(password="Tide-19")),
    ("sign-up", "Password must contain at least one uppercase letter", signing_up(password="low-tide-1969")),
    ("sign-up", "Password must contain at least one lowercase letter", signing_up(password="LOW-TIDE-1969")),
    ("sign-up", "Password must contain at least one number", signing_up(password="Low-Tide-Noon")),
    ("sign-up", "You must be at least 15 years old to sign up", signing_up(dateOfBirth="2020-01-01")),
    ("sign-up", "Invalid verification code", bringing_a_wrong_code),
    (
        "sign-up",
        "Account created but failed to save additional data. Please contact support.",
        joining_when_nothing_can_be_stored,
    ),
    ("login", "Please fill in all fields", logging_in("", "Low-Tide-1969")),
    ("login", "Please fill in all fields", logging_in("alice", "")),
    ("login", "Authentication not available", logging_in_where_passwords_are_off),
    ("login", "Invalid credentials", logging_in("alice", "Low-Tide-1969")),
    ("reset", "Please fill in all fields", lambda house: house.visitor().post("/reset", email=" ")),
    ("reset", "Please fill in all fields", resetting(newPassword="")),
    ("reset", "Please enter the verification code", resetting(code="")),
    ("reset", "Password must be at least 8 characters long", resetting(newPassword="Tide-19")),
    ("reset", "Password must contain at least one uppercase letter", resetting(newPassword="low-tide-1969")),
    ("reset", "Password must contain at least one lowercase letter", resetting(newPassword="LOW-TIDE-1969")),
    ("reset", "Password must contain at least one number", resetting(newPassword="Low-Tide-Noon")),
    ("reset", "Invalid verification code. Please try again.", resetting()),
    ("reset", "Failed to send reset email. Please try again later.", asking_for_codes_too_often),
]
ONLY_BROWSERS_SAY = [
    "Sign Up Error",
    "Failed to create account",
    "Failed to verify code",
    "Failed to login. Please try again.",
    "Passwords do not match",
    "Failed to reset password. Please try again.",
]


@pytest.mark.parametrize(("screen", "words", "knock"), SAID, ids=[f"{row[0]}-{row[1]}" for row in SAID])
async def test_the_server_says_it(house: OidcHouse, screen: str, words: str, knock: Knock) -> None:
    answer = await knock(house)

    assert answer.is_error
    assert answer.json()["message"] == words


@pytest.mark.parametrize("words", ONLY_BROWSERS_SAY)
def test_the_browser_has_it(words: str) -> None:
    sources = [path for path in (WEB / "src").rglob("*.ts*") if not path.name.endswith((".test.ts", ".test.tsx"))]

    assert any(words in path.read_text(encoding="utf-8") for path in sources)
