"""POST /api/media/{mediaId}/cuts."""

from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
import pyvips  # type: ignore[import-untyped]  # it ships no types

import photographs
from inflow.media.jobs import finish_medium, remove_medium
from inflow.media.pipeline.moderation import ModerationResult
from media.bytes_of import jpeg_segments
from media.conftest import WHOLE, Gallery
from photographs import CORNERS

MIDDLE = {"x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5}
MISSING = {"code": "not_found", "message": "There is no such image"}
# The positions of the photograph's corners after a quarter turn clockwise, and after further quarter turns.
AFTER = {0: (0, 1, 2, 3), 90: (2, 0, 3, 1), 180: (3, 2, 1, 0), 270: (1, 3, 0, 2)}


async def uploaded(gallery: Gallery, content: bytes | None = None) -> str:
    answer = await gallery.upload(content or photographs.turned(1, 1200, 900))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["mediaId"])


async def cut(gallery: Gallery, media_id: str, **wanted: Any) -> dict[str, Any]:
    answer = await gallery.cut(media_id, **wanted)
    assert answer.status_code == 201, answer.text
    said: dict[str, Any] = answer.json()
    return said


async def seen(gallery: Gallery, url: str) -> Any:
    answer = await gallery.see(url)
    assert answer.status_code == 200, url
    return pyvips.Image.new_from_buffer(answer.content, "")


