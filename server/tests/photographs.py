"""Photographs for tests, made on demand from those that scikit-image and scikit-learn contain.

They are enlarged and get grain, so that they are as large as a camera's files. They carry the metadata of cameras:
orientation, a place, a maker, a colour profile, a comment.
"""

from __future__ import annotations

import io
import random
import struct
import zlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pillow_heif
import pyvips  # type: ignore[import-untyped]  # the package has no types
from PIL import ExifTags, Image

import jpeg_scans

pillow_heif.register_heif_opener()

CANARY = "canary-of-the-metadata"
"""Every text that a camera may write contains it. No rendition may."""

_FILES = {
    "china": ("sklearn", "datasets/images/china.jpg"),
    "flower": ("sklearn", "datasets/images/flower.jpg"),
    "coffee": ("skimage", "data/coffee.png"),
    "astronaut": ("skimage", "data/astronaut.png"),
    "chelsea": ("skimage", "data/chelsea.png"),
    "rocket": ("skimage", "data/rocket.jpg"),
}
_UNDO = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
CORNERS = ((220, 30, 30), (30, 200, 30), (30, 30, 220), (240, 240, 240))
"""Colours of :func:`turned`, upright: top left, top right, bottom left, bottom right."""


@cache
def picture(name: str, width: int, height: int) -> Any:
    """One of the photographs as a pyvips image, covering this size in pixels."""
    package, path = _FILES[name]
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    source = pyvips.Image.new_from_file(str(Path(spec.origin).parent / path))
    scale = max(width / source.width, height / source.height)
    large = source.resize(scale, kernel="cubic").crop(0, 0, width, height)
    grain = pyvips.Image.gaussnoise(width, height, sigma=6, seed=7)
    return (large + grain).cast("uchar").copy(interpretation="srgb").copy_memory()


def exif(orientation: int = 1, extra: int = 0) -> bytes:
    """The EXIF data of a phone: orientation, maker, time, place; and ``extra`` bytes of maker's notes."""
    written = Image.Exif()
    written[ExifTags.Base.Orientation] = orientation
    written[ExifTags.Base.Make] = CANARY
    written[ExifTags.Base.DateTime] = "2026:06:01 12:00:00"
    place = written.get_ifd(ExifTags.IFD.GPSInfo)
    place[ExifTags.GPS.GPSLatitudeRef] = "N"
    place[ExifTags.GPS.GPSLatitude] = (52.0, 31.0, 12.0)
    place[ExifTags.GPS.GPSLongitudeRef] = "E"
    place[ExifTags.GPS.GPSLongitude] = (13.0, 24.0, 18.0)
    if extra:
        written.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.UserComment] = b"x" * extra
    return written.tobytes()


def _dressed(image: Any, orientation: int = 1) -> Any:
    dressed = image.copy()
    dressed.set_type(pyvips.GValue.blob_type, "exif-data", exif(orientation))
    dressed.set_type(pyvips.GValue.gint_type, "orientation", orientation)
    return dressed


@cache
def jpeg(width: int = 4032, height: int = 3024, *, name: str = "china", progressive: bool = False) -> bytes:
    """A camera's JPEG: about 12 megapixels by default, with a place, a P3 profile and a comment."""
    image = _dressed(picture(name, width, height).icc_transform("p3", input_profile="srgb"))
    return with_comment(image.jpegsave_buffer(Q=88, profile="p3", interlace=progressive))


def with_comment(file: bytes) -> bytes:
    """The JPEG with a comment that would run as a script if a browser read it as a page."""
    text = f"<script>{CANARY}</script>".encode()
    return file[:2] + b"\xff\xfe" + struct.pack(">H", len(text) + 2) + text + file[2:]


@cache
def png(width: int = 800, height: int = 600, *, name: str = "coffee") -> bytes:
    """A PNG with the same metadata."""
    return bytes(_dressed(picture(name, width, height)).pngsave_buffer(compression=1))


@cache
def webp(width: int = 800, height: int = 600) -> bytes:
    """A WebP with the same metadata."""
    return bytes(_dressed(picture("chelsea", width, height)).webpsave_buffer(Q=80, effort=0))


