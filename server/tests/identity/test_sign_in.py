"""Signing in."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from identity.house import Browser, House, refusal
from inflow.core.encryption import Secret
from inflow.identity import limits
from inflow.identity.http.routes import identity_routes
from inflow.identity.passwords.background_hasher import HashJob, HashResult, run_job
from inflow.identity.passwords.hashing import FLOOD_ABOVE, NICENESS, Passwords
from mail.mail_server import MailServer
from reflow.errors import AppError
from reflow.postgres.database import Database

WRONG = (401, "unauthenticated", "Invalid credentials")
SLOW_DOWN = (429, "rate_limited", "Too many attempts. Please try again later.")
RESET_FIRST = (429, "rate_limited", "Too many attempts. To log in on this device, reset your password.")
NEW = "High-Tide-2026"


@pytest.fixture
async def alice_exists(house: House) -> None:
    await house.visitor().becomes_a_member()


@pytest.mark.parametrize("identifier", ["alice", "ALICE", " alice ", "alice@example.org", "Alice@Example.Org"])
@pytest.mark.usefixtures("alice_exists")
async def test_by_username_or_address(house: House, identifier: str) -> None:
    browser = house.visitor()

    answer = await browser.signs_in(identifier)

    assert (answer.status_code, answer.json()) == (200, {"status": "complete"})
    assert await browser.is_signed_in()


@pytest.mark.usefixtures("alice_exists")
async def test_nobody_learns_who_exists(house: House) -> None:
    known = await house.visitor("198.51.100.1").signs_in("alice", "Wrong-Tide-1")
    unknown = await house.visitor("198.51.100.2").signs_in("nobody", "Wrong-Tide-1")
    strange = await house.visitor("198.51.100.3").signs_in("no such@address", "x" * 5_000)

    assert refusal(known) == refusal(unknown) == refusal(strange) == WRONG
    assert set(known.headers) == set(unknown.headers)


@pytest.mark.parametrize("names", [("alice", "nobody"), ("alice@example.org", "nobody@example.org")])
@pytest.mark.usefixtures("alice_exists")
async def test_nor_by_how_long_it_takes(house: House, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str]) -> None:
    """Most of the time is the hash, so a name without an account needs one that costs as much as a member's."""
    costs: list[list[str]] = []

    def counted(hasher: PasswordHasher, job: HashJob) -> HashResult:
        costs.append((job.expected_hash or "").split("$")[1:4])  # the algorithm, its version, memory and rounds
        return run_job(hasher, job)

    monkeypatch.setattr("inflow.identity.passwords.hashing.run_job", counted)
    for turn, name in enumerate(names):
        assert refusal(await house.visitor(f"198.51.100.{turn}").signs_in(name, "Wrong-Tide-1")) == WRONG

    known, unknown = costs
    assert known == unknown
    assert known[0] == "argon2id"


@pytest.mark.parametrize(("identifier", "password"), [("", "x"), ("  ", "x"), ("alice", "")])
async def test_both_fields_are_required(house: House, identifier: str, password: str) -> None:
    answer = await house.visitor().signs_in(identifier, password)

    assert refusal(answer) == (400, "invalid", "Please fill in all fields")


@pytest.mark.usefixtures("alice_exists")
async def test_the_session_is_new_and_the_former_one_ends(house: House) -> None:
    browser = house.visitor()
    await browser.signs_in()
    former = browser.session

    await browser.signs_in()

    assert browser.session != former
    browser.client.cookies.set("__Host-sid", str(former), domain="inflow.example")
    assert len(house.revoked) == 1
    assert await house.count("identity_sessions") == 2  # one from the sign-up and one from the last sign-in


@pytest.mark.usefixtures("alice_exists")
async def test_ten_failures_close_the_door_to_one_host_for_an_hour(house: House) -> None:
    for guess in range(10):
        assert refusal(await house.visitor("198.51.100.1").signs_in("alice", f"Wrong-Tide-{guess}")) == WRONG
        house.wait(seconds=11)

    assert refusal(await house.visitor("198.51.100.1").signs_in()) == SLOW_DOWN
    assert (await house.visitor("198.51.100.2").signs_in()).status_code == 200
    house.wait(minutes=60)
    assert (await house.visitor("198.51.100.1").signs_in()).status_code == 200


