"""Reads a photograph. Runs in a worker process; no other code may import it.

The decoders read hostile bytes, so the order matters: loaders are allow-listed, the header is checked before a pixel is
decoded, and any error while decoding refuses the file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyvips  # type: ignore[import-untyped]  # it ships no types

from inflow.media.images.crops import ReadPlan
from inflow.media.images.decoders import Opened, avif, heic
from inflow.media.images.jpegs import count_scans
from inflow.media.rules import (
    CHEAP_WORK,
    QUICK_WORK,
    TALLEST_RENDITION,
    Kind,
    Size,
    decoding_work,
    kind_of,
    not_an_image,
    require_acceptable_size,
    require_few_scans,
    shrunk_by,
)

# Passed in the option string: as an argument of thumbnail_buffer, fail_on is accepted and has no effect.
_STRICT = "[fail_on=error]"
_SIDEWAYS = frozenset({5, 6, 7, 8})
_DAMAGE = (pyvips.Error, ValueError, EOFError, SyntaxError, RuntimeError, OSError)
_OPENERS: dict[Kind, Callable[[bytes], Opened | None]] = {"heic": heic, "avif": avif}
_SOURCE_QUALITY = 95
_KEPT_IN_SOURCE = pyvips.enums.ForeignKeep.EXIF | pyvips.enums.ForeignKeep.ICC
_OTHER_METADATA = ("exif-", "xmp-", "iptc-", "photoshop-", "jpeg-", "png-", "heif-")


def block_other_loaders() -> None:
    """Block every loader of libvips but four. Otherwise it would open SVG, GIF, TIFF, matrices and its own format."""
    pyvips.operation_block_set("VipsForeignLoad", True)
    for loader in ("Jpeg", "Png", "Webp", "Heif"):
        pyvips.operation_block_set(f"VipsForeignLoad{loader}", False)
    pyvips.cache_set_max(0)


class Photograph:
    """An original whose header passed the rules.

    Attributes:
        size: In pixels, upright.
        work: The estimate of :func:`inflow.media.rules.decoding_work`.
    """

    def __init__(self, original: bytes) -> None:
        kind = kind_of(original)
        if kind is None:
            raise not_an_image()
        self.kind: Kind = kind
        self._original = original
        self._opened: Opened | None = None
        self._is_plain = False
        self._is_read_by_row = False
        self.work = 0.0
        try:
            self._opened = _OPENERS[kind](original) if kind in _OPENERS else None
            self.size = self._judge_header() if self._opened is None else self._judge_opened(self._opened)
        except _DAMAGE as damage:
            raise not_an_image() from damage

    @property
    def takes_long(self) -> bool:
        """Whether decoding it would delay other uploads."""
        return self.work > QUICK_WORK

    @property
    def needs_source(self) -> bool:
        """Whether to store a copy that decodes faster. A plain JPEG needs none, unless it is huge."""
        return shrunk_by(self.size) > 1 or (not self._is_plain and self.work > CHEAP_WORK)

    def _judge_header(self) -> Size:
        header = pyvips.Image.new_from_buffer(self._original, "")
        interlaced, scans = "interlaced" in header.get_fields(), 1
        if self.kind == "jpeg":
            scans, self._is_plain = count_scans(self._original)
            require_few_scans(scans)
        self._is_read_by_row = self._is_plain or (self.kind == "png" and not interlaced)
        require_acceptable_size(header.width, header.height, header.bands, by_row=self._is_read_by_row)
        self.work = decoding_work(self.kind, header.width * header.height, scans=scans, interlaced=interlaced)
        turned = header.get("orientation") in _SIDEWAYS if "orientation" in header.get_fields() else False
        return Size(header.height, header.width) if turned else Size(header.width, header.height)

    def _judge_opened(self, opened: Opened) -> Size:
        width, height = opened.size
        require_acceptable_size(width, height, opened.bands)
        self.work = decoding_work(self.kind, width * height)
        return opened.size

    def fitted(self, width: int) -> Any:
        """The image upright, in sRGB, opaque, at most this wide, decoded whole and held in memory."""
        return self._read(width, None, height=width * TALLEST_RENDITION, size="down")

    def part(self, plan: ReadPlan) -> Any:
        """A part of the image, like :meth:`fitted`."""
        return self._read(plan.whole.width, plan, height=plan.whole.height, size="force")

    def write_source(self, file: Path) -> None:
        """Write it as a plain JPEG with the same orientation and colour profile, and no other metadata.

        The size is the same; above ``MOST_PIXELS``, a half or a quarter of width and height.
        """
        try:
            _strip_metadata(_flatten(_to_eight_bits(self._streamed()))).jpegsave(
                str(file), Q=_SOURCE_QUALITY, keep=_KEPT_IN_SOURCE
            )
        except _DAMAGE as damage:
            raise not_an_image() from damage

    def _streamed(self) -> Any:
        """The image as a stream of rows, shrunk to ``MOST_PIXELS``, never all of it in memory."""
        if self._opened is not None:
            return self._opened.image()
        times = shrunk_by(self.size)
        if self.kind == "jpeg":
            return pyvips.Image.new_from_buffer(self._original, f"[fail_on=error,shrink={times}]", access="sequential")
        image = pyvips.Image.new_from_buffer(self._original, _STRICT, access="sequential")
        return image if times == 1 else image.shrink(times, times)

    def _read(self, width: int, plan: ReadPlan | None, **box: Any) -> Any:
        try:
            if self._opened is None:
                image = pyvips.Image.thumbnail_buffer(self._original, width, option_string=_STRICT, **box)
            else:
                image = self._opened.image().thumbnail_image(width, **box)
            return _to_srgb(image if plan is None else image.crop(*plan.part)).copy_memory()
        except _DAMAGE as damage:
            raise not_an_image() from damage


def _to_srgb(image: Any) -> Any:
    """Convert to eight-bit sRGB without transparency. Colours are converted only if a profile says how."""
    if "icc-profile-data" in image.get_fields():
        image = _convert_profile(image)
    if image.interpretation != "srgb":
        image = image.colourspace("srgb")
    return _flatten(image).cast("uchar")


def _flatten(image: Any) -> Any:
    return image.flatten(background=[0] * (image.bands - 1)) if image.hasalpha() else image


def _to_eight_bits(image: Any) -> Any:
    """Convert to eight bits with the same channels, so that the profile still fits."""
    if image.format != "ushort":
        return image
    return (image >> 8).cast("uchar").copy(interpretation="b-w" if image.bands < 3 else "srgb")


def _strip_metadata(image: Any) -> Any:
    """Remove all metadata except colour profile and orientation."""
    image = image.copy()
    for name in image.get_fields():
        if name.startswith(_OTHER_METADATA):
            image.remove(name)
    return image


def _convert_profile(image: Any) -> Any:
    try:
        return image.icc_transform("srgb", embedded=True, intent="relative")
    except pyvips.Error:
        # The profile does not fit its image: ignored, as in browsers.
        return image
