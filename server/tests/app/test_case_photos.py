"""The photos that a case keeps as evidence, over HTTP."""

from __future__ import annotations

import pytest
from tests.app.correspondents import Correspondence
from tests.app.house import House, until
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer


async def _signed_up(house: House, mail_server: MailServer, *names: str) -> list[Member]:
    return [await Member.sign_up(house, mail_server, name) for name in names]


async def _moderators(house: House, mail_server: MailServer, *names: str) -> list[Member]:
    members = await _signed_up(house, mail_server, *names)
    for each in members:
        assert (await house.command("role", "grant", each.username, "moderator")).code == 0
    return members


async def _reported(reporter: Member, kind: str, subject_id: str) -> str:
    """Report something; the id of its case."""
    await reporter.does("moderation:report", kind=kind, subjectId=subject_id, reason="nudity")
    psql = await reporter.house.database()
    case: str = await psql.fetchval("SELECT id FROM cases WHERE subject_id = $1 AND state = 'open'", subject_id)
    await psql.close()
    return case


@pytest.mark.parametrize("closed_by", ["dismiss", "act"])
async def test_the_photo_of_a_message_is_shown_only_to_the_moderator_who_opened_it_while_the_case_is_open(
    house: House, mail_server: MailServer, closed_by: str
) -> None:
    dora, emil = await _signed_up(house, mail_server, "dora", "emil")
    mona, nora = await _moderators(house, mail_server, "mona", "nora")
    chat = await Correspondence.between(dora, emil)
    url = await dora.photo(photographs.plain((40, 90, 160)))
    sent = await dora.does("messages:sendMessage", **{**chat.message(dora, "a"), "type": "photo", "content": url})
    case = await _reported(emil, "message", sent["_id"])
    path = f"/api/moderation/cases/{case}/photo"
    await _is_copied(house, case)

    async def statuses() -> list[int]:
        return [(await each.http.get(path)).status_code for each in (mona, nora, dora, emil, Member(house))]

    assert await statuses() == [404] * 5

    await mona.does("moderation:openEvidence", caseId=case)

    assert await statuses() == [200, 404, 404, 404, 404]
    shown = await mona.http.get(path)
    assert (shown.content[:2], shown.headers["cache-control"]) == (b"\xff\xd8", "no-store")
    async with mona.page() as page:
        opened = page.peer.results[await page.follows("moderation:getCase", caseId=case)]
    assert opened["photoUrl"] == path

    measure = {"measure": "remove", "reason": "nudity"} if closed_by == "act" else {}
    await mona.does(f"moderation:{closed_by}", caseId=case, **measure)

    assert await statuses() == [404] * 5


async def _is_copied(house: House, case: str) -> None:
    psql = await house.database()

    async def is_kept() -> bool:
        return bool(await psql.fetchval("SELECT photo IS NOT NULL FROM cases WHERE id = $1", case))

    await until(is_kept)
    await psql.close()
