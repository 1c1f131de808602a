"""Cropping, posting and deleting a photo in the whole app: the screens, and the files that stay."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest
from tests.app.house import House, until
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer

CROP = {"ratio": "horizontal", "crop": {"x": 0.1, "y": 0.1, "width": 0.5, "height": 0.5}, "rotation": 90}


@pytest.fixture(scope="module")
async def heidi(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "heidi")


def kept(house: House, photo: str) -> set[str]:
    """The files of a photo."""
    media_id = photo.split("/")[2]
    return {file.name for file in (house.home / "media" / media_id[:2] / media_id).glob("*")}


async def cut(member: Member, photo: str) -> dict[str, Any]:
    answer = await member.http.post(f"/api/media/{photo.split('/')[2]}/cuts", json=CROP)
    assert answer.status_code == 201, answer.text
    said: dict[str, Any] = answer.json()
    return said


async def test_a_post_shows_its_cut_and_nothing_else_of_the_photo(house: House, heidi: Member) -> None:
    whole = await heidi.photo(photographs.jpeg(1600, 1200))

    said = await cut(heidi, whole)
    async with heidi.page() as page:
        posted = await page.does("posts:createPost", **{**heidi.foto(said["imageUrl"]), "ratio": "horizontal"})

    assert posted["success"], posted
    post = posted["result"]
    assert (post["imageUrl"], post["width"], post["height"]) == (said["imageUrl"], 600, 800)
    assert (await heidi.http.get(post["imageUrl"])).status_code == 200
    assert (await heidi.http.get(whole)).status_code == 404
    cut_id = said["imageUrl"].rpartition("/")[2].partition("-")[0]
    names = ("canvas.jpg", "1080.jpg", "160.webp", "320.webp", "640.webp")

    async def is_tidy() -> bool:
        return kept(house, whole) == {"original", *(f"{cut_id}-{name}" for name in names)}

    await until(is_tidy)


async def test_a_posted_foto_is_cut_again_and_its_former_addresses_refuse(
    house: House, mail_server: MailServer, heidi: Member
) -> None:
    judy = await Member.sign_up(house, mail_server, "judy")
    photo = await heidi.photo(photographs.jpeg(1600, 1200))
    post = await heidi.does("posts:createPost", **heidi.foto(photo, ratio="horizontal"))
    former = [post["imageUrl"], *(each["url"] for each in post["variants"])]
    async with judy.page() as page:
        screen = await page.follows("posts:getPost", postId=post["_id"])

        said = await cut(heidi, photo)
        assert page.peer.results[screen]["imageUrl"] == post["imageUrl"]
        assert (await heidi.http.get(said["imageUrl"])).status_code == 404, "no post shows it yet"

        look = {"filter": "juno", "adjustments": {"brightness": 110, "contrast": 100, "saturation": 100}}
        given = {"postId": post["_id"], "imageUrl": said["imageUrl"], "ratio": "horizontal", **look}
        await heidi.does("posts:editLook", **given)
        await page.peer.until(lambda: page.peer.results[screen]["imageUrl"] == said["imageUrl"])
        await page.peer.until(lambda: len(page.peer.results[screen]["variants"]) == 4)

    assert (await judy.http.get(said["imageUrl"])).status_code == 200
    for url in former:
        assert [(await each.http.get(url)).status_code for each in (judy, heidi)] == [404, 404]
    assert (await heidi.http.get(f"/api/media/{photo.split('/')[2]}/original")).status_code == 200
    cut_id = said["imageUrl"].rpartition("/")[2].partition("-")[0]
    names = ("canvas.jpg", "1080.jpg", "160.webp", "320.webp", "640.webp")

    async def is_tidy() -> bool:
        return kept(house, photo) == {"original", *(f"{cut_id}-{name}" for name in names)}

    await until(is_tidy)


async def test_a_deleted_post_takes_its_photo_with_it(house: House, heidi: Member) -> None:
    photo = await heidi.photo(photographs.plain((9, 99, 199)))
    async with heidi.page() as page:
        posted = await page.does("posts:createPost", **heidi.foto(photo))
        deleted = await page.does("posts:deletePost", postId=posted["result"]["_id"])
    assert deleted["success"], deleted

    async def bytes_gone() -> bool:
        return kept(house, photo) == set()

    await until(bytes_gone)
    assert (await heidi.http.get(photo)).status_code == 404
    psql = await house.database()
    assert await psql.fetchval("SELECT count(*) FROM media WHERE id = $1", photo.split("/")[2]) == 0
    await psql.close()


async def test_a_photo_inside_the_call_is_posted_like_an_upload(heidi: Member) -> None:
    inside = base64.b64encode(photographs.jpeg(800, 600)).decode()
    async with heidi.page() as page:
        posted = await page.does("posts:createPost", **heidi.foto(f"data:image/jpeg;base64,{inside}"))

    assert posted["success"], posted
    seen = await heidi.http.get(posted["result"]["imageUrl"])
    assert (seen.status_code, seen.headers["content-type"]) == (200, "image/jpeg")
    assert photographs.CANARY.encode() not in seen.content


@pytest.mark.parametrize("ratio", ["horizontal", "landscape"])
async def test_a_cut_and_a_post_at_the_same_moment_agree(house: House, mail_server: MailServer, ratio: str) -> None:
    ivan = await Member.sign_up(house, mail_server, "ivan")
    for _ in range(4):
        photo = await ivan.photo(photographs.plain((9, 99, 199)))
        async with ivan.page() as page:
            cutting, posted = await asyncio.gather(
                ivan.http.post(f"/api/media/{photo.split('/')[2]}/cuts", json=CROP),
                page.does("posts:createPost", **ivan.foto(photo, ratio=ratio)),
            )
            feed = await page.feed()

        if not posted["success"]:
            # The crop came first, and its ratio differs from the post's.
            assert (ratio, cutting.status_code) == ("landscape", 201)
            continue
        shown = feed.posts[0]["imageUrl"]
        assert shown == posted["result"]["imageUrl"]
        if "-canvas" in shown:
            # The crop came first.
            assert (ratio, cutting.status_code, cutting.json()["imageUrl"]) == ("horizontal", 201, shown)
        elif cutting.status_code == 201:
            # The post came first, so this is its next cut, which no address serves before a call takes it.
            assert (await ivan.http.get(cutting.json()["imageUrl"])).status_code == 404
        else:
            assert cutting.status_code == 409
        assert (await ivan.http.get(shown)).status_code == 200
