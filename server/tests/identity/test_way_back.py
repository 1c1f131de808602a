"""The owner's way back into their account, while strangers do all they can to block it."""

from __future__ import annotations

import re

import pytest

from identity.house import Browser, House, refusal
from identity.test_sign_in import RESET_FIRST, lock
from mail.mail_server import MailServer

NEW = "High-Tide-2026"
NO_LONGER = (400, "expired", "This link is no longer valid. Please enter your email again.")
LINK = re.compile(r"https://inflow\.example/reset-password#(\S+)")


@pytest.fixture
async def alice(house: House, mail_server: MailServer) -> Browser:
    """Alice's browser, a minute after she signed up."""
    browser = house.visitor()
    await browser.becomes_a_member()
    house.wait(minutes=1)
    return browser


async def link_in_the_next_letter(mail_server: MailServer) -> str:
    found = LINK.search((await mail_server.next()).text)
    assert found
    return found[1]


async def strangers_use_up_the_letters(house: House, mail_server: MailServer) -> list[str]:
    """Ask for resets from many addresses until the server sends no more emails; the links that Alice got until then."""
    links = []
    for turn in range(10):
        asked = await house.visitor(f"198.51.{turn}.1").post("/reset", email="alice@example.org")
        assert asked.status_code == 202
        links.append(await link_in_the_next_letter(mail_server))
        house.wait(minutes=13)
    return links


async def opens(browser: Browser, link: str, password: str = NEW) -> tuple[int, str, str] | int:
    answer = await browser.post("/reset/complete", link=link, newPassword=password)
    return answer.status_code if answer.status_code == 200 else refusal(answer)


async def test_the_owner_in_a_new_browser_gets_in_while_a_stranger_does_everything(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await lock(house)
    await lock(house, "alice@example.org")
    links = await strangers_use_up_the_letters(house, mail_server)
    new = house.visitor("192.0.2.1")
    assert refusal(await new.signs_in()) == RESET_FIRST
    await mail_server.next()
    refused = await new.post("/reset", email="alice@example.org")

    assert refusal(refused) == (
        429,
        "rate_limited",
        "We already emailed this address. Use the link in the latest email, or try again in 22 hours.",
    )
    assert await opens(new, links[-1]) == 200
    assert (await new.signs_in(password=NEW)).status_code == 200


async def test_a_link_lasts_as_long_as_letters_are_refused(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    links = await strangers_use_up_the_letters(house, mail_server)
    house.wait(minutes=-13, days=1, milliseconds=-1)

    assert await opens(house.visitor("192.0.2.1"), links[-1]) == 200


async def test_a_known_browser_has_letters_of_its_own(house: House, mail_server: MailServer, alice: Browser) -> None:
    await strangers_use_up_the_letters(house, mail_server)

    challenge = await alice.resets()
    code = (await mail_server.next()).code
    done = await alice.post("/reset/complete", challengeId=challenge, code=code, newPassword=NEW)

    assert done.status_code == 200


async def test_a_known_browser_asks_whatever_its_neighbours_do(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    neighbour = house.visitor()
    answers = [(await neighbour.post("/reset", email="no address")).status_code for _ in range(6)]
    assert answers[-1] == 429

    await alice.resets()

    assert (await mail_server.next()).to == "alice@example.org"


async def test_sign_ups_with_a_members_address_use_up_none_of_its_resets(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    for turn in range(4):
        await house.visitor(f"198.51.{turn}.1").signs_up(username=f"alice_{turn}")
        await mail_server.next()
        house.wait(minutes=2)

    await house.visitor("192.0.2.1").resets()

    assert await link_in_the_next_letter(mail_server)


async def test_wrong_codes_do_not_use_up_the_link(house: House, mail_server: MailServer, alice: Browser) -> None:
    stranger = house.visitor("198.51.100.1")
    challenge = await stranger.resets()
    link = await link_in_the_next_letter(mail_server)
    for _ in range(6):
        await stranger.post("/reset/complete", challengeId=challenge, code="000000", newPassword=NEW)

    assert await opens(house.visitor("192.0.2.1"), link) == 200


async def test_a_link_works_once_and_for_a_day(house: House, mail_server: MailServer, alice: Browser) -> None:
    await house.visitor("198.51.100.1").resets()
    first = await link_in_the_next_letter(mail_server)
    house.wait(minutes=1)
    await house.visitor("198.51.100.1").resets()
    second = await link_in_the_next_letter(mail_server)

    assert await opens(alice, second) == 200
    assert [await opens(alice, link, "Ebb-Tide-77") for link in (first, second)] == [NO_LONGER] * 2
    house.wait(minutes=1)
    await mail_server.next()
    await house.visitor("198.51.100.1").resets()
    third = await link_in_the_next_letter(mail_server)
    house.wait(days=1)
    assert await opens(alice, third, "Ebb-Tide-77") == NO_LONGER


async def test_a_link_that_was_made_up_opens_nothing(house: House, mail_server: MailServer, alice: Browser) -> None:
    await house.visitor("198.51.100.1").resets()
    link = await link_in_the_next_letter(mail_server)
    account, issued, mac = link.split(".")

    forged = [f"{account}.{int(issued) + 1}.{mac}", f"{account}.{issued}.{'0' * 32}", account, "..", "a.b.c.d", "é.x.y"]

    assert [await opens(house.visitor(), each) for each in forged] == [NO_LONGER] * len(forged)
    assert (await house.visitor().signs_in()).status_code == 200


async def test_a_password_that_is_refused_does_not_use_up_the_link(
    house: House, mail_server: MailServer, alice: Browser
) -> None:
    await house.visitor("198.51.100.1").resets()
    link = await link_in_the_next_letter(mail_server)

    assert await opens(alice, link, "") == (400, "invalid", "Please fill in all fields")
    assert await opens(alice, link, "Alice-2026") == (
        400,
        "invalid",
        "Please choose a password that is harder to guess",
    )
    assert await opens(alice, link) == 200
