"""New members whom a moderator approves, where an operator asks for that: until then they see and do nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.app.archives import data_of
from tests.app.conftest import _home
from tests.app.house import House, until
from tests.app.people import FEED, PASSWORD, Member, Page, unlike_others

import photographs
from inflow.identity.sign_up.denied_hosts import DENIED_HOST
from mail.mail_server import MailServer, Received

REASON = "I take pictures of the tide."
own_home = pytest.fixture(_home, scope="module")


@pytest.fixture(scope="module")
async def own_mail_server() -> AsyncIterator[MailServer]:
    async with MailServer() as mail_server:
        yield mail_server


@pytest.fixture(scope="module")
async def place(own_home: Path, own_mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow in which moderators approve new members."""
    async with House(own_home, INFLOW_SMTP_URL=own_mail_server.url) as house:
        yield house


@pytest.fixture(scope="module")
async def mona(place: House, own_mail_server: MailServer) -> Member:
    """A moderator, who joined before members were approved."""
    mona = await Member.sign_up(place, own_mail_server, "mona")
    assert (await place.command("role", "grant", mona.username, "moderator")).code == 0
    await place.stop()
    await place.start(INFLOW_ENTRY="approval")
    return mona


async def _applies(place: House, mail_server: MailServer, name: str) -> Member:
    """Sign up with a reason, and verify the address."""
    applicant = Member(place)
    applicant.username = unlike_others(name)
    begun = await applicant.ask("/sign-up", **_form(applicant, reason=f"  {REASON}\n"))
    assert begun.status_code == 202, begun.text
    code = (await _email_to(mail_server, applicant, "")).code
    verified = await applicant.ask("/sign-up/verify", challengeId=begun.json()["challengeId"], code=code)
    assert (verified.status_code, verified.json()) == (200, {"status": "complete", "user": None})
    return applicant


def _form(applicant: Member, **more: str) -> dict[str, Any]:
    named = {"email": f"{applicant.username}@example.org", "fullName": "Carol Doe", "username": applicant.username}
    return {**named, "password": PASSWORD, "dateOfBirth": "1990-02-28", "termsAccepted": True, **more}


async def _application_of(applicant: Member, page: Page, queue: int) -> dict[str, Any]:
    """The application in the queue of a moderator's page, once it is there: another page may have kept an older one."""

    def found() -> list[dict[str, Any]]:
        return [each for each in page.peer.results[queue] if each["username"] == applicant.username]

    await page.peer.until(lambda: bool(found()))
    return found()[0]


async def _email_to(mail_server: MailServer, member: Member, words: str) -> Received:
    return await mail_server.next_to(f"{member.username}@example.org", words)


async def test_a_moderator_lets_an_applicant_in_whose_page_then_opens_by_itself(
    place: House, own_mail_server: MailServer, mona: Member
) -> None:
    async with mona.page() as monas:
        queue = await monas.follows("moderation:getApplications")
        carol = await _applies(place, own_mail_server, "carol")
        await monas.peer.until(lambda: len(monas.peer.results[queue]) == 1)
        (asked,) = monas.peer.results[queue]
        assert (asked["username"], asked["reason"], asked["state"]) == (carol.username, REASON, "waiting")

        async with carol.page() as carols:
            me, own = await carols.follows("users:me"), await carols.follows("moderation:getApplication")
            assert carols.peer.results[me] is None
            assert (carols.peer.results[own]["state"], carols.peer.results[own]["reason"]) == ("waiting", REASON)

            decided = await monas.does("moderation:decideApplication", applicationId=asked["_id"], approved=True)

            assert decided["success"], decided
            await carols.peer.until(lambda: carols.peer.results[me] is not None)
            await carols.peer.until(lambda: carols.peer.results[own] is None)
            carol.user_id = carols.peer.results[me]["_id"]
            await monas.peer.until(lambda: monas.peer.results[queue] == [])
            again = await monas.does("moderation:decideApplication", applicationId=asked["_id"], approved=True)
            assert not again["success"]
    assert "Open Inflow" in (await _email_to(own_mail_server, carol, "Welcome")).text
    await carol.choose_scenic()
    async with carol.page() as carols:
        posted = await carols.does("posts:createPost", **carol.foto(await carol.photo(photographs.plain((9, 9, 99)))))
        assert posted["success"], posted
    log = (await place.command("audit", "export")).said
    assert "application approved" in log and REASON not in log