@pytest.mark.usefixtures("alice_exists")
async def test_a_hundred_from_everywhere_close_it_to_unknown_browsers_for_a_week(house: House) -> None:
    for guess in range(100):
        stranger = house.visitor(f"198.51.{guess}.1")
        assert refusal(await stranger.signs_in("alice", f"Wrong-Tide-{guess}")) == WRONG

    assert refusal(await house.visitor().signs_in()) == RESET_FIRST
    house.wait(days=7)
    assert (await house.visitor().signs_in()).status_code == 200


@pytest.mark.usefixtures("alice_exists")
async def test_names_that_do_not_exist_are_closed_the_same_way(house: House) -> None:
    answers = []
    for _ in range(11):
        answers.append(refusal(await house.visitor("198.51.100.1").signs_in("nobody", "Wrong-Tide-1")))
        house.wait(seconds=11)
    await lock(house, "no_one")

    assert answers == [WRONG] * 10 + [SLOW_DOWN]
    assert refusal(await house.visitor().signs_in("no_one")) == RESET_FIRST


async def test_a_stranger_cannot_lock_the_owner_out(house: House, mail_server: MailServer) -> None:
    alice = house.visitor()
    await alice.becomes_a_member()
    await alice.post("/sign-out")
    await lock(house)

    assert (await alice.signs_in()).status_code == 200


async def test_nor_can_one_behind_the_same_address(house: House, mail_server: MailServer) -> None:
    alice, neighbour = house.visitor(), house.visitor()
    await alice.becomes_a_member()
    await alice.post("/sign-out")
    answers = [(await neighbour.signs_in("alice", "Wrong-Tide-1")).status_code for _ in range(6)]

    assert answers == [401] * 5 + [429]
    assert (await alice.signs_in()).status_code == 200


async def test_another_members_device_is_a_stranger_here(house: House, mail_server: MailServer) -> None:
    await house.visitor().becomes_a_member()
    bob = house.visitor()
    await bob.becomes_a_member(email="bob@example.org", username="bob_b")
    await lock(house)

    assert refusal(await bob.signs_in()) == RESET_FIRST


@pytest.mark.parametrize(("seconds", "is_known"), [(-1, True), (0, False)])
async def test_a_device_is_known_for_ninety_days(house: House, seconds: int, is_known: bool) -> None:
    alice = house.visitor()
    await alice.becomes_a_member()
    device = str(alice.client.cookies.get("__Host-device"))
    house.wait(days=90, seconds=seconds)
    await lock(house)

    answer = await with_device(house, device).signs_in()

    assert answer.status_code == 200 if is_known else refusal(answer) == RESET_FIRST


async def test_a_device_that_was_made_up_is_a_stranger(house: House) -> None:
    alice = house.visitor()
    await alice.becomes_a_member()
    nonce, issued, mac = str(alice.client.cookies.get("__Host-device")).split(".")
    await lock(house)

    for forged in (f"{nonce}.{int(issued) + 1}.{mac}", f"{'0' * 32}.{issued}.{mac}", "a.b.c", "..", "a.b.c.d.e"):
        assert refusal(await with_device(house, forged).signs_in()) == RESET_FIRST
        house.wait(seconds=3)


async def test_a_reset_makes_strangers_of_all_devices_but_the_one_in_hand(
    house: House, mail_server: MailServer
) -> None:
    """An attacker who knew the old password has signed in before, so their browser is a known device."""
    alice = house.visitor()
    await alice.becomes_a_member()
    mallory = house.visitor("198.51.100.200")
    assert (await mallory.signs_in()).status_code == 200
    await mail_server.next()
    house.wait(minutes=1)
    challenge = await alice.resets()
    code = (await mail_server.next()).code
    await alice.post("/reset/complete", challengeId=challenge, code=code, newPassword=NEW)
    await lock(house)

    assert refusal(await mallory.signs_in()) == RESET_FIRST
    assert (await alice.signs_in(password=NEW)).status_code == 200


