"""Limits of uploads, and the arithmetic of sizes. No I/O."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from reflow import AppError

Kind = Literal["jpeg", "png", "webp", "avif", "heic"]
VideoKind = Literal["mp4", "webm"]
Ratio = Literal["vertical", "horizontal", "landscape"]

MOST_BYTES: Final = 25 * 1024 * 1024
MOST_VIDEO_BYTES: Final = 500 * 1024 * 1024
MOST_PIXELS: Final = 50_000_000
"""Of an image that must be decoded whole."""
MOST_PIXELS_BY_ROW: Final = 205_000_000
"""Of one that is decoded row by row, in the same memory: a JPEG in one scan, or a PNG that is not interlaced."""
SHORTEST_SIDE: Final = 16
LONGEST_SIDE: Final = 32_000
STEEPEST_ASPECT: Final = 25
MOST_BANDS: Final = 4
MOST_SCANS: Final = 25
"""Of a JPEG. Encoders write ten to sixteen, and each goes over every pixel once more."""

_WORK: Final[dict[Kind, int]] = {"jpeg": 5, "png": 10, "webp": 30, "avif": 40, "heic": 40}
_WORK_OF_A_SCAN: Final = 2
_WORK_OF_INTERLACED_PNG: Final = 20
QUICK_WORK: Final = 600
"""What takes more to decode is decoded by the background worker, where no other upload waits for it."""
CHEAP_WORK: Final = 80
"""What takes more to decode, and cannot be shrunk while it is read, is kept a second time as a plain JPEG."""

DISPLAY_WIDTH: Final = 1080
# The narrowest is for the round pictures beside names, of which a screen shows a dozen.
WIDTHS: Final = (160, 320, 640, 1080, 2048)
# A strip ten times as tall as wide would otherwise make a rendition of twenty thousand rows.
TALLEST_RENDITION: Final = 3

FULL: Final = "full"
LONGEST_FULL_SIDE: Final = 16_383
"""WebP has no longer sides."""

SNIFFED_BYTES: Final = 64
CONTENT_TYPES: Final = {"jpg": "image/jpeg", "webp": "image/webp"}
VIDEO_TYPES: Final = {"video.mp4": "video/mp4", "video.webm": "video/webm"}

_AVIF_BRANDS = {b"avif", b"avis"}
_MP4_BRANDS = {b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ", b"MSNV", b"dash"}
_EBML = b"\x1a\x45\xdf\xa3"
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"}
CANVAS: Final = "canvas.jpg"
# In a mirror image the odd waves along a row have the other sign: they are every second bit, from the first one on.
_MIRRORING: Final = int("a" * 64, 16)
_ID = re.compile(r"[a-z2-7]{26}")
_FULL = re.compile(r"(?:^|-)full[a-z2-7]{8}\.webp$")
_RENDITION = re.compile(r"(?:[a-z2-7]{10}-)?[a-z0-9]{1,16}\.(jpg|webp)")


class Size(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int


def not_an_image() -> AppError:
    """The refusal of everything that is not a photograph we read."""
    return AppError("invalid", "Please upload an image file")


def is_full_size_already() -> AppError:
    """The refusal of a full size that would have no more pixels."""
    return AppError("invalid", "This foto is already shown in its full size.")


def file_too_large() -> AppError:
    """The refusal of a body over ``MOST_BYTES``."""
    return AppError("too_large", "Image size must be less than 25MB")


def kind_of(head: bytes) -> Kind | None:
    """The format, by its first bytes alone; a file's name and its declared type are hearsay.

    Args:
        head: The first ``SNIFFED_BYTES`` bytes, or all there are.
    """
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    if head[4:8] == b"ftyp":
        return _kind_of_brands(head)
    return None


def _kind_of_brands(head: bytes) -> Kind | None:
    end = min(int.from_bytes(head[:4], "big"), len(head))
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, end - 3, 4))]
    for brand in brands:
        if brand in _AVIF_BRANDS:
            return "avif"
        if brand in _HEIC_BRANDS:
            return "heic"
    return None


def video_kind_of(head: bytes) -> VideoKind | None:
    """The container that browsers play, by its first bytes alone.

    Args:
        head: The first ``SNIFFED_BYTES`` bytes, or all there are.
    """
    if head[4:8] == b"ftyp" and head[8:12] in _MP4_BRANDS:
        return "mp4"
    # Matroska begins the same way; what it may hold in this one says so within the first element.
    if head.startswith(_EBML) and b"webm" in head:
        return "webm"
    return None


def require_acceptable_size(width: int, height: int, bands: int, *, by_row: bool = False) -> None:
    """Refuse an image by its header, before a pixel of it is decoded.

    Args:
        by_row: Whether it is decoded row by row.

    Raises:
        AppError: ``invalid``, with the words to show.
    """
    if width * height > MOST_PIXELS_BY_ROW or max(width, height) > LONGEST_SIDE:
        raise AppError("invalid", "This image has too many pixels: the most is 200 megapixels and 32,000 on a side")
    if width * height > MOST_PIXELS and not by_row:
        raise AppError(
            "invalid",
            "This image has too many pixels for its format: the most is 50 megapixels, or 200 in a plain JPEG or PNG",
        )
    if min(width, height) < SHORTEST_SIDE:
        raise AppError("invalid", "This image is too small: the least is 16 pixels on a side")
    if max(width, height) > STEEPEST_ASPECT * min(width, height):
        raise AppError("invalid", "This image is too narrow: the most is 25 to one")
    if bands > MOST_BANDS:
        raise not_an_image()


def shrunk_by(size: Size) -> int:
    """By how much each side of an image is divided so that ``MOST_PIXELS`` are left of it: 1, 2 or 4."""
    return next(times for times in (1, 2, 4) if size.width * size.height <= MOST_PIXELS * times**2)


def require_few_scans(scans: int) -> None:
    """Refuse a JPEG that goes over its pixels so often that decoding it would occupy a worker.

    Raises:
        AppError: ``invalid``, with the words to show.
    """
    if scans > MOST_SCANS:
        raise AppError("invalid", "This image has too many scans: please save it as a plain JPEG and try again")


def decoding_work(kind: Kind, pixels: int, *, scans: int = 1, interlaced: bool = False) -> float:
    """How much work it is to decode an image, known from its header: about milliseconds on one core of 2024."""
    by_megapixel = _WORK[kind]
    if kind == "jpeg" and scans > 1:
        by_megapixel += _WORK_OF_A_SCAN * scans
    elif kind == "png" and interlaced:
        by_megapixel = _WORK_OF_INTERLACED_PNG
    return by_megapixel * pixels / 1e6


def ladder(width: int) -> tuple[int, ...]:
    """The nominal widths to make of an image this wide: up to the first that holds it whole, so none is enlarged."""
    return tuple(step for at, step in enumerate(WIDTHS) if at == 0 or WIDTHS[at - 1] < width)


def rendition_type(name: str) -> str | None:
    """The content type of a rendition by its name, or None where no rendition can have that name."""
    match = _RENDITION.fullmatch(name)
    return CONTENT_TYPES[match[1]] if match else None


def video_type(name: str) -> str | None:
    """The content type of a video by its name, or None where no video is called so."""
    return VIDEO_TYPES.get(name)


def video_name(kind: str) -> str:
    """What a medium's video is called in its URL."""
    return f"video.{kind}"


