"""GET /media/{id}/{rendition}."""

from __future__ import annotations

import re

import pytest

import photographs
from media.conftest import Gallery

SMALL = photographs.plain((10, 120, 40))


async def test_alice_sees_what_she_uploaded(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()

    seen = await gallery.see(said["imageUrl"])

    assert seen.status_code == 200
    assert seen.content[:3] == b"\xff\xd8\xff"


async def test_it_can_be_shown_and_nothing_else_done_with_it(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()

    headers = (await gallery.see(said["imageUrl"])).headers

    assert headers["content-type"] == "image/jpeg"
    assert headers["content-disposition"] == 'inline; filename="1080.jpg"'
    assert headers["content-security-policy"] == (
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
    )
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "private, max-age=31536000, immutable"


async def test_it_is_not_sent_twice(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()
    tag = (await gallery.see(said["imageUrl"])).headers["etag"]

    again = await gallery.see(said["imageUrl"], **{"If-None-Match": tag})

    assert (again.status_code, again.content) == (304, b"")


async def test_who_may_not_see_it_is_told_that_it_is_not_there(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()
    tag = (await gallery.see(said["imageUrl"])).headers["etag"]
    missing = await gallery.see("/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/1080.jpg")

    for refused in (
        await gallery.see(said["imageUrl"], by="bob"),
        await gallery.see(said["imageUrl"], by=""),
        await gallery.see(said["imageUrl"], by="bob", **{"If-None-Match": tag}),
    ):
        assert (refused.status_code, refused.content) == (404, missing.content)
        assert refused.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", ["original", "2048.webp", "1080.png", "..%2foriginal", "%2e%2e", "1080.jpg%00"])
async def test_nothing_but_a_made_rendition_is_served(name: str, gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL)).json()

    assert (await gallery.see(f"/media/{said['mediaId']}/{name}")).status_code == 404


@pytest.mark.parametrize("media_id", ["%00", "nonsense", "A" * 26, "%ff", "%f0%9f%8c%8a"])
async def test_what_is_no_id_is_not_there(media_id: str, gallery: Gallery) -> None:
    assert (await gallery.see(f"/media/{media_id}/1080.jpg")).status_code == 404


async def test_its_url_cannot_be_guessed(gallery: Gallery) -> None:
    ids = {(await gallery.upload(SMALL)).json()["mediaId"] for _ in range(3)}

    assert len(ids) == 3
    assert all(re.fullmatch("[a-z2-7]{26}", media_id) for media_id in ids)