async def test_so_does_another_password(house: House) -> None:
    alice, mallory = house.visitor(), house.visitor("198.51.100.200")
    await alice.becomes_a_member()
    assert (await mallory.signs_in()).status_code == 200
    await alice.post("/password", currentPassword="Low-Tide-1969", newPassword=NEW)
    await lock(house)

    assert refusal(await mallory.signs_in()) == RESET_FIRST
    assert (await alice.signs_in(password=NEW)).status_code == 200


async def lock(house: House, name: str = "alice") -> None:
    """Strangers from many addresses have failed so often that the server refuses all strangers for this name."""
    for _ in range(100):
        key = limits.name_key(house.secret, name)
        await limits.FAILED_BY_STRANGERS.take(house.database, key, house.now)


def with_device(house: House, cookie: str) -> Browser:
    """A browser with the cookie of this device."""
    browser = house.visitor("198.51.100.200")
    browser.headers["Cookie"] = f"__Host-device={cookie}"
    return browser


@pytest.mark.usefixtures("alice_exists")
async def test_a_right_password_forgives_earlier_mistakes(house: House) -> None:
    for _ in range(3):
        for _ in range(9):
            assert refusal(await house.visitor("198.51.100.1").signs_in("alice", "Wrong-1")) == WRONG
            house.wait(seconds=20)
        assert (await house.visitor("198.51.100.1").signs_in()).status_code == 200
        house.wait(seconds=20)


@pytest.mark.usefixtures("alice_exists")
async def test_an_address_that_floods_is_stopped(house: House) -> None:
    flood = house.visitor("2001:db8:1:2::1")
    answers = await asyncio.gather(*(flood.signs_in(f"person{one}", "Wrong-Tide-1") for one in range(8)))

    assert sorted(answer.status_code for answer in answers) == [401] * 5 + [429] * 3
    assert int(next(one for one in answers if one.status_code == 429).headers["retry-after"]) == 10
    neighbour = house.visitor("2001:db8:1:2:ffff::9")
    assert (await neighbour.signs_in()).status_code == 429
    assert (await house.visitor("2001:db8:1:3::1").signs_in()).status_code == 200


async def test_thirty_two_wait_for_a_hash_and_the_next_is_refused(passwords: Passwords) -> None:
    """One hash is being made, and 32 wait."""
    answers = await asyncio.gather(*(passwords.hash("Low-Tide-1") for _ in range(34)), return_exceptions=True)

    assert [isinstance(answer, str) for answer in answers] == [True] * 33 + [False]
    assert isinstance(answers[33], AppError)
    assert answers[33].code == "rate_limited"


@pytest.mark.usefixtures("alice_exists")
async def test_when_too_many_wait_for_a_hash_the_next_is_refused_at_once(house: House) -> None:
    accounts = house.another_process(Passwords(queue=2))
    house.app.router.routes[:] = identity_routes(accounts)

    answers = await asyncio.gather(*(house.visitor(f"198.51.100.{one}").signs_in() for one in range(12)))

    assert {answer.status_code for answer in answers} == {200, 429}
    assert sum(answer.status_code == 200 for answer in answers) >= 3
    accounts.close()


@pytest.mark.usefixtures("alice_exists")
async def test_whoever_is_refused_for_the_queue_costs_the_database_nothing(house: House) -> None:
    passwords = Passwords(queue=-1)  # no call may wait, so every call is refused
    accounts = house.another_process(passwords)
    house.app.router.routes[:] = identity_routes(accounts)
    async with house.database.connection() as connection:
        await connection.text("DELETE FROM identity_counters")

    signing_in = await house.visitor().signs_in()
    signing_up = await house.visitor().signs_up(email="bob@example.org", username="bob_b")

    for answer in (signing_in, signing_up):
        assert refusal(answer) == (429, "rate_limited", "Too many requests. Please try again in a moment.")
        assert answer.headers["retry-after"] == "1"
    assert await house.count("identity_counters") == 0
    accounts.close()


