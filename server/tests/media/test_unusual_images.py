"""Images of cameras, phones and other programs that are easily shown wrongly or refused."""

from __future__ import annotations

import base64
import io
import struct
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
import pyvips  # type: ignore[import-untyped]  # it ships no types
from PIL import ExifTags, Image

import photographs
from films import box
from inflow.media.rules import CHEAP_WORK, decoding_work
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.protocol import PreparedImage
from media.conftest import Gallery
from media.watching import peak_memory

Preparing = Callable[[bytes], Awaitable[PreparedImage]]

MOST_MEMORY = 400 << 20
DARK, LIGHT = 40, 220
WIDTH, HEIGHT = 640, 480
MOVING_BRANDS = [("hevc", "hevc"), ("hevx", "hevx"), ("msf1", "hevc"), ("msf1", "hevx")]
HEIC_SEQUENCE = zlib.decompress(
    base64.b85decode(
        "c-muNV30{GsVvAyElXwqg52UX!_4CRTnL|OTW)@S8BjPUw=5%t0R=F>01`|Lj0_-z0F0=r(D@DwcmWd-Ih7P8W&_zVCD~v**|C_$gkc3"
        "S_JRllu;jhml*~jRLm@W>&0mc16M*E2(9>X^Vn#|%5lpHeGr0uamZ`a!d1*j~N(zLQNhwNALvjL7X;F>>gv}UQT#}RnWWOvfDNaFBb2F"
        "nX*$_wYfgEkX-~psPU@BNVT*I941){|N|3I=BXsR<KV*-#l0W2){f#J{JA3qov_?Z)c_DDD|@-Y7Y4^qGkQo#&Da?=_nBmyPXofsL>WE"
        "LnivQCTIskttPgMsT$15k`v!66B#md%CnVDW`cpbY}a$;IFhIskP@aY;!rlE*-?2J*NJFaVN~#9?xbP`N796u~eXWEK#M6qh9DBlI!d0"
        "*RI7f@2Ul;CAPxB!b*AU4wDGe8ZRfF4O=2&un<KH0<A}YST;8>dm||=j?dXwfyGglZ;Gkoja$88d<ex`)pfrMtzF(;bN)N|5&UZKA7Fe"
        "c9i4J($MuWqT2C~c-L_CypdYEYnL(aW{%|#Tirr-)h`pY+G3m;S^mwWLhHKQy~PuHZOxQsp7r}Jxcf|Rjiq?eymIp=6E;bowcGkeW6_7"
        "$oY^;e%L?9rlAwqd;~JLjP{;k#>obU4WW50Z5IwHw"
    )
)
"""A moving HEIC as libheif 1.23 writes it: two pictures of 64 by 48, and no still one beside them."""


