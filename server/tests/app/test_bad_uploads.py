"""Uploads that are not photographs, and which members may see the photographs."""

from __future__ import annotations

import json

import pytest
from tests.app.correspondents import Correspondence
from tests.app.house import House
from tests.app.ledger import kept
from tests.app.people import Browser, Member

import photographs
from mail.mail_server import MailServer

NO_PHOTO = "Please upload an image file"
TOO_MANY_PIXELS = "This image has too many pixels: the most is 200 megapixels and 32,000 on a side"
SMALL = photographs.plain((10, 120, 40))
WHOLE = photographs.jpeg(1600, 1200)
REFUSED = {
    "a JPEG that breaks off": (WHOLE[: len(WHOLE) // 2], NO_PHOTO),
    "a PNG that says it has 60,000 x 60,000 pixels": (photographs.png_bomb(), TOO_MANY_PIXELS),
    "an SVG by the name of a photo": (photographs.SVG, NO_PHOTO),
    "a page by the name of a photo": (b"<!doctype html><script>alert(1)</script>" * 9, NO_PHOTO),
}


@pytest.fixture(scope="module")
async def carol(house: House, mail_server: MailServer) -> Member:
    """A member who has uploaded nothing yet: twenty uploads a minute are allowed."""
    return await Member.sign_up(house, mail_server, "carol")


@pytest.mark.parametrize(("file", "words"), REFUSED.values(), ids=REFUSED.keys())
async def test_it_is_refused_and_nothing_is_kept(house: House, carol: Member, file: bytes, words: str) -> None:
    async with carol.page() as page:
        feed = await page.feed()
        before, shown = await kept(house), feed.posts

        answer = await carol.upload(file)

        assert (answer.status_code, answer.json()) == (400, {"code": "invalid", "message": words})
        assert await kept(house) == before
        assert list((house.home / "uploads").iterdir()) == []
        assert feed.posts == shown


async def test_the_next_photograph_is_taken(carol: Member) -> None:
    async with carol.page() as page:
        created = await page.does("posts:createPost", **carol.foto(await carol.photo(SMALL), caption="After all"))

        assert created["success"], created


async def test_one_larger_than_may_be_sent_is_refused_before_it_is_read(house: House, bob: Member) -> None:
    before = await kept(house)

    answer = await bob.upload(photographs.noise(26 * 1024 * 1024, after=b"\xff\xd8\xff"))

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert await kept(house) == before


async def test_nobody_uploads_without_a_session(house: House) -> None:
    before = await kept(house)
    stranger = Browser(house)

    for cookie in ("", "x" * 43, "x" * 400):
        stranger.http.cookies.set("sid", cookie)
        answer = await stranger.upload(SMALL)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert await kept(house) == before


async def test_a_photo_is_seen_by_who_may_see_its_post(house: House, mail_server: MailServer, bob: Member) -> None:
    erin = await Member.sign_up(house, mail_server, "erin")
    stranger = Browser(house)
    photo = await erin.photo(WHOLE)

    async def seen(photo: str) -> list[int]:
        return [(await browser.http.get(photo)).status_code for browser in (erin, bob, stranger)]

    async with erin.page() as page:
        assert await seen(photo) == [200, 404, 404]
        created = await page.does("posts:createPost", **erin.foto(photo))
        assert await seen(photo) == [200, 200, 404]
        await page.does("posts:deletePost", postId=created["result"]["_id"])
        # Its author may see it until a job removes it.
        assert (await seen(photo))[1:] == [404, 404]


async def test_a_photo_of_the_cue_is_seen_by_who_is_in_flow_as_long_as_they_are(
    house: House, mail_server: MailServer, bob: Member
) -> None:
    hana, olga = [await Member.sign_up(house, mail_server, name) for name in ("hana", "olga")]
    stranger, photo = Browser(house), await hana.photo(WHOLE)
    async with hana.page() as page:
        created = await page.does("posts:createPost", **hana.foto(photo, postType="cue"))
    assert created["success"]
    psql = await house.database()
    renditions = await psql.fetchval("SELECT renditions FROM media WHERE id = $1", photo.split("/")[2])
    await psql.close()
    urls = [f"{photo.rpartition('/')[0]}/{each['name']}" for each in json.loads(renditions)]
    # Bob is in flow with a member, though not with her.
    await Correspondence.between(olga, bob)

    async def seen() -> list[set[int]]:
        return [{(await each.http.get(url)).status_code for url in urls} for each in (hana, olga, bob, stranger)]

    assert await seen() == [{200}, {404}, {404}, {404}]
    flow = await Correspondence.between(hana, olga)
    assert await seen() == [{200}, {200}, {404}, {404}]
    async with hana.page() as page:
        hers, others = flow.profiles[hana.user_id], flow.profiles[olga.user_id]
        assert (await page.does("profiles:breakFlow", profileId=hers, otherId=others))["success"]
    assert await seen() == [{200}, {404}, {404}, {404}]


async def test_the_original_is_shown_to_nobody(house: House, mail_server: MailServer) -> None:
    frank = await Member.sign_up(house, mail_server, "frank")
    photo = await frank.photo(WHOLE)
    folder = photo.rpartition("/")[0]

    shown = await frank.http.get(photo)
    assert photographs.CANARY.encode() not in shown.content
    for name in ("original", "original.jpg", "ORIGINAL", "%6friginal", "../original", "1080.jpg/../original", ""):
        answer = await frank.http.get(f"{folder}/{name}")
        assert answer.status_code == 404
        assert photographs.CANARY.encode() not in answer.content