async def test_an_applicant_sees_nothing_does_nothing_and_is_nowhere(
    place: House, own_mail_server: MailServer, mona: Member
) -> None:
    carol = await _applies(place, own_mail_server, "carol")

    assert (await carol.upload(photographs.plain((3, 2, 1)))).json()["code"] == "unauthenticated"
    async with mona.page() as monas:
        found = await monas.follows("profiles:search", text=carol.username, paginationOpts=FEED["paginationOpts"])
        assert monas.peer.results[found]["page"] == []
    async with carol.page() as carols:
        feed = await carols.follows("posts:getPostsByNook", **FEED)
        assert carols.peer.results[feed]["errorData"]["code"] == "unauthenticated"
        done = await carols.does("users:updateNook", userId="none", newNook="scenic")
        assert done["errorData"]["code"] == "unauthenticated"
    psql = await place.database()
    assert await psql.fetchval("SELECT count(*) FROM users WHERE username = $1", carol.username) == 0
    await psql.close()

    await carol.ask("/sign-out")
    assert not await carol.is_signed_in()
    assert (await carol.signs_in()).status_code == 200
    assert REASON in [each["reason"] for each in (await data_of(carol))["application"]]
    assert (await carol.ask("/delete", password=PASSWORD)).status_code == 204
    async with mona.page() as monas:
        queue = await monas.follows("moderation:getApplications")
        assert carol.username not in [each["username"] for each in monas.peer.results[queue]]


async def test_a_refused_applicant_reads_why_and_another_moderator_may_still_let_them_in(
    place: House, own_mail_server: MailServer, mona: Member
) -> None:
    carol = await _applies(place, own_mail_server, "carol")
    async with mona.page() as monas, carol.page() as carols:
        own = await carols.follows("moderation:getApplication")
        queue = await monas.follows("moderation:getApplications")
        asked = await _application_of(carol, monas, queue)
        given = {"applicationId": asked["_id"], "approved": False}

        await monas.does("moderation:decideApplication", **given, words="This is for people from Leith.")
        again = await monas.does("moderation:decideApplication", **given)

        assert not again["success"]
        assert again["errorData"]["code"] == "conflict"
        await carols.peer.until(lambda: carols.peer.results[own]["state"] == "refused")
        assert carols.peer.results[own]["answer"] == "This is for people from Leith."
        assert carols.peer.results[own]["eraseAt"] > carols.peer.results[own]["appliedAt"]
        email = await _email_to(own_mail_server, carol, "Your request to join")
        assert "people from Leith" in email.text and "7 days" in email.text
        refused = await monas.follows("moderation:getApplications", state="refused")
        assert [each["username"] for each in monas.peer.results[refused]] == [carol.username]

        await monas.does("moderation:decideApplication", applicationId=asked["_id"], approved=True)

        me = await carols.follows("users:me")
        await carols.peer.until(lambda: carols.peer.results[me] is not None)


async def test_a_refused_account_is_erased_after_seven_days(
    place: House, own_mail_server: MailServer, mona: Member
) -> None:
    carol = await _applies(place, own_mail_server, "carol")
    async with mona.page() as monas:
        queue = await monas.follows("moderation:getApplications")
        asked = await _application_of(carol, monas, queue)
        await monas.does("moderation:decideApplication", applicationId=asked["_id"], approved=False)
    await _email_to(own_mail_server, carol, "Your request to join")
    psql = await place.database()
    await psql.execute("UPDATE identity_applications SET erase_at = now() WHERE id = $1", asked["_id"])
    await psql.close()

    await place.stop()  # the cleanup of every hour runs at the start as well
    await place.start(INFLOW_ENTRY="approval")

    async def is_gone() -> bool:
        return (await carol.signs_in()).status_code == 401

    await until(is_gone)
    assert not await carol.is_signed_in()
    assert (await _email_to(own_mail_server, carol, "deleted")).to == f"{carol.username}@example.org"


async def test_an_operator_denies_a_host_that_the_log_names_and_the_audit_log_tells_of_it(place: House) -> None:
    assert "neither the hash" in (await place.command("host", "deny", "example.org")).said

    denied = await place.command("host", "deny", "127.9.9.9", "--days", "30")

    assert denied.code == 0, denied.said
    tag = denied.said.split()[-4]
    eve = Member(place, machine="127.9.9.9")
    eve.username = unlike_others("eve")
    assert (await eve.ask("/sign-up", **_form(eve, reason=REASON))).json()["message"] == DENIED_HOST
    assert tag in (await place.command("host", "list")).said

    assert (await place.command("host", "allow", tag)).code == 0
    assert "not denied" in (await place.command("host", "allow", tag)).said
    assert (await eve.ask("/sign-up", **_form(eve, reason=REASON))).status_code == 202
    log = (await place.command("audit", "export")).said
    assert log.index("host denied") < log.index("host allowed")
    assert "127.9.9.9" not in log
