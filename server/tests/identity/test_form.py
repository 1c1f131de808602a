"""Valid and invalid values of the sign-up form, and the messages for the invalid ones."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from identity.house import ALICE, House, refusal
from mail.mail_server import MailServer

EMPTY = "Please fill in all fields"
LETTERS = "Names can only contain letters and spaces"
USERNAME = "Username can only contain letters, numbers, and underscores"
EMAIL = "Please enter a valid email address"
GUESSABLE = "Please choose a password that is harder to guess"
BIRTH = "Please enter a valid date of birth"
YOUNG = "You must be at least 15 years old to sign up"

REFUSED: list[tuple[str, Any, str]] = [
    ("email", "", EMPTY),
    ("fullName", "   ", EMPTY),
    ("username", "", EMPTY),
    ("password", "", EMPTY),
    ("dateOfBirth", "", EMPTY),
    ("termsAccepted", False, "Please accept the terms and conditions"),
    ("email", "alice", EMAIL),
    ("email", "alice@", EMAIL),
    ("email", "alice@localhost", EMAIL),
    ("email", "alice ada@example.org", EMAIL),
    ("email", "alice@example.org\r\nBcc: bob@example.org", EMAIL),
    ("email", "a" * 65 + "@example.org", EMAIL),
    ("email", "alice@" + "example." * 40 + "org", EMAIL),
    ("email", "alice@" + "a" * 60 + "." + "b" * 60 + "." + "c" * 60 + "." + "d" * 63 + ".uk", EMAIL),
    ("fullName", "Alice", "Please enter both first and last name separated by a space"),
    ("fullName", "Alice ", "Please enter both first and last name"),
    ("fullName", "Alice Ada2", LETTERS),
    ("fullName", "Alice <b>Ada</b>", LETTERS),
    ("fullName", "Alice\u202e Ada", LETTERS),
    ("fullName", "\u3164 \u3164", LETTERS),
    ("fullName", "\u115f\u1160 \uffa0", LETTERS),
    ("fullName", "Alice \u034f", LETTERS),
    ("fullName", "Alice A\u034fda", LETTERS),
    ("fullName", "Alice\u200b Ada", LETTERS),
    ("fullName", "Al\u200cice Ada", LETTERS),
    ("fullName", "Al\u200dice Ada", LETTERS),
    ("fullName", "علی\u200c رضایی", LETTERS),
    ("fullName", "Alice \u2800", LETTERS),
    ("fullName", "Alice A" + "\u0301" * 6, LETTERS),
    ("fullName", "\u0301 \u0302", LETTERS),
    ("fullName", "Alice " + "a" * 20, "Full name must be 25 characters or less"),
    ("username", "al", "Username must be at least 3 characters long"),
    ("username", "alice-ada", USERNAME),
    ("username", "alice ada", USERNAME),
    ("username", "alicé", USERNAME),
    ("username", "al\u0131ce", USERNAME),
    ("username", "a" * 21, "Username must be 20 characters or less"),
    ("password", "Tide-19", "Password must be at least 8 characters long"),
    ("password", "low-tide-1969", "Password must contain at least one uppercase letter"),
    ("password", "LOW-TIDE-1969", "Password must contain at least one lowercase letter"),
    ("password", "Low-Tide-Noon", "Password must contain at least one number"),
    ("password", "Aa1" * 342, "Password must be 1024 bytes or less"),
    ("password", "xxAlice123", GUESSABLE),
    ("password", "Al1c3-and-more", GUESSABLE),
    ("password", "Inflow2026!", GUESSABLE),
    ("password", "P4ssw0rd1", GUESSABLE),
    ("password", "Password1!", GUESSABLE),
    ("dateOfBirth", "28.02.1990", BIRTH),
    ("dateOfBirth", "1990-02-30", BIRTH),
    ("dateOfBirth", "2030-01-01", BIRTH),
    ("dateOfBirth", "1870-01-01", BIRTH),
    ("dateOfBirth", "2011-06-02", YOUNG),
]


@pytest.mark.parametrize(
    ("field", "typed", "words"), REFUSED, ids=[f"{row[0]}-{str(row[1])[:20]!r}" for row in REFUSED]
)
async def test_it_is_refused_in_these_words(house: House, field: str, typed: object, words: str) -> None:
    answer = await house.visitor().signs_up(**{field: typed})

    assert refusal(answer) == (400, "invalid", words)
    assert answer.json()["field"] == field
    assert await house.count("identity_challenges") == 0


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("dateOfBirth", "2011-06-01"),
        ("fullName", "Zoë  Ångström"),
        ("fullName", "Alice " + "a" * 19),
        ("fullName", "अनन्या शर्मा"),
        ("fullName", "علی\u200cرضا رضایی"),  # noqa: RUF001  # a Persian name
        ("fullName", "ප්\u200dරියන්ත පෙරේරා"),
        ("username", "a_1"),
        ("username", "A" * 20),
        ("password", "correct Horse 1 battery staple, and as long as one likes" * 10),
        ("password", "Ünïcödé-1969"),
        ("email", "alice+photos@mail.example.co.uk"),
        ("email", "a" * 64 + "@example.org"),
        ("email", "alice@" + "a" * 60 + "." + "b" * 60 + "." + "c" * 60 + "." + "d" * 62 + ".uk"),
    ],
)
async def test_it_is_accepted(house: House, field: str, typed: str) -> None:
    assert (await house.visitor().signs_up(**{field: typed})).status_code == 202


@pytest.mark.parametrize(
    ("born", "at", "status"),
    [
        ("2011-06-01", "2026-05-31T23:59:59", 400),
        ("2011-06-01", "2026-06-01T00:00:00", 202),
        # In years without a 29th of February, a person born on that day is a year older when the 28th is over.
        ("2012-02-29", "2027-02-28T23:59:59", 400),
        ("2012-02-29", "2027-03-01T00:00:00", 202),
        ("2013-02-28", "2028-02-27T23:59:59", 400),
        ("2013-02-28", "2028-02-28T00:00:00", 202),
        ("2013-03-01", "2028-02-29T23:59:59", 400),
        ("2013-03-01", "2028-03-01T00:00:00", 202),
    ],
)
async def test_fifteen_years_are_over_with_the_day_before_the_birthday(
    house: House, born: str, at: str, status: int
) -> None:
    house.now = datetime.fromisoformat(at).replace(tzinfo=UTC)

    answer = await house.visitor().signs_up(dateOfBirth=born)

    assert answer.status_code == status
    if status == 400:
        assert refusal(answer)[2] == YOUNG


async def test_faults_are_told_in_the_order_of_the_form(house: House) -> None:
    visitor = house.visitor()
    typed: dict[str, Any] = {
        "email": "", "fullName": "Alice", "username": "-", "password": "x", "dateOfBirth": "2020-01-01",
        "termsAccepted": False,
    }  # fmt: skip
    told = []
    for field in (None, "email", "termsAccepted", "fullName", "username", "password"):
        if field:
            typed[field] = ALICE[field]
        told.append(refusal(await visitor.signs_up(**typed))[2])

    assert told == [
        EMPTY,
        "Please accept the terms and conditions",
        "Please enter both first and last name separated by a space",
        "Username must be at least 3 characters long",
        "Password must be at least 8 characters long",
        YOUNG,
    ]


async def test_what_was_typed_is_made_uniform(house: House, mail_server: MailServer) -> None:
    member = await house.visitor().becomes_a_member(
        email=" ALICE@example.ORG ", fullName=" Alice  Ada", username="ALICE"
    )

    assert (member["email"], member["username"]) == ("alice@example.org", "alice")
    async with house.database.connection() as connection:
        (row,) = await connection.text("SELECT full_name FROM product_users")
    assert row.full_name == "Alice Ada"


@pytest.mark.parametrize(
    "changed",
    [
        {"isAdmin": True},
        {"email": 7},
        {"email": None},
        {"termsAccepted": "yes"},
        {"password": ["Low-Tide-1969"]},
    ],
)
async def test_other_shapes_are_refused(house: House, changed: dict[str, Any]) -> None:
    answer = await house.visitor().signs_up(**changed)

    assert refusal(answer)[:2] == (400, "invalid")
    assert "Low-Tide" not in answer.text


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff", b'"x"', b'{"email": "\\ud800"}'])
async def test_what_is_no_json_object_is_refused(house: House, body: bytes) -> None:
    visitor = house.visitor()

    answer = await visitor.client.post("/api/identity/sign-up", content=body, headers=visitor.headers)

    assert refusal(answer)[:2] == (400, "invalid")


async def test_a_body_beyond_64_kib_is_not_read(house: House) -> None:
    assert (await house.visitor().signs_up(fullName="a" * 65_536)).status_code == 413