def corners(image: Any) -> list[int]:
    """Which of the painted corners is in which place, from the upper left to the lower right; -1 for none of them."""
    places = itertools.product((image.height // 4, image.height * 3 // 4), (image.width // 4, image.width * 3 // 4))
    return [_which(image(x, y)) for y, x in places]


def _which(colour: list[float]) -> int:
    near = (all(abs(one - other) < 12 for one, other in zip(colour, each, strict=True)) for each in CORNERS)
    return next((at for at, is_near in enumerate(near) if is_near), -1)


@pytest.mark.parametrize(
    ("ratio", "canvas", "shown"),
    [
        ("horizontal", (300, 300), (600, 450)),
        ("landscape", (350, 350), (600, 450)),
        ("vertical", (1080, 810), (600, 450)),
    ],
)
async def test_it_makes_the_canvas_and_a_sharper_rendition_of_the_crop(
    gallery: Gallery, ratio: str, canvas: tuple[int, int], shown: tuple[int, int]
) -> None:
    media_id = await uploaded(gallery)

    said = await cut(gallery, media_id, ratio=ratio, crop=MIDDLE)

    assert (said["mediaId"], said["width"], said["height"]) == (media_id, 600, 450)
    image = await seen(gallery, said["imageUrl"])
    assert (image.width, image.height) == canvas
    assert corners(image) == [0, 1, 2, 3]
    (variant,) = said["variants"]
    assert (variant["width"], variant["height"], variant["type"]) == (*shown, "image/jpeg")
    assert corners(await seen(gallery, variant["url"])) == [0, 1, 2, 3]
    assert len(said["thumbhash"]) > 20


@pytest.mark.parametrize(
    ("photograph", "crop", "canvas"),
    [
        ((1200, 900), {"x": 0, "y": 0.4, "width": 1, "height": 0.2}, (1080, 250)),
        ((1200, 2400), {"x": 0.25, "y": 0, "width": 0.5, "height": 1}, (1080, 1920)),
        ((300, 630), {"x": 0, "y": 0, "width": 1, "height": 1}, (1080, 1920)),
        ((1080, 1900), {"x": 0, "y": 0, "width": 1, "height": 1}, (1080, 1900)),
        ((250, 252), {"x": 0, "y": 0, "width": 1, "height": 1}, (1080, 1089)),
    ],
)
async def test_a_vertical_canvas_keeps_to_its_bounds(
    gallery: Gallery, photograph: tuple[int, int], crop: dict[str, float], canvas: tuple[int, int]
) -> None:
    media_id = await uploaded(gallery, photographs.turned(1, *photograph))

    image = await seen(gallery, (await cut(gallery, media_id, ratio="vertical", crop=crop))["imageUrl"])

    assert (image.width, image.height) == canvas
    assert image.height <= 2.1 * image.width


async def test_a_tall_crop_is_its_own_canvas(gallery: Gallery) -> None:
    media_id = await uploaded(gallery, photographs.jpeg(3024, 4032))

    said = await cut(gallery, media_id, ratio="vertical", crop={"x": 0.125, "y": 0, "width": 0.75, "height": 1})

    assert [variant["url"] for variant in said["variants"]] == [said["imageUrl"]]
    image = await seen(gallery, said["imageUrl"])
    assert (image.width, image.height) == (1080, 1920)


@pytest.mark.parametrize("orientation", range(1, 9))
async def test_however_it_was_held_and_turned_the_crop_is_where_it_was_drawn(
    gallery: Gallery, orientation: int
) -> None:
    media_id = await uploaded(gallery, photographs.turned(orientation, 600, 400))

    for rotation, after in AFTER.items():
        whole = await cut(gallery, media_id, rotation=rotation)
        size = (600, 400) if rotation in (0, 180) else (400, 600)
        assert (whole["width"], whole["height"]) == size
        assert corners(await seen(gallery, whole["variants"][0]["url"])) == list(after), rotation

        upper_right = {"x": 0.55, "y": 0.05, "width": 0.4, "height": 0.4}
        part = await cut(gallery, media_id, rotation=rotation, crop=upper_right)
        assert corners(await seen(gallery, part["imageUrl"])) == [after[1]] * 4, rotation


@pytest.mark.parametrize("make", [photographs.png, photographs.webp, photographs.avif, photographs.heic])
async def test_every_format_can_be_cut_and_nothing_but_pixels_is_left(gallery: Gallery, make: Any) -> None:
    media_id = await uploaded(gallery, make(800, 600))

    said = await cut(gallery, media_id, crop=MIDDLE)

    assert (said["width"], said["height"]) == (400, 300)
    content = (await gallery.see(said["imageUrl"])).content
    assert 0xE1 not in jpeg_segments(content)
    assert photographs.CANARY.encode() not in content


async def test_the_rest_is_made_of_the_crop_as_well(gallery: Gallery) -> None:
    media_id = await uploaded(gallery, photographs.jpeg(1600, 1200))
    said = await cut(gallery, media_id, crop={"x": 0, "y": 0, "width": 1, "height": 0.5})

    assert await finish_medium(gallery.pipeline, media_id)

    (row,) = await gallery.rows()
    made = {each["name"].partition("-")[2]: (each["width"], each["height"]) for each in row["renditions"]}
    assert made == {
        "canvas.jpg": (300, 300),
        "1080.jpg": (1080, 405),
        "160.webp": (160, 60),
        "320.webp": (320, 120),
        "640.webp": (640, 240),
        "1080.webp": (1080, 405),
        "2048.webp": (1600, 600),
    }
    assert (row["width"], row["height"], row["state"]) == (1600, 600, "finished")
    for each in row["renditions"]:
        await seen(gallery, f"/media/{media_id}/{each['name']}")
    assert said["imageUrl"].endswith("-canvas.jpg")


async def test_what_was_cut_away_can_be_seen_by_no_address(gallery: Gallery) -> None:
    answer = (await gallery.upload(photographs.turned(1, 1200, 900))).json()
    await finish_medium(gallery.pipeline, answer["mediaId"])
    first = await cut(gallery, answer["mediaId"])

    second = await cut(gallery, answer["mediaId"], crop=MIDDLE)

    former = [answer["imageUrl"], answer["imageUrl"].replace("1080.jpg", "640.webp"), first["imageUrl"]]
    assert [(await gallery.see(url)).status_code for url in former] == [404, 404, 404]
    assert (await gallery.see(second["imageUrl"])).status_code == 200
    await gallery.discard_what_was_replaced()
    kept = [name.rpartition("/")[2] for name in gallery.stored()]
    assert sorted(kept) == sorted(["original", *(url.rpartition("/")[2] for url in _urls(second))])


def _urls(said: dict[str, Any]) -> set[str]:
    return {said["imageUrl"], *(variant["url"] for variant in said["variants"])}


async def test_a_cut_that_comes_while_the_former_is_finished_leaves_nothing_of_it(gallery: Gallery) -> None:
    media_id = await uploaded(gallery)
    for crop in (WHOLE, MIDDLE):
        said, _ = await asyncio.gather(cut(gallery, media_id, crop=crop), finish_medium(gallery.pipeline, media_id))
    while await finish_medium(gallery.pipeline, media_id):
        pass
    await gallery.discard_what_was_replaced()

    (row,) = await gallery.rows()
    assert row["state"] == "finished"
    assert {name.rpartition("/")[2] for name in gallery.stored()} == {
        "original",
        *(each["name"] for each in row["renditions"]),
    }
    assert said["imageUrl"].rpartition("/")[2] in {each["name"] for each in row["renditions"]}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"crop": {**MIDDLE, "x": 0.6}}, "The crop must be inside the photo"),
        ({"crop": {**MIDDLE, "x": -0.1}}, "The request is malformed: "),
        ({"crop": {**MIDDLE, "width": 1.5}}, "The request is malformed: "),
        ({"crop": {**MIDDLE, "width": 0.01}}, "This image is too small: the least is 16 pixels on a side"),
        ({"crop": {**MIDDLE, "height": 0}}, "This image is too small: the least is 16 pixels on a side"),
        ({"crop": {"x": 0, "y": 0, "width": 1, "height": 0.04}}, "This image is too narrow: the most is 25 to one"),
        ({"crop": {"x": 0}}, "The request is malformed: "),
        ({"crop": {**MIDDLE, "x": "0"}}, "The request is malformed: "),
        ({"rotation": 45}, "The request is malformed: "),
        ({"ratio": "round"}, "The request is malformed: "),
        ({"filter": "melt"}, "The request is malformed: "),
    ],
)
async def test_a_bad_cut_is_refused_in_words_and_changes_nothing(
    gallery: Gallery, wanted: dict[str, Any], words: str
) -> None:
    media_id = await uploaded(gallery)
    before = (await gallery.rows(), gallery.stored())

    answer = await gallery.cut(media_id, **wanted)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["message"].startswith(words)
    assert (await gallery.rows(), gallery.stored()) == before


