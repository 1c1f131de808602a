"""The renditions that a worker makes of photographs."""

from __future__ import annotations

import base64
import io
import itertools
from pathlib import Path
from typing import Any

import pytest
import pyvips  # type: ignore[import-untyped]  # it ships no types
from PIL import Image

import photographs
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.protocol import PreparedImage, Rendition, source_path
from media.bytes_of import jpeg_segments, webp_chunks
from photographs import CANARY, CORNERS

_TABLES_AND_FRAME = {0xE0, 0xDB, 0xC0, 0xC4, 0xDD, 0xDA}


async def made(workers: ImageWorkers, tmp_path: Path, content: bytes) -> tuple[PreparedImage, list[Rendition]]:
    """All renditions that a worker makes of a photograph."""
    file = tmp_path / "original"
    file.write_bytes(content)
    prepared = await workers.prepare(file)
    return prepared, await workers.finish(source_path(file) if prepared.has_source else file)


def pixels(rendition: Rendition) -> Any:
    image = pyvips.Image.new_from_buffer(rendition.content, "")
    assert (image.width, image.height) == (rendition.width, rendition.height)
    return image


def close(seen: list[float], meant: tuple[int, int, int], within: float) -> bool:
    return len(seen) == 3 and all(abs(one - other) <= within for one, other in zip(seen, meant, strict=True))


async def test_twelve_megapixels_become_six_renditions_and_a_thumbhash(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.jpeg())

    assert (prepared.kind, prepared.width, prepared.height) == ("jpeg", 4032, 3024)
    assert (prepared.display.name, prepared.display.width, prepared.display.height) == ("1080.jpg", 1080, 810)
    assert [(each.name, each.width, each.height) for each in rest] == [
        ("160.webp", 160, 120),
        ("320.webp", 320, 240),
        ("640.webp", 640, 480),
        ("1080.webp", 1080, 810),
        ("2048.webp", 2048, 1536),
    ]
    assert 20 <= len(base64.b64decode(prepared.thumbhash)) <= 30
    for each in (prepared.display, *rest):
        pixels(each)


async def test_forty_eight_megapixels_are_prepared_too(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.jpeg(8064, 6048, name="flower"))

    assert (prepared.width, prepared.height) == (8064, 6048)
    assert rest[-1].width == 2048


@pytest.mark.parametrize(
    "make", [photographs.png, photographs.webp, photographs.avif, photographs.heic, photographs.jpeg]
)
async def test_no_rendition_carries_a_place_a_maker_a_comment_or_a_profile(
    make: Any, workers: ImageWorkers, tmp_path: Path
) -> None:
    original = make(1600, 1200)
    assert CANARY.encode() in original

    prepared, rest = await made(workers, tmp_path, original)

    assert set(jpeg_segments(prepared.display.content)) <= _TABLES_AND_FRAME
    assert all(webp_chunks(each.content) == [b"VP8 "] for each in rest)
    for each in (prepared.display, *rest):
        assert not any(
            mark in each.content for mark in (CANARY.encode(), b"Exif", b"http://", b"ICC_PROFILE", b"<script")
        )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "HEIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
