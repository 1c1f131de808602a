"""Second steps on a whole Inflow: what roles need, what an operator does for a member who lost theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pyotp
import pytest
from tests.app.house import House
from tests.app.people import PASSWORD, Member, Page

from mail.mail_server import MailServer

SECOND_STEP_FIRST = "Add a second step under Settings, Security. Your role needs one here."
PROVE_FIRST = "Confirm that it's you first."


@pytest.fixture
async def mail() -> AsyncIterator[MailServer]:
    """A mail server for this house alone."""
    async with MailServer() as mail_server:
        yield mail_server


@pytest.fixture
async def place(home: Path, mail: MailServer) -> AsyncIterator[House]:
    """An Inflow whose operator wants moderators and owners to have a second step."""
    settings = {"INFLOW_TWO_FACTOR": "on", "INFLOW_TWO_FACTOR_REQUIRED": "moderator, owner"}
    async with House(home, INFLOW_SMTP_URL=mail.url, **settings) as house:
        yield house


async def test_a_role_works_only_with_a_second_step_and_at_once(place: House, mail: MailServer) -> None:
    alice = await Member.sign_up(place, mail, "alice")
    assert (await place.command("role", "grant", alice.username, "moderator")).code == 0

    async with alice.page() as page:
        standing = await page.follows("moderation:getStanding")
        await page.peer.until(lambda: page.peer.results[standing]["needsSecondStep"])
        assert await _refusal(page, "moderation:dismiss", caseId="none") == SECOND_STEP_FIRST
        await adds_app(alice)
        await page.peer.until(lambda: not page.peer.results[standing]["needsSecondStep"])
        assert await _refusal(page, "moderation:dismiss", caseId="none") == "This case does not exist."

        removed = await alice.ask("/factors/authenticator/remove")
        assert removed.status_code == 204
        await page.peer.until(lambda: page.peer.results[standing]["needsSecondStep"])
        assert await _refusal(page, "moderation:dismiss", caseId="none") == SECOND_STEP_FIRST


async def test_an_owner_gives_the_second_step_again_before_a_role(place: House, mail: MailServer) -> None:
    alice, bob = [await Member.sign_up(place, mail, name) for name in ("alice", "bob")]
    assert (await place.command("role", "grant", alice.username, "owner")).code == 0
    codes = await adds_app(alice)
    await _minutes_pass(place)

    async with alice.page() as page:
        given = {"userId": bob.user_id, "role": "moderator"}
        assert await _refusal(page, "moderation:setRole", **given) == PROVE_FIRST
        await alice.ask("/proof/options")
        assert (await alice.ask("/proof", code=codes[0])).status_code == 204
        assert (await page.does("moderation:setRole", **given))["success"]


async def test_an_operator_removes_the_second_steps_of_a_member_who_lost_them(place: House, mail: MailServer) -> None:
    alice = await Member.sign_up(place, mail, "alice")
    refused = await place.command("member", "remove-second-steps", alice.username)
    assert (refused.code, "has no second step" in refused.said) == (1, True), refused.said
    await adds_app(alice)
    await mail.next_to(f"{alice.username}@example.org", "second step was added")
    assert (await alice.signs_in()).json()["status"] == "second step"

    removed = await place.command("member", "remove-second-steps", alice.username)

    assert removed.code == 0, removed.said
    await mail.next_to(f"{alice.username}@example.org", "second step was removed")
    assert (await alice.signs_in()).json()["status"] == "complete"
    assert "second steps removed" in (await place.command("audit", "export")).said
    assert (await place.command("member", "remove-second-steps", "nobody_at_all")).code == 1


async def adds_app(member: Member) -> list[str]:
    """Add an authenticator app; the recovery codes."""
    assert (await member.ask("/proof", password=PASSWORD)).status_code == 204
    seed = (await member.ask("/factors/authenticator/begin")).json()["seed"]
    confirmed = await member.ask("/factors/authenticator/confirm", code=pyotp.TOTP(seed).now())
    assert confirmed.status_code == 200, confirmed.text
    codes: list[str] = confirmed.json()["recoveryCodes"]
    return codes


async def _minutes_pass(place: House) -> None:
    """Let six minutes pass for proofs, which is longer than they count."""
    psql = await place.database()
    await psql.execute("UPDATE identity_sessions SET proved_at = proved_at - interval '6 minutes'")
    await psql.close()


async def _refusal(page: Page, path: str, **given: object) -> str:
    """What a mutation is refused with."""
    answer = await page.does(path, **given)
    assert not answer["success"], answer
    message: str = answer["errorData"]["message"]
    return message
