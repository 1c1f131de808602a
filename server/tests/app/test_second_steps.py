"""Second steps on a whole Inflow: what roles need, what an operator does for a member who lost theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pyotp
import pytest
from tests.app.house import House
from tests.app.people import PASSWORD, Member, Page

from identity.passkey_device import PasskeyDevice
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


async def test_open_pages_learn_of_all_that_the_member_signs_in_with(place: House, mail: MailServer) -> None:
    alice, bob = [await Member.sign_up(place, mail, name) for name in ("alice", "bob")]
    elsewhere = Member(place)
    elsewhere.username = alice.username
    async with alice.page() as page, bob.page() as other:
        own, bobs = [await each.follows("users:getSignInsVersion") for each in (page, other)]
        of_bob = other.peer.results[bobs]

        async def differs_after(step: Awaitable[Any]) -> Any:
            before, answer = page.peer.results[own], await step
            now = await _sign_ins_version(alice)
            assert now != before
            await page.peer.until(lambda: page.peer.results[own] == now)
            return answer

        await differs_after(elsewhere.signs_in())
        await differs_after(alice.ask("/sessions/end-others"))
        codes = await differs_after(adds_app(alice))
        await differs_after(_adds_passkey(alice))
        (passkey,) = (await _factors(alice))["passkeys"]
        await differs_after(alice.ask(f"/factors/passkeys/{passkey['id']}/rename", name="Phone"))
        await elsewhere.signs_in()
        trusting = elsewhere.ask("/sign-in/second-step", code=codes[0], trust=True)
        await differs_after(trusting)
        (device,) = (await _factors(alice))["devices"]
        await differs_after(alice.ask(f"/factors/devices/{device['id']}/forget"))
        await differs_after(alice.ask("/factors/recovery-codes"))
        await differs_after(alice.ask(f"/factors/passkeys/{passkey['id']}/remove"))
        await differs_after(alice.ask("/factors/authenticator/remove"))
        assert other.peer.results[bobs] == of_bob == await _sign_ins_version(bob)


async def _sign_ins_version(member: Member) -> Any:
    """As a page that is opened now sees it."""
    async with member.page() as page:
        return page.peer.results[await page.follows("users:getSignInsVersion")]


async def _factors(member: Member) -> Any:
    answer = await member.http.get("/api/identity/factors")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _adds_passkey(member: Member) -> None:
    options = (await member.ask("/factors/passkeys/options")).json()["options"]
    passkey = PasskeyDevice(member.house.origin).creates(options)
    added = await member.ask("/factors/passkeys", passkey=passkey, name="Key")
    assert added.status_code == 200, added.text


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