async def test_every_orientation_comes_out_upright(
    orientation: int, kind: str, workers: ImageWorkers, tmp_path: Path
) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.turned(orientation, 600, 400, kind=kind))

    assert (prepared.width, prepared.height) == (600, 400)
    for each in (prepared.display, *rest):
        image = pixels(each)
        places = itertools.product((image.height // 4, image.height * 3 // 4), (image.width // 4, image.width * 3 // 4))
        for (y, x), colour in zip(places, CORNERS, strict=True):
            assert close(image(x, y), colour, 8), (orientation, each.name, x, y)


async def test_a_jpeg_has_the_specifications_quality(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, _ = await made(workers, tmp_path, photographs.jpeg(1600, 1200))

    tables = {}
    for quality in (89, 90, 91):
        out = io.BytesIO()
        Image.new("RGB", (16, 16)).save(out, "JPEG", quality=quality)
        tables[quality] = Image.open(out).quantization  # type: ignore[attr-defined]  # of a JPEG

    written = Image.open(io.BytesIO(prepared.display.content)).quantization  # type: ignore[attr-defined]  # likewise
    assert [quality for quality, table in tables.items() if table == written] == [90]


async def test_colours_of_a_wide_profile_are_converted(workers: ImageWorkers, tmp_path: Path) -> None:
    red = (200, 60, 60)
    wide = photographs.plain(red, profile="p3")
    raw = pyvips.Image.new_from_buffer(wide, "")(100, 100)
    assert not close(raw, red, 6), "without conversion it would look different"

    prepared, rest = await made(workers, tmp_path, wide)

    assert close(pixels(prepared.display)(100, 100), red, 4)
    assert all(close(pixels(each)(100, 100), red, 4) for each in rest)


async def test_colours_without_a_profile_stay_as_they_are(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, _ = await made(workers, tmp_path, photographs.plain((200, 60, 60)))

    assert close(pixels(prepared.display)(100, 100), (200, 60, 60), 3)


async def test_a_profile_that_does_not_fit_its_image_is_ignored(workers: ImageWorkers, tmp_path: Path) -> None:
    image = pyvips.Image.new_from_buffer(photographs.plain((200, 60, 60)), "")
    image = image.copy()
    image.set_type(pyvips.GValue.blob_type, "icc-profile-data", b"no profile at all" * 20)

    prepared, _ = await made(workers, tmp_path, image.jpegsave_buffer(Q=95))

    assert close(pixels(prepared.display)(100, 100), (200, 60, 60), 3)


async def test_four_inks_look_as_they_were_meant(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, _ = await made(workers, tmp_path, photographs.cmyk())

    red, green, blue = pixels(prepared.display)(150, 100)
    assert red > 150
    assert green < 110
    assert blue < 110


async def test_grey_and_sixteen_bits_become_eight_bits_of_srgb(workers: ImageWorkers, tmp_path: Path) -> None:
    for original in (photographs.grey_jpeg(), photographs.deep_png()):
        prepared, rest = await made(workers, tmp_path, original)
        for each in (prepared.display, *rest):
            image = pixels(each)
            assert (image.bands, image.format) == (3, "uchar")


async def test_sixteen_bits_keep_their_brightness(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, _ = await made(workers, tmp_path, photographs.deep_png())

    assert abs(pixels(prepared.display).avg() - photographs.picture("coffee", 640, 480).avg()) < 3


async def test_what_was_transparent_is_black(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.clear_png())

    for each in (prepared.display, *rest):
        image = pixels(each)
        assert close(image(image.width // 4, image.height // 2), (255, 255, 255), 4)
        assert close(image(image.width * 3 // 4, image.height // 2), (0, 0, 0), 4)


async def test_of_a_moving_image_the_first_frame_is_kept(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.moving_webp())

    assert (prepared.width, prepared.height) == (320, 240)
    assert all(close(pixels(each)(80, 60), (255, 0, 0), 8) for each in (prepared.display, *rest))
    assert b"ANIM" not in rest[0].content


@pytest.mark.parametrize(
    ("width", "widths"), [(100, [100]), (200, [160, 200]), (320, [160, 320]), (1081, [160, 320, 640, 1080, 1081])]
)
async def test_nothing_is_ever_enlarged(width: int, widths: list[int], workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.strip(width, width // 2))

    assert prepared.display.width == min(width, 1080)
    assert [each.width for each in rest] == widths


async def test_a_tall_strip_makes_renditions_of_a_bounded_height(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.strip(1200, 12_000))

    assert (prepared.width, prepared.height) == (1200, 12_000)
    assert prepared.display.height == 3240
    assert all(each.height <= 3 * int(each.name.partition(".")[0]) for each in rest)


async def test_both_passes_show_the_same_picture(workers: ImageWorkers, tmp_path: Path) -> None:
    prepared, rest = await made(workers, tmp_path, photographs.jpeg(1600, 1200))

    difference = (pixels(prepared.display) - pixels(rest[3])).abs().avg()
    assert difference < 5