@cache
def avif(width: int = 800, height: int = 600) -> bytes:
    """An AVIF with the same metadata."""
    return bytes(_dressed(picture("flower", width, height)).heifsave_buffer(compression="av1", effort=0, Q=60))


@cache
def heic(width: int = 800, height: int = 600) -> bytes:
    """A telephone's HEIC with the same metadata."""
    image = picture("astronaut", width, height)
    file = pillow_heif.from_bytes("RGB", (width, height), bytes(image.write_to_memory()))
    out = io.BytesIO()
    file.save(out, quality=60, exif=exif(), enc_params={"preset": "ultrafast"})
    return out.getvalue()


def _corners(width: int, height: int) -> Image.Image:
    image = Image.new("RGB", (width, height))
    half = (width // 2, height // 2)
    for at, colour in enumerate(CORNERS):
        image.paste(colour, (half[0] * (at % 2), half[1] * (at // 2), half[0] * (at % 2 + 1), half[1] * (at // 2 + 1)))
    return image


def turned(orientation: int, width: int = 600, height: int = 400, *, kind: str = "JPEG") -> bytes:
    """An image stored as EXIF ``orientation`` says, which upright is ``width`` x ``height`` with ``CORNERS``.

    Args:
        kind: Pillow's name for its format.
    """
    upright = _corners(width, height)
    held = upright.transpose(_UNDO[orientation]) if orientation in _UNDO else upright
    out = io.BytesIO()
    held.save(out, kind, quality=95, exif=exif(orientation))
    return out.getvalue()


def held(file: bytes, orientation: int) -> bytes:
    """The same upright JPEG with another orientation in its EXIF data. Its pixels do not change."""
    upright, said = (struct.pack(">HHIH", 0x0112, 3, 1, each) for each in (1, orientation))
    assert file.count(upright) == 1
    return file.replace(upright, said)


def _one_colour(colour: tuple[int, int, int], width: int, height: int) -> Any:
    return (pyvips.Image.black(width, height, bands=3) + list(colour)).cast("uchar").copy(interpretation="srgb")


def plain(colour: tuple[int, int, int], *, profile: str | None = None, width: int = 400, height: int = 300) -> bytes:
    """A JPEG of one sRGB colour, written in the colours of ``profile`` where one is named (``p3``)."""
    image = _one_colour(colour, width, height)
    if profile is None:
        return bytes(image.jpegsave_buffer(Q=95))
    return bytes(image.icc_transform(profile, input_profile="srgb").jpegsave_buffer(Q=95, profile=profile))


def with_many_scans(scans: int, width: int = 640, height: int = 480) -> bytes:
    """A small JPEG of one colour with this many scans; a decoder processes every pixel for each of them."""
    file = bytes(_one_colour((90, 120, 150), width, height).jpegsave_buffer(Q=80, interlace=True))
    return jpeg_scans.repeated(file, width, height, scans)


def cmyk() -> bytes:
    """A printer's JPEG in four inks."""
    out = io.BytesIO()
    _corners(600, 400).convert("CMYK").save(out, "JPEG", quality=95)
    return out.getvalue()


def deep_png(width: int = 640, height: int = 480) -> bytes:
    """A PNG of sixteen bits a channel."""
    return bytes((picture("coffee", width, height).cast("ushort") * 257).copy(interpretation="rgb16").pngsave_buffer())


def grey_jpeg() -> bytes:
    """A black-and-white JPEG."""
    return bytes(picture("rocket", 640, 480).colourspace("b-w").jpegsave_buffer(Q=90))


def clear_png() -> bytes:
    """A PNG, white on the left, fully transparent on the right."""
    out = io.BytesIO()
    image = Image.new("RGBA", (400, 300), (255, 255, 255, 0))
    image.paste((255, 255, 255, 255), (0, 0, 200, 300))
    image.save(out, "PNG")
    return out.getvalue()


def moving_webp() -> bytes:
    """An animated WebP; its first frame is red."""
    frames = [Image.new("RGB", (320, 240), colour) for colour in ("red", "green", "blue")]
    out = io.BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], duration=100)
    return out.getvalue()


def moving_png() -> bytes:
    """An animated PNG."""
    frames = [Image.new("RGB", (320, 240), colour) for colour in ("red", "blue")]
    out = io.BytesIO()
    frames[0].save(out, "PNG", save_all=True, append_images=frames[1:], duration=100)
    return out.getvalue()


def moving_gif() -> bytes:
    """An animated GIF."""
    frames = [Image.new("RGB", (320, 240), colour) for colour in ("red", "blue")]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=100)
    return out.getvalue()


def interlaced_png() -> bytes:
    """A PNG whose pixels are stored in seven passes."""
    return bytes(picture("coffee", 640, 480).pngsave_buffer(interlace=True))


def with_junk_for_a_profile() -> bytes:
    """A JPEG whose colour profile is noise."""
    image = picture("coffee", 640, 480).copy()
    image.set_type(pyvips.GValue.blob_type, "icc-profile-data", noise(70_000))
    return bytes(image.jpegsave_buffer(Q=90))


def strip(width: int, height: int) -> bytes:
    """A JPEG of one colour, for unusual shapes."""
    return plain((90, 120, 150), width=width, height=height)


def long_screenshot(width: int, height: int) -> bytes:
    """A PNG like a long screenshot of a scrolled page."""
    lines = pyvips.Image.black(width, height, bands=3) + (pyvips.Image.xyz(width, height)[1] % 60) * 4
    return bytes(lines.cast("uchar").copy(interpretation="srgb").pngsave_buffer(compression=1))


def large_png(width: int, height: int) -> bytes:
    """A PNG of one colour."""
    return bytes(_one_colour((90, 120, 150), width, height).pngsave_buffer(compression=1))


def huge_exif_jpeg() -> bytes:
    """A JPEG with as much EXIF as a segment holds."""
    out = io.BytesIO()
    _corners(600, 400).save(out, "JPEG", exif=exif(extra=64_000))
    return out.getvalue()


def polyglot() -> bytes:
    """A photograph that is also a page: HTML after its end."""
    return jpeg(1200, 900) + f"<html><script>{CANARY}</script></html>".encode()


def png_bomb(width: int = 60_000, height: int = 60_000, *, interlaced: bool = False) -> bytes:
    """A PNG of a few bytes whose header claims this size."""
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, interlaced)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(bytes(4096)))
        + _chunk(b"IEND", b"")
    )


