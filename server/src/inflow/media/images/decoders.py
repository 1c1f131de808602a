"""Decoders for files that libvips does not read. Runs in a worker process; no other code may import it.

They open a file by its header, and decode it when the caller asks for its pixels.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pyvips  # type: ignore[import-untyped]  # it ships no types

from inflow.media.rules import Size

_THREADS = 2
_GREY = frozenset({"L", "LA"})
_SEQUENCE = b"avis"
_ORIENTATION = 0x0112
_SIDEWAYS = frozenset({5, 6, 7, 8})
# Black, and the distance to white, of video's eight bits.
_VIDEO_BLACK, _VIDEO_RANGE = 16, 219


class Opened(NamedTuple):
    """A file whose header was read.

    Attributes:
        size: In pixels, upright.
        image: Decodes it to eight bits, upright, with its colour profile.
    """

    size: Size
    bands: int
    image: Callable[[], Any]


def heic(original: bytes) -> Opened:
    """Open a HEIC. libheif turns the image upright itself."""
    # Imported only for such files: most workers never decode one.
    import pillow_heif  # noqa: PLC0415 - see the comment above

    pillow_heif.options.DECODE_THREADS = _THREADS
    opened = pillow_heif.open_heif(original)
    bands = 1 if opened.mode == "I;16" else len(opened.mode)
    return Opened(Size(*opened.size), bands, lambda: _profiled(_from_heic(opened, bands), opened.info))


def avif(original: bytes) -> Opened | None:
    """Open an AVIF that libvips reads wrongly or not at all; None for all others.

    libvips reads no sequences (of which the first image counts) and ignores that grey may have the range of video.
    """
    from PIL import AvifImagePlugin, Image, ImageOps  # noqa: PLC0415 - as above

    Image.MAX_IMAGE_PIXELS = None  # the rules have limits of their own
    AvifImagePlugin.DEFAULT_MAX_THREADS = _THREADS
    try:
        opened = Image.open(io.BytesIO(original), formats=["AVIF"])
    except (OSError, SyntaxError, ValueError):
        return None
    if opened.mode not in _GREY and original[8:12] != _SEQUENCE:
        return None
    width, height = opened.size
    turned = opened.getexif().get(_ORIENTATION) in _SIDEWAYS

    def image() -> Any:
        upright = ImageOps.exif_transpose(opened)
        bands = len(upright.getbands())
        decoded = pyvips.Image.new_from_memory(upright.tobytes(), *upright.size, bands, "uchar")
        return _profiled(decoded.copy(interpretation=_interpretation(bands)), opened.info)

    return Opened(Size(height, width) if turned else Size(width, height), len(opened.getbands()), image)


def _from_heic(opened: Any, bands: int) -> Any:
    is_deep = opened.mode == "I;16"
    across = opened.stride // bands // (2 if is_deep else 1)
    padded = pyvips.Image.new_from_memory(opened.data, across, opened.size[1], bands, "ushort" if is_deep else "uchar")
    image = padded.crop(0, 0, *opened.size)
    profile = opened.info.get("nclx_profile") or {}
    is_video = bands < 3 and profile.get("full_range_flag") == 0
    if is_deep or is_video:
        image = _eight_bit_greys(image, 1 / 256 if is_deep else 1.0, is_video=is_video)
    return image.copy(interpretation=_interpretation(bands))


def _eight_bit_greys(image: Any, scale: float, *, is_video: bool) -> Any:
    """Convert grey to the full range of eight bits. libheif converts only colours itself."""
    slope = scale * 255 / _VIDEO_RANGE if is_video else scale
    black = -_VIDEO_BLACK * 255 / _VIDEO_RANGE if is_video else 0.0
    opaque = [scale] * (image.bands - 1)
    return image.linear([slope, *opaque], [black + 0.5, *[0.0] * (image.bands - 1)], uchar=True)


def _interpretation(bands: int) -> str:
    return "b-w" if bands < 3 else "srgb"


def _profiled(image: Any, info: Mapping[Any, Any]) -> Any:
    if profile := info.get("icc_profile"):
        image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
    return image
