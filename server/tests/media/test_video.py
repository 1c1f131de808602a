"""GET /media/{id}/video.mp4 and .webm: the whole video of a flick, or a range of it."""

from __future__ import annotations

import pytest

import films
import photographs
from inflow.media.http.video_response import ByteRange, requested_range
from inflow.media.pipeline.videos import attach_video, store_video, video_url
from inflow.media.rules import VideoKind
from media.conftest import Gallery

FILM = films.mp4()
SIZE = len(FILM)


@pytest.fixture
async def film(gallery: Gallery) -> str:
    """A film behind one of Alice's pictures; its address."""
    return await shown(gallery, FILM, "mp4")


async def shown(gallery: Gallery, content: bytes, kind: VideoKind) -> str:
    media_id = (await gallery.upload(photographs.plain((10, 120, 40)))).json()["mediaId"]
    file = gallery.folder.parent / "film"
    file.write_bytes(content)
    await store_video(gallery.pipeline, media_id, file, kind)
    async with gallery.pipeline.database.transaction() as connection:
        await attach_video(connection, media_id, kind)
    url = video_url(media_id, kind)
    assert url is not None
    return url


async def test_all_of_it_is_sent_to_whoever_asks_for_all(gallery: Gallery, film: str) -> None:
    seen = await gallery.see(film)

    assert (seen.status_code, seen.content) == (200, FILM)
    assert seen.headers["content-type"] == "video/mp4"
    assert seen.headers["content-length"] == str(SIZE)
    assert seen.headers["accept-ranges"] == "bytes"


async def test_it_can_be_played_and_nothing_else_done_with_it(gallery: Gallery, film: str) -> None:
    for headers in ((await gallery.see(film)).headers, (await gallery.see(film, Range="bytes=0-1")).headers):
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"] == (
            "default-src 'none'; media-src 'self'; base-uri 'none'; frame-ancestors 'none'; sandbox"
        )
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["content-disposition"] == 'inline; filename="video.mp4"'
        assert headers["cache-control"] == "private, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("wanted", "start", "end"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=100-199", 100, 200),
        ("bytes=100-", 100, SIZE),
        (f"bytes={SIZE - 1}-", SIZE - 1, SIZE),
        ("bytes=100-999999999", 100, SIZE),
        ("bytes=-10", SIZE - 10, SIZE),
    ],
)
async def test_a_player_that_jumps_gets_the_part_that_it_needs(
    wanted: str, start: int, end: int, gallery: Gallery, film: str
) -> None:
    seen = await gallery.see(film, Range=wanted)

    assert (seen.status_code, seen.content) == (206, FILM[start:end])
    assert seen.headers["content-range"] == f"bytes {start}-{end - 1}/{SIZE}"
    assert seen.headers["content-length"] == str(end - start)


@pytest.mark.parametrize("wanted", [f"bytes={SIZE}-", "bytes=-0", "bytes=999999999-"])
async def test_a_part_behind_the_end_is_refused(wanted: str, gallery: Gallery, film: str) -> None:
    seen = await gallery.see(film, Range=wanted)

    assert (seen.status_code, seen.content) == (416, b"")
    assert seen.headers["content-range"] == f"bytes */{SIZE}"


@pytest.mark.parametrize("wanted", ["bytes=5-2", "bytes=-", "bytes=0-1,5-6", "lines=1-2", "bytes=a-b", "bytes=٣-٤"])
def test_what_is_no_single_part_is_all(wanted: str) -> None:
    assert requested_range(wanted, SIZE) == ByteRange(0, SIZE)


async def test_it_is_not_sent_twice_nor_mixed_with_another(gallery: Gallery, film: str) -> None:
    tag = (await gallery.see(film)).headers["etag"]

    again = await gallery.see(film, **{"If-None-Match": tag})
    onward = await gallery.see(film, **{"If-Range": tag, "Range": "bytes=0-1"})
    of_another = await gallery.see(film, **{"If-Range": '"other"', "Range": "bytes=0-1"})

    assert (again.status_code, again.content) == (304, b"")
    assert (onward.status_code, of_another.status_code) == (206, 200)


async def test_a_webm_is_one(gallery: Gallery) -> None:
    film = await shown(gallery, films.webm(), "webm")

    seen = await gallery.see(film)

    assert (seen.status_code, seen.headers["content-type"]) == (200, "video/webm")
    assert (await gallery.see(film.replace("webm", "mp4"))).status_code == 404


async def test_who_may_not_see_it_is_told_that_it_is_not_there(gallery: Gallery, film: str) -> None:
    missing = await gallery.see("/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/video.mp4")

    for refused in (
        await gallery.see(film, by="bob"),
        await gallery.see(film, by=""),
        await gallery.see(film, by="bob", Range="bytes=0-1"),
        await gallery.see(film, by="bob", Range=f"bytes={SIZE}-"),
    ):
        assert (refused.status_code, refused.content) == (404, missing.content)
        assert "content-range" not in refused.headers


async def test_a_photo_has_none(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.plain((1, 2, 3)))).json()

    for name in ("video.mp4", "video.webm", "video.None"):
        assert (await gallery.see(f"/media/{said['mediaId']}/{name}")).status_code == 404