async def test_what_is_not_hers_is_not_there(gallery: Gallery) -> None:
    media_id = await uploaded(gallery)

    for answer in (
        await gallery.cut(media_id, by="bob"),
        await gallery.cut("a" * 26),
        await gallery.cut("nonsense"),
        await gallery.cut("%00"),
        await gallery.cut("a" * 26, by="bob"),
    ):
        assert (answer.status_code, answer.json()) == (404, MISSING)


async def test_strangers_and_other_sites_cannot(gallery: Gallery) -> None:
    media_id = await uploaded(gallery)
    path, body = f"/api/media/{media_id}/cuts", {"ratio": "horizontal", "crop": WHOLE}

    async def post(**more: Any) -> httpx.Response:
        return await gallery.client.post(path, **more)

    stranger = await post(json=body)
    elsewhere = await post(json=body, headers={"X-Member": "alice", "Sec-Fetch-Site": "cross-site"})
    form = await post(content=b"{}", headers={"X-Member": "alice", "Content-Type": "text/plain"})
    endless = await post(json={**body, "ratio": "x" * 5000}, headers={"X-Member": "alice"})

    assert [each.status_code for each in (stranger, elsewhere, form, endless)] == [401, 403, 403, 413]
    assert form.json() == {"code": "forbidden", "message": "Requests to this address must be application/json."}


async def test_what_is_posted_cannot_be_cut_any_more(gallery: Gallery) -> None:
    media_id = await uploaded(gallery)
    await gallery.put_on_shelf(media_id)

    answer = await gallery.cut(media_id, crop=MIDDLE)

    assert (answer.status_code, answer.json()) == (
        409,
        {"code": "conflict", "message": "This foto has already been posted."},
    )


async def test_what_is_posted_while_it_is_being_cut_keeps_its_old_face(gallery: Gallery) -> None:
    media_id = await uploaded(gallery)
    before, moderator = await gallery.rows(), gallery.moderate

    async def posting(jpeg: bytes) -> ModerationResult:
        await gallery.put_on_shelf(media_id)
        return await moderator(jpeg)

    object.__setattr__(gallery.pipeline, "moderator", posting)
    answer = await gallery.cut(media_id, crop=MIDDLE)

    assert answer.status_code == 409
    assert await gallery.rows() == before
    assert len(gallery.stored()) == 2


async def test_a_detail_may_be_refused_where_the_whole_was_not(gallery: Gallery) -> None:
    media_id = await uploaded(gallery)
    before = (await gallery.rows(), gallery.stored())
    for verdict, expected in (
        (
            ModerationResult(allowed=False, message="This image contains inappropriate content."),
            (422, "content_refused"),
        ),
        (ConnectionError("gone"), (503, "unverified")),
    ):
        gallery.verdict = verdict

        answer = await gallery.cut(media_id, crop=MIDDLE)

        assert (answer.status_code, answer.json()["code"]) == expected
        assert (await gallery.rows(), gallery.stored()) == before
    assert len(gallery.screened) == 3
    [refused] = await gallery.refusals()
    assert (refused["owner_id"], refused["sha256"]) == ("alice", before[0][0]["sha256"])


async def test_what_nothing_uses_for_a_day_is_found_and_nothing_else(gallery: Gallery) -> None:
    used, unused = await uploaded(gallery), await uploaded(gallery)
    await gallery.put_on_shelf(used)
    database, tomorrow = gallery.pipeline.database, datetime.now(UTC) + timedelta(hours=24, minutes=1)

    assert await gallery.pipeline.references.unreferenced(database, tomorrow) == [unused]
    assert await gallery.pipeline.references.unreferenced(database, tomorrow - timedelta(minutes=2)) == []
    assert not await remove_medium(gallery.pipeline, used)
    assert await remove_medium(gallery.pipeline, unused)
    assert await gallery.pipeline.references.unreferenced(database, tomorrow) == []