async def test_pages_come_before_passwords(house: House) -> None:
    """On Linux, that is: on other systems threads have no priorities of their own."""
    await house.accounts.start()

    def priority(thread: threading.Thread) -> int:
        return os.getpriority(os.PRIO_PROCESS, thread.native_id or 0) if sys.platform == "linux" else NICENESS

    ours = os.getpriority(os.PRIO_PROCESS, 0) if sys.platform == "linux" else 0
    hashing = [priority(thread) for thread in threading.enumerate() if thread.name.startswith("passwords")]

    assert set(hashing) == {min(19, ours + NICENESS)}


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    """Hashing that takes almost no time."""
    passwords = Passwords(memory=1_024, rounds=1)
    yield passwords
    passwords.close()


def background_hashers() -> list[int]:
    """The processes that hash for this one while the processor is otherwise idle."""
    children = " ".join(file.read_text(encoding="ascii") for file in Path("/proc/self/task").glob("*/children"))
    return [
        int(child) for child in children.split() if b"background_hasher" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


async def flooded(passwords: Passwords, password: str) -> list[bool]:
    """The answers to so many checks that some of them have to wait for an idle processor."""
    kept = await passwords.hash("Low-Tide-1")
    return await asyncio.gather(*(passwords.matches(password, kept) for _ in range(3 * FLOOD_ABOVE)))


async def test_a_flood_of_passwords_is_hashed_in_the_background_and_gives_way_to_everybody(
    passwords: Passwords,
) -> None:
    assert await flooded(passwords, "Low-Tide-1") == [True] * 3 * FLOOD_ABOVE
    assert await flooded(passwords, "Low-Tide-2") == [False] * 3 * FLOOD_ABOVE
    made = await asyncio.gather(*(passwords.hash("Low-Tide-1") for _ in range(3 * FLOOD_ABOVE)))
    assert all([await passwords.matches("Low-Tide-1", kept) for kept in made])

    (process,) = background_hashers()
    assert os.sched_getscheduler(process) == os.SCHED_IDLE
    # Linux may share the processor by sessions: a process in a session of its own would not give way to this one.
    assert (os.getsid(process), os.getpgid(process)) == (os.getsid(0), process)
    passwords.close()
    assert background_hashers() == []


async def test_the_background_hasher_may_die(passwords: Passwords) -> None:
    await flooded(passwords, "Low-Tide-1")
    (process,) = background_hashers()
    os.kill(process, signal.SIGKILL)

    assert await flooded(passwords, "Low-Tide-1") == [True] * 3 * FLOOD_ABOVE
    assert process not in background_hashers()


async def test_where_no_process_can_be_started_the_flood_is_hashed_here(
    passwords: Passwords, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")

    assert await flooded(passwords, "Low-Tide-1") == [True] * 3 * FLOOD_ABOVE
    assert background_hashers() == []


@pytest.mark.usefixtures("alice_exists")
async def test_a_hash_is_made_as_dear_as_is_recommended(house: House) -> None:
    async with house.database.connection() as connection:
        (row,) = await connection.text("SELECT password_hash FROM identity_accounts")

    assert row.password_hash.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.usefixtures("alice_exists")
async def test_a_hash_made_with_other_parameters_is_renewed(house: House) -> None:
    accounts = house.another_process(Passwords(memory=8_192))
    house.app.router.routes[:] = identity_routes(accounts)

    assert (await house.visitor().signs_in()).status_code == 200

    async with house.database.connection() as connection:
        (row,) = await connection.text("SELECT password_hash FROM identity_accounts")
    assert row.password_hash.startswith("$argon2id$v=19$m=8192,t=2,p=1$")
    assert (await house.visitor().signs_in()).status_code == 200
    accounts.close()


async def test_over_plain_http_the_cookies_are_those_that_browsers_take_there(
    database: Database, secret: Secret, mail_server: MailServer
) -> None:
    async with House(database, secret, mail_server, public_url="http://localhost:8080") as house:
        browser = house.visitor()
        await browser.becomes_a_member()
        answer = await browser.signs_in()

        cookies = answer.headers.get_list("set-cookie")
        assert [cookie.partition("=")[0] for cookie in cookies] == ["sid", "device"]
        assert all(
            "HttpOnly" in cookie and "SameSite=strict" in cookie and "Secure" not in cookie for cookie in cookies
        )
        assert await browser.is_signed_in()