def halves(dark: int = DARK, light: int = LIGHT, *, alpha: bool = False) -> Image.Image:
    """Grey, dark on the left and light on the right."""
    image = Image.new("L", (WIDTH, HEIGHT), dark)
    image.paste(light, (WIDTH // 2, 0, WIDTH, HEIGHT))
    if alpha:
        image.putalpha(255)
    return image


def grey_heic(bits: int, *, is_video: bool = False) -> bytes:
    """A grey image of 8, 10 or 12 bits. In the video range, the stored values are narrower than the shades they
    mean.
    """
    narrow = [16 + value * 219 / 255 for value in (DARK, LIGHT)] if is_video else [DARK, LIGHT]
    pixels = np.asarray(halves(*map(round, narrow)), np.uint16)
    pillow_heif.options.SAVE_HDR_TO_12_BIT = bits == 12
    mode, stored = ("L", pixels.astype(np.uint8)) if bits == 8 else ("L;16", pixels * 257)
    file = pillow_heif.from_bytes(mode, (WIDTH, HEIGHT), stored.tobytes())
    out = io.BytesIO()
    file.save(out, quality=90, full_range_flag=int(not is_video))
    return out.getvalue()


def grey_avif(*, is_video: bool, alpha: bool = False) -> bytes:
    """A monochrome AVIF."""
    out = io.BytesIO()
    halves(alpha=alpha).save(out, "AVIF", subsampling="4:0:0", range="limited" if is_video else "full", quality=95)
    return out.getvalue()


def avif_sequence(width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """A moving AVIF; its first picture is `halves`."""
    frames = [halves().resize((width, height)).convert("RGB"), Image.new("RGB", (width, height), "blue")]
    out = io.BytesIO()
    frames[0].save(out, "AVIF", save_all=True, append_images=frames[1:], duration=100, quality=95)
    return out.getvalue()


def moving_heic(brand: str, codec: str, still: bytes = b"") -> bytes:
    """`HEIC_SEQUENCE` with these brands, behind a still HEIC if there is one."""
    brands = box(b"ftyp", f"{brand}\0\0\0\0msf1{codec}{'mif1' if still else 'isom'}".encode())
    before, sequence = still[len(brands) :], bytearray(HEIC_SEQUENCE[len(brands) :])
    at = sequence.index(b"stco") + 12  # where the file says at which byte the pictures begin
    (begin,) = struct.unpack_from(">I", sequence, at)
    struct.pack_into(">I", sequence, at, begin + len(before))
    return brands + before + bytes(sequence)


@pytest.fixture
def prepare(workers: ImageWorkers, tmp_path: Path) -> Preparing:
    async def first(content: bytes) -> PreparedImage:
        file = tmp_path / "original"
        file.write_bytes(content)
        return await workers.prepare(file)

    return first


def shades(prepared: PreparedImage) -> list[float]:
    """The brightness of the two halves."""
    image = pyvips.Image.new_from_buffer(prepared.display.content, "")
    return [image.crop(left, 20, 40, 40).avg() for left in (20, image.width - 60)]


@pytest.mark.parametrize("bits", [8, 10, 12])
@pytest.mark.parametrize("is_video", [False, True])
async def test_a_grey_heic_is_as_dark_and_as_light_as_it_was_made(
    prepare: Preparing, bits: int, is_video: bool
) -> None:
    prepared = await prepare(grey_heic(bits, is_video=is_video))

    assert (prepared.kind, prepared.width, prepared.height) == ("heic", WIDTH, HEIGHT)
    assert shades(prepared) == pytest.approx([DARK, LIGHT], abs=3)


@pytest.mark.parametrize("is_video", [False, True])
@pytest.mark.parametrize("alpha", [False, True])
async def test_a_monochrome_avif_is_not_washed_out(prepare: Preparing, is_video: bool, alpha: bool) -> None:
    prepared = await prepare(grey_avif(is_video=is_video, alpha=alpha))

    assert (prepared.kind, prepared.width, prepared.height) == ("avif", WIDTH, HEIGHT)
    assert shades(prepared) == pytest.approx([DARK, LIGHT], abs=3)


async def test_of_a_moving_avif_the_first_picture_is_shown(prepare: Preparing) -> None:
    prepared = await prepare(avif_sequence())

    assert (prepared.kind, prepared.width, prepared.height) == ("avif", WIDTH, HEIGHT)
    assert shades(prepared) == pytest.approx([DARK, LIGHT], abs=3)


@pytest.mark.parametrize(("brand", "codec"), MOVING_BRANDS)
async def test_of_a_moving_heic_the_still_picture_is_shown(prepare: Preparing, brand: str, codec: str) -> None:
    prepared = await prepare(moving_heic(brand, codec, grey_heic(8)))

    assert (prepared.kind, prepared.width, prepared.height) == ("heic", WIDTH, HEIGHT)
    assert shades(prepared) == pytest.approx([DARK, LIGHT], abs=3)


@pytest.mark.parametrize(("brand", "codec"), MOVING_BRANDS)
async def test_a_moving_heic_without_a_still_picture_is_refused(gallery: Gallery, brand: str, codec: str) -> None:
    answer = await gallery.upload(moving_heic(brand, codec))

    assert (answer.status_code, answer.json()) == (
        400,
        {"code": "invalid", "message": "Please upload an image file"},
    )
    assert (await gallery.upload(moving_heic(brand, codec, grey_heic(8)))).status_code == 201


async def test_a_monochrome_avif_that_was_held_sideways_stands_upright(prepare: Preparing) -> None:
    exif, out = Image.Exif(), io.BytesIO()
    exif[ExifTags.Base.Orientation] = 6
    halves().save(out, "AVIF", subsampling="4:0:0", quality=95, exif=exif)

    prepared = await prepare(out.getvalue())

    assert (prepared.width, prepared.height) == (HEIGHT, WIDTH)
    shown = pyvips.Image.new_from_buffer(prepared.display.content, "")
    assert [round(shown(240, row)[0] / 20) for row in (20, HEIGHT + 120)] == [DARK / 20, LIGHT / 20]


async def test_a_large_moving_avif_is_decoded_once_too(gallery: Gallery) -> None:
    assert decoding_work("avif", 2400 * 1800) > CHEAP_WORK
    said = (await gallery.upload(avif_sequence(2400, 1800))).json()

    answer = await gallery.cut(said["mediaId"])

    assert answer.status_code == 201
    assert (answer.json()["width"], answer.json()["height"]) == (2400, 1800)


@pytest.mark.long
async def test_panoramas_long_screenshots_and_200_megapixels_are_accepted_in_the_same_memory(gallery: Gallery) -> None:
    files = {
        (16_382, 3628): photographs.strip(16_382, 3628),
        (12_000, 9000): photographs.strip(12_000, 9000),
        (16_320, 12_240): photographs.strip(16_320, 12_240),
        (1080, 22_000): photographs.long_screenshot(1080, 22_000),
        (10_800, 9000): photographs.large_png(10_800, 9000),
    }
    for size, file in files.items():
        answer = await gallery.upload(file)
        assert answer.status_code == 201, (size, answer.text)
        said = answer.json()
        assert (said["width"], said["height"]) == size
        detail = await gallery.cut(said["mediaId"], crop={"x": 0.4, "y": 0.4, "width": 0.2, "height": 0.2})
        assert detail.status_code == 201, (size, detail.text)

    assert await peak_memory(gallery.pipeline.workers) < MOST_MEMORY
    assert await peak_memory(gallery.pipeline.workers.background) < MOST_MEMORY


async def test_what_must_be_decoded_whole_is_refused_with_a_way_out(gallery: Gallery) -> None:
    for file in (photographs.with_many_scans(10, 9000, 6000), photographs.webp_bomb(8000)):
        answer = await gallery.upload(file)

        assert answer.json() == {
            "code": "invalid",
            "message": "This image has too many pixels for its format: "
            "the most is 50 megapixels, or 200 in a plain JPEG or PNG",
        }
