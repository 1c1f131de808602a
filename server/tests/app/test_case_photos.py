"""The photos that a case keeps as evidence, over HTTP."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from tests.app.correspondents import Correspondence
from tests.app.house import House, until
from tests.app.people import PASSWORD, Member, Page
from tests.stored_files import stored_files

import photographs
from mail.mail_server import MailServer

COLOURS = [(40, 90, 160), (200, 40, 40), (30, 160, 60)]
HOLD_COPIES = """
    CREATE FUNCTION hold_copies() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.task_name = 'copy_evidence_photo' THEN NEW.scheduled_at := 'infinity'; END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER hold_copies BEFORE INSERT ON procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION hold_copies();
"""
RELEASE_COPIES = "UPDATE procrastinate_jobs SET scheduled_at = NULL WHERE scheduled_at = 'infinity'"


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


async def test_a_reported_grid_keeps_each_of_its_photos_and_their_words_when_its_author_deletes_them(
    house: House, mail_server: MailServer
) -> None:
    dora, emil = await _signed_up(house, mail_server, "dora", "emil")
    (mona,) = await _moderators(house, mail_server, "mona")
    fotos, words = [], ("Low tide", "High tide", "Ebb")
    for colour, caption in zip(COLOURS, words, strict=True):
        url = await dora.photo(photographs.plain(colour))
        given = {"caption": caption, "altText": f"All of {caption}", "ratio": "vertical"}
        fotos.append((await dora.does("posts:createPost", **dora.foto(url, **given)))["_id"])
    given = {"userId": dora.user_id, "layout": "vertical3", "imageIds": fotos, "imageUrls": []}
    made = await dora.does("grids:createGrid", **given)

    case = await _reported(emil, "grid", made["_id"])
    async with mona.page() as page:
        seen = await page.follows("moderation:getCase", caseId=case)
        await page.peer.until(lambda: all((page.peer.results[seen]["photoUrl"], *_further(page, seen))))
        for foto in fotos:
            await dora.does("posts:deletePost", postId=foto)
        shown = page.peer.results[seen]

    lines = [(line["text"], line["altText"]) for line in shown["evidence"]["lines"]]
    assert lines == [(each, f"All of {each}") for each in words]
    urls = [shown["photoUrl"], *shown["furtherPhotos"]]
    kept = [await mona.http.get(url) for url in urls]
    assert [each.status_code for each in kept] == [200, 200, 200]
    assert [_colour(each.content) for each in kept] == COLOURS
    for person in (dora, emil, Member(house)):
        assert {(await person.http.get(url)).status_code for url in urls} == {404}
    assert (await mona.http.get(f"/api/moderation/cases/{case}/photos/3")).status_code == 404


async def test_the_photos_of_a_grid_are_kept_when_its_author_deletes_the_account_before_they_are_copied(
    home: Path, mail_server: MailServer
) -> None:
    async with House(home, INFLOW_SMTP_URL=mail_server.url) as house:
        dora, emil = await _signed_up(house, mail_server, "dora", "emil")
        (mona,) = await _moderators(house, mail_server, "mona")
        fotos = []
        for colour in COLOURS[:2]:
            url = await dora.photo(photographs.plain(colour))
            fotos.append((await dora.does("posts:createPost", **dora.foto(url)))["_id"])
        unseen = await dora.photo(photographs.plain((9, 9, 9)))
        given = {"userId": dora.user_id, "layout": "landscape", "imageIds": fotos, "imageUrls": []}
        made = await dora.does("grids:createGrid", **given)
        psql = await house.database()
        await psql.execute(HOLD_COPIES)
        case = await _reported(emil, "grid", made["_id"])

        assert (await dora.ask("/delete", password=PASSWORD)).status_code == 204
        assert await psql.fetch("SELECT id FROM media WHERE owner_id <> ''") == []
        assert not await psql.fetchval("SELECT count(*) FROM media WHERE id = $1", unseen.split("/")[2])
        await psql.execute(RELEASE_COPIES)

        async def is_copied() -> bool:
            return await psql.fetchval("SELECT count(*) FROM media") == 0

        await until(is_copied)
        path = f"/api/moderation/cases/{case}/photo"
        kept = [await mona.http.get(url) for url in (path, f"{path}s/1")]
        assert [_colour(each.content) for each in kept] == COLOURS[:2]
        assert await psql.fetch("SELECT media_id FROM cases UNION SELECT media_id FROM case_photos") == [(None,)]

        async def has_no_files() -> bool:
            return not stored_files(home / "media")

        await until(has_no_files)
        await psql.close()


def _further(page: Page, query: int) -> list[str | None]:
    found: list[str | None] = page.peer.results[query]["furtherPhotos"]
    return found


def _colour(jpeg: bytes) -> tuple[int, int, int]:
    """The colour of a plain photo; JPEG changes each value by a few."""
    image = Image.open(io.BytesIO(jpeg)).convert("RGB")
    red, green, blue = image.getpixel((image.width // 2, image.height // 2))
    return min(COLOURS, key=lambda each: abs(each[0] - red) + abs(each[1] - green) + abs(each[2] - blue))
