"""The passwords that the specification or today's standards allow, and those that neither allows."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from identity.house import House, refusal
from inflow.app.settings import BadSetting, Settings
from inflow.core.encryption import Secret
from inflow.identity.passwords import policy
from inflow.identity.passwords.policy import COMMON_PASSWORDS, MODERN, SPEC, check_password, is_guessable, telltales_of
from mail.mail_server import MailServer
from reflow.errors import AppError
from reflow.postgres.database import Database
from steps import CountedPattern, Steps

GUESSABLE = "Please choose a password that is harder to guess"
SHORT = {policy: f"Password must be at least {policy.least} characters long" for policy in (SPEC, MODERN)}
TOO_LONG = "Password must be 1024 bytes or less"
PHRASE = "quiet harbours at dusk"


@pytest.fixture
async def modern(database: Database, secret: Secret, mail_server: MailServer) -> AsyncIterator[House]:
    """A deployment with the policy of today's standards."""
    async with House(database, secret, mail_server, policy=MODERN) as house:
        yield house


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Tide-19", SHORT[SPEC]),
        ("Tide-196", None),
        ("Ebb-1" + "é" * 509 + "z", None),
        ("Ebb-1" + "é" * 509 + "zz", TOO_LONG),
        ("Ebb-1 " + "quiet harbour " * 72 + "at dusk", None),
    ],
    ids=["7", "8", "1024 bytes", "1025 bytes", "1021 bytes"],
)
async def test_by_the_specification_at_its_edges(house: House, typed: str, words: str | None) -> None:
    answer = await house.visitor().signs_up(password=typed)

    assert answer.status_code == 202 if words is None else refusal(answer) == (400, "invalid", words)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("quiet harbours", SHORT[MODERN]),
        ("quiet harbours.", None),
        (PHRASE, None),
        ("QUIET HARBOURS AT DUSK", None),
        ("483920174650293", None),
        ("тихая гавань в сумерках", None),
        ("é" * 2 + "tide " * 204, None),
        ("é" * 2 + "tide " * 204 + "z", TOO_LONG),
        ("passwordpassword", GUESSABLE),
        ("P4ssw0rdP4ssw0rd!", GUESSABLE),
        ("iloveyou2026!!!!!", GUESSABLE),
        ("aaaaaaaaaaaaaaa", GUESSABLE),
        ("abcabcabcabcabc", GUESSABLE),
        ("123456789012345", GUESSABLE),
        ("987654321098765", GUESSABLE),
        ("qwertyuiopasdfg", GUESSABLE),
        ("the tide of alice", GUESSABLE),
        ("inflow is the best", GUESSABLE),
    ],
)
async def test_by_todays_standards(modern: House, typed: str, words: str | None) -> None:
    answer = await modern.visitor().signs_up(password=typed)

    assert answer.status_code == 202 if words is None else refusal(answer) == (400, "invalid", words)


async def test_the_policy_holds_wherever_a_password_is_chosen(modern: House, mail_server: MailServer) -> None:
    alice = modern.visitor()
    await alice.becomes_a_member(password=PHRASE)
    modern.wait(minutes=1)

    changed = await alice.post("/password", currentPassword=PHRASE, newPassword="Low-Tide-1969")
    challenge = await alice.resets()
    reset = {"challengeId": challenge, "code": (await mail_server.next()).code}

    assert refusal(changed)[2] == SHORT[MODERN]
    assert refusal(await alice.post("/reset/complete", **reset, newPassword="Low-Tide-1969"))[2] == SHORT[MODERN]
    assert (await alice.post("/reset/complete", **reset, newPassword="slow tides after noon")).status_code == 200


async def test_who_has_a_password_of_former_times_still_signs_in(
    house: House, modern: House, mail_server: MailServer
) -> None:
    await house.visitor().becomes_a_member()

    assert (await modern.visitor().signs_in()).status_code == 200


async def test_nothing_of_a_long_password_is_cut_off(house: House, mail_server: MailServer) -> None:
    long = "Ebb-1" + "é" * 509
    await house.visitor().becomes_a_member(password=long + "z")

    for other in (long, long + "y", (long + "z")[:72]):
        assert refusal(await house.visitor().signs_in(password=other))[1] == "unauthenticated"
    assert (await house.visitor().signs_in(password=long + "z")).status_code == 200


@pytest.mark.parametrize(
    "typed",
    [
        "Password1", "P4ssw0rd1", "Pa$$word2026", "PASSword!1", "1Password", "Pass-word-1", "PasswordPassword1",
        "Iloveyou1", "1L0veyou!", "Monkey12", "Dragon2024!!", "Abc12345", "Abcdefgh1", "Qwertyuiop1", "1qaz2wsx3eDC",
        "Aaaaaaa1", "Ab1Ab1Ab1", "\uff30assword1",
        "xxAlice123", "Al1c3-and-more", "a.l.i.c.e.2026A", "Photos-of-ada7", "Inflow2026!", "1nfl0w-Rocks",
    ],
)  # fmt: skip
def test_what_anybody_would_try_first(typed: str) -> None:
    telltales = telltales_of("Inflow", "alice", "photos-of-ada@example.org")
    with pytest.raises(AppError, match=GUESSABLE):
        check_password(typed, SPEC, telltales=telltales)


def test_a_short_name_tells_only_by_itself() -> None:
    """Short names occur in other words: Ada in Canada, and Li in a thousand words."""
    telltales = telltales_of("Inflow", "ada", "li@example.org")

    assert is_guessable("Ada2026!!", telltales)
    assert not is_guessable("Canadian-Goose-7", telltales)


def test_nobody_has_to_think_of_the_tag_behind_their_address() -> None:
    assert telltales_of("Photo Club", "ada", "Lovelace+club@example.org") == (
        "photo club", "photoclub", "ada", "lovelace+club", "lovelace"
    )  # fmt: skip


def test_the_list_has_what_is_used_most() -> None:
    assert len(COMMON_PASSWORDS) > 30_000
    assert {"password", "iloveyou", "sunshine", "football", "letmein"} <= COMMON_PASSWORDS


@pytest.mark.parametrize(
    ("begin", "piece", "end"), [("aA1", "a", "b"), ("", "1", "Aa"), ("", "ab", "C"), ("", "(", "Aa1")]
)
def test_ten_times_the_password_is_at_most_ten_times_the_work(
    monkeypatch: pytest.MonkeyPatch, begin: str, piece: str, end: str
) -> None:
    steps = Steps()
    for name, pattern in vars(policy).copy().items():
        if isinstance(pattern, re.Pattern):
            monkeypatch.setattr(policy, name, CountedPattern(pattern, steps))

    def cost(length: int) -> int:
        before = steps.count
        with steps.of_python("/identity/password_rules"):
            is_guessable(begin + piece * (length // len(piece)) + end, telltales_of("Inflow", "alice", "a@example.org"))
        return steps.count - before

    assert cost(1_000) <= 10 * cost(100)


@pytest.mark.parametrize(("given", "policy"), [("", SPEC), ("spec", SPEC), ("Modern", MODERN)])
def test_the_operator_chooses(given: str, policy: object) -> None:
    assert Settings.from_environment({"INFLOW_PASSWORD_POLICY": given}).policy is policy


def test_among_those_that_there_are() -> None:
    with pytest.raises(BadSetting, match="INFLOW_PASSWORD_POLICY: 'lax' is none of spec, modern"):
        Settings.from_environment({"INFLOW_PASSWORD_POLICY": "lax"})