def full_png_bomb(width: int = 7000, height: int = 7000) -> bytes:
    """A PNG of kilobytes, within the limits, that unpacks to 49 million pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(bytes(1 + width * 4)) for _ in range(height)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def webp_bomb(side: int) -> bytes:
    """A WebP of 34 bytes that unpacks to a square of one colour."""
    one_colour = sum(1 << bit for bit in (3, 7, 11, 15, 19))  # five Huffman codes of one symbol each
    payload = b"\x2f" + ((side - 1) | (side - 1) << 14).to_bytes(4, "little") + one_colour.to_bytes(9, "little")
    return b"RIFF" + struct.pack("<I", len(payload) + 12) + b"WEBPVP8L" + struct.pack("<I", len(payload)) + payload


def as_format(name: str) -> bytes:
    """A small picture in a format that Pillow writes: GIF, TIFF, BMP, PDF, ICO, JPEG2000 …"""
    out = io.BytesIO()
    _corners(64, 64).save(out, name)
    return out.getvalue()


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400"/></svg>'


def noise(length: int, *, after: bytes = b"") -> bytes:
    """Random bytes, the same each time, after the given first bytes, which may be those of an image format."""
    return after + random.Random(length).randbytes(length)


def not_photographs() -> dict[str, bytes]:
    """Files that the upload refuses with 'Please upload an image file', by description."""
    whole = jpeg(1600, 1200)
    return {
        "nothing": b"",
        "one byte": b"\xff",
        "the first bytes of a JPEG alone": b"\xff\xd8\xff\xe0",
        "a JPEG cut in half": whole[: len(whole) // 2],
        "a JPEG without its last tenth": whole[: len(whole) * 9 // 10],
        "a progressive JPEG cut in half": _half(jpeg(1600, 1200, progressive=True)),
        "a PNG cut in half": _half(png()),
        "a WebP cut in half": _half(webp()),
        "an AVIF cut in half": _half(avif()),
        "a HEIC cut in half": _half(heic()),
        "an SVG": SVG,
        "an SVG behind a declaration": b'<?xml version="1.0"?>\n' + SVG,
        "a GIF": as_format("GIF"),
        "an animated GIF": moving_gif(),
        "a HTML page with the end of a JPEG": b"<html>" + whole,
        "a TIFF": as_format("TIFF"),
        "a BMP": as_format("BMP"),
        "an ICO": as_format("ICO"),
        "a PDF": as_format("PDF"),
        "a JPEG 2000": as_format("JPEG2000"),
        "a page": b"<!doctype html><script>alert(1)</script>" + bytes(100),
        "a GIF that ends as a JPEG": as_format("GIF") + whole,
        "random bytes": noise(5000),
        "random bytes after a JPEG's first": noise(5000, after=b"\xff\xd8\xff"),
        "random bytes after a PNG's first": noise(5000, after=b"\x89PNG\r\n\x1a\n"),
        "random bytes after a WebP's first": noise(5000, after=b"RIFF\x00\x10\x00\x00WEBP"),
        "random bytes after an AVIF's first": noise(5000, after=b"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1"),
        "random bytes after a HEIC's first": noise(5000, after=b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1"),
        "a film": b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41" + bytes(500),
        "a bare PNG header": png()[:33],
        "a WebP of 34 bytes and 268 megapixels, for which its decoder has no memory": webp_bomb(16_383),
    }


def unfit_photographs() -> dict[str, bytes]:
    """Images that can be read and are outside the limits, by description."""
    return {
        "a PNG of 60,000 x 60,000": png_bomb(),
        "a PNG of 32,001 x 1600": png_bomb(32_001, 1600),
        "a WebP of 34 bytes and 64 megapixels": webp_bomb(8000),
        "a JPEG of 75 scans": with_many_scans(75),
        "a JPEG of half a megabyte, 75 scans and 50 megapixels": with_many_scans(75, 12_000, 4160),
        "one pixel": strip(1, 1),
        "fifteen pixels high": strip(60, 15),
        "an interlaced PNG of 51 megapixels": png_bomb(8500, 6000, interlaced=True),
        "a strip of thirty to one": strip(3000, 100),
        "a standing strip of thirty to one": strip(100, 3000),
    }


def accepted_photographs() -> dict[str, bytes]:
    """Unusual photographs that the upload accepts, by description.

    A JPEG whose middle was overwritten is one: to a decoder that is an ugly picture, not a damaged file.
    """
    whole = jpeg(1600, 1200)
    return {
        "a JPEG with noise for a middle": whole[:2000] + noise(60_000) + whole[-2000:],
        "a progressive JPEG": jpeg(1600, 1200, progressive=True),
        "a JPEG of 25 scans": with_many_scans(25),
        "a PNG": png(),
        "a WebP": webp(),
        "an AVIF": avif(),
        "a HEIC": heic(),
        "a CMYK JPEG": cmyk(),
        "a PNG of sixteen bits": deep_png(),
        "a grey JPEG": grey_jpeg(),
        "a transparent PNG": clear_png(),
        "an animated WebP": moving_webp(),
        "an animated PNG": moving_png(),
        "an interlaced PNG": interlaced_png(),
        "a JPEG with junk for a colour profile": with_junk_for_a_profile(),
        **{f"a JPEG held as orientation {held}": turned(held) for held in range(9)},
        "a JPEG held as no orientation there is": turned(77),
        "a JPEG that is also a page": polyglot(),
        "a JPEG with 64 kB of EXIF": huge_exif_jpeg(),
        "a strip of five to one": strip(2000, 400),
        "a strip of twenty-five to one": strip(3000, 120),
        "sixteen pixels square": strip(16, 16),
        "a PNG of kilobytes and 49 megapixels": full_png_bomb(),
        "a WebP of 34 bytes and 36 megapixels": webp_bomb(6000),
    }


def _half(file: bytes) -> bytes:
    return file[: len(file) // 2]