def is_media_id(text: str) -> bool:
    """Whether a medium could have this id."""
    return _ID.fullmatch(text) is not None


def mirrored_fingerprint(fingerprint: str) -> str:
    """The fingerprint of a photograph's mirror image, up to a bit or two."""
    return f"{int(fingerprint, 16) ^ _MIRRORING:064x}"


def is_canvas(name: str) -> bool:
    """Whether the rendition of this name is the specification's canvas, whose shape may differ from the others'."""
    return name.endswith(f"-{CANVAS}")


def is_full(name: str) -> bool:
    """Whether the rendition of this name has all pixels of the photograph, or of its cut."""
    return _FULL.search(name) is not None


def full_size(size: Size) -> Size | None:
    """The size of the rendition with all pixels, or nearly all of a huge photograph; None where the widest ordinary
    rendition has them already.
    """
    if size.width <= WIDTHS[-1]:
        return None
    shrunk = min(1.0, LONGEST_FULL_SIDE / max(size), (MOST_PIXELS / (size.width * size.height)) ** 0.5)
    return Size(int(size.width * shrunk), int(size.height * shrunk))


def detect_ratio(width: int, height: int) -> Ratio:
    """The ratio a photograph of this size starts with."""
    aspect = width / height
    if aspect > 1.3:
        return "landscape"
    return "vertical" if aspect < 0.8 else "horizontal"


def canvas(ratio: Ratio, crop: Size) -> Size:
    """The specification's output size for a crop.

    A vertical crop is 1080 wide and as tall as its aspect says, within 250 and the lesser of 2.1 widths and 1920; where
    a bound is met the crop covers the canvas, it is not stretched.
    """
    if ratio == "horizontal":
        return Size(300, 300)
    if ratio == "landscape":
        return Size(350, 350)
    width = 1080
    tallest = min(width * 21 // 10, 1920)
    return Size(width, max(250, min(tallest, round(width * crop.height / crop.width))))


MOST_BITS_APART: Final = 32
"""So many of the 256 bits may differ. Saving a photograph again, resizing, mirroring and cutting off two percent change
at most 26 of them, and unlike photographs differ in more than a hundred: see `tests/media/test_fingerprint.py`.
"""

WAS_REMOVED: Final = "Moderators have removed this photo. If that was a mistake, appeal against their decision."
REMOVED_KIND: Final = "removed"
"""The kind under which such a refusal is recorded."""

IS_LISTED: Final = "This photo can't be uploaded here. If that is a mistake, please contact us."
LISTED_KIND: Final = "listed"

NOT_REFUSED: Final = "The content check did not refuse this photo. Please choose it again."
"""The kind under which the refusal of a photo on a hash list is recorded."""
