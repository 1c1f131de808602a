"""A member whose photo the content check refused asks a person to look at it, and gets an answer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.app.house import House, until
from tests.app.people import Member
from tests.screening.judge import said, serving
from tests.screening.test_thresholds import answer_of

import photographs
from mail.mail_server import MailServer

EROTICA = said({"status": "success", "nudity": answer_of("nudity-2.1", erotica=0.41)})
NOT_REFUSED = "The content check did not refuse this photo. Please choose it again."
ASKED = "You have already asked about this photo."
FLOWER = photographs.jpeg(900, 600, name="flower")


@pytest.fixture
async def strict(house: House, mail_server: MailServer) -> AsyncIterator[House]:
    """A house whose content check refuses every photo."""
    async with serving(EROTICA) as judge:
        check = {
            "INFLOW_SCREENING": "sightengine",
            "INFLOW_SIGHTENGINE_USER": "operator",
            "INFLOW_SIGHTENGINE_SECRET": "secret",
            "INFLOW_SIGHTENGINE_URL": judge.url,
        }
        async with House(
            house.home, INFLOW_SMTP_URL=mail_server.url, INFLOW_PUBLIC_URL=house.origin, **check
        ) as strict:
            yield strict


async def _asks(member: Member, photograph: bytes) -> tuple[int, str]:
    """The status, and the words of a refusal."""
    answer = await member.http.post("/api/media/reviews", files={"file": ("photo.jpg", photograph, "image/jpeg")})
    return answer.status_code, answer.json()["message"] if answer.content else ""


async def _asked_and_found(member: Member, mona: Member) -> str:
    """The id of the case about a flower that was refused to this member, as the moderator finds it."""
    assert (await member.upload(FLOWER)).status_code == 422
    assert await _asks(member, FLOWER) == (204, "")
    async with mona.page() as page:
        rows = page.peer.results[await page.follows("moderation:getCases")]["page"]
        (row,) = [each for each in rows if each["member"]["username"] == member.username]
        assert (row["kind"], row["reports"]) == ("upload", 0)
        case = page.peer.results[await page.follows("moderation:getCase", caseId=row["_id"])]
    assert case["evidence"]["facts"] == [{"what": "nudity", "count": 1}]
    assert case["photoUrl"] == f"/api/moderation/cases/{row['_id']}/photo"
    return str(row["_id"])


async def _sees(member: Member, case_id: str) -> int:
    """The status of the photo that moderators are shown."""
    return (await member.http.get(f"/api/moderation/cases/{case_id}/photo")).status_code


async def test_a_moderator_allows_a_refused_photo_and_its_owner_can_post_and_crop_it(
    strict: House, mail_server: MailServer
) -> None:
    alva, bert, mona = [await Member.sign_up(strict, mail_server, name) for name in ("alva", "bert", "mona")]
    assert (await strict.command("role", "grant", mona.username, "moderator")).code == 0
    assert await _asks(alva, FLOWER) == (404, NOT_REFUSED)

    case_id = await _asked_and_found(alva, mona)

    assert [await _sees(each, case_id) for each in (mona, alva, bert)] == [200, 404, 404]
    assert await _asks(alva, FLOWER) == (409, ASKED)
    async with alva.page() as page:
        reviews = await page.follows("moderation:getReviews")
        assert [each["state"] for each in page.peer.results[reviews]] == ["waiting"]
        await mona.does("moderation:allowUpload", caseId=case_id)
        await page.peer.until(lambda: [each["state"] for each in page.peer.results[reviews]] == ["allowed"])

    email = await mail_server.next_to(f"{alva.username}@example.org")
    assert "allows it. You can upload it now" in email.text
    assert await _sees(mona, case_id) == 404
    uploaded = await alva.upload(FLOWER)
    assert uploaded.status_code == 201
    crop = {"crop": {"x": 0.1, "y": 0.1, "width": 0.5, "height": 0.5}, "ratio": "horizontal"}
    cut = await alva.http.post(f"/api/media/{uploaded.json()['mediaId']}/cuts", json=crop)
    assert cut.status_code == 201, cut.text
    assert (await bert.upload(FLOWER)).status_code == 422
    psql = await strict.database()
    strikes = "SELECT count(*) FROM refusals JOIN users ON clerk_id = owner_id WHERE users.id = $1"
    assert [await psql.fetchval(strikes, each.user_id) for each in (alva, bert)] == [0, 1]
    await psql.close()


async def test_a_photo_that_a_moderator_leaves_refused_stays_so_and_the_copy_is_deleted(
    strict: House, mail_server: MailServer
) -> None:
    alva, mona = [await Member.sign_up(strict, mail_server, name) for name in ("alva", "mona")]
    assert (await strict.command("role", "grant", mona.username, "moderator")).code == 0
    case_id = await _asked_and_found(alva, mona)

    await mona.does("moderation:dismiss", caseId=case_id)

    email = await mail_server.next_to(f"{alva.username}@example.org")
    assert "It stays refused." in email.text
    psql = await strict.database()
    kept = await psql.fetchrow("SELECT photo, evidence FROM cases WHERE id = $1", case_id)
    await psql.close()
    assert (kept["photo"], kept["evidence"]) == (None, None)
    assert (await alva.upload(FLOWER)).status_code == 422
    assert await _asks(alva, FLOWER) == (409, ASKED)


async def test_a_photo_that_moderators_removed_is_not_looked_at_again(strict: House, mail_server: MailServer) -> None:
    alva = await Member.sign_up(strict, mail_server, "alva")
    assert (await alva.upload(FLOWER)).status_code == 422
    psql = await strict.database()
    await psql.execute(
        "UPDATE refusals SET kind = 'removed' FROM users WHERE clerk_id = owner_id AND users.id = $1", alva.user_id
    )
    await psql.close()

    assert await _asks(alva, FLOWER) == (404, NOT_REFUSED)


async def test_a_member_who_leaves_takes_the_waiting_photo_along(strict: House, mail_server: MailServer) -> None:
    alva, mona = [await Member.sign_up(strict, mail_server, name) for name in ("alva", "mona")]
    assert (await strict.command("role", "grant", mona.username, "moderator")).code == 0
    case_id = await _asked_and_found(alva, mona)

    assert (await strict.command("member", "delete", alva.username, "--yes")).code == 0

    psql = await strict.database()

    async def has_none() -> bool:
        kept = "SELECT id FROM cases LEFT JOIN upload_reviews ON case_id = id WHERE id = $1"
        return await psql.fetchval(kept, case_id) is None

    await until(has_none)
    await psql.close()
