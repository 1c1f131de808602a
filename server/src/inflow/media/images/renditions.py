"""Makes renditions of photographs. Runs in a worker process; no other code may import it."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import thumbhash  # type: ignore[import-untyped]  # it ships no types

from inflow.media.images.crops import (
    Cut,
    before_rotation,
    has_own_canvas,
    pixel_box,
    read_plan,
    rendition_bounds,
    rotated,
)
from inflow.media.images.filters import apply_look
from inflow.media.images.fingerprint import fingerprints_of
from inflow.media.images.looks import Look
from inflow.media.images.photograph import Photograph
from inflow.media.rules import (
    CANVAS,
    DISPLAY_WIDTH,
    FULL,
    TALLEST_RENDITION,
    Size,
    canvas,
    full_size,
    is_full_size_already,
    ladder,
    require_acceptable_size,
)
from inflow.media.worker.protocol import CutImage, FullSizeImage, PreparedImage, Rendition

_HASH_SIDE = 24
_JPEG_QUALITY = 90
_WEBP_QUALITY = 82
# Narrow renditions cover a third of a phone's screen at two or three device pixels per CSS pixel, and a wall loads a
# dozen of them. This quality saves a quarter of the bytes without a visible difference.
_NARROW = 320
_NARROW_QUALITY = 75
_QUARTERS = ((0, 0), (1, 0), (0, 1), (1, 1))


def prepare(original: bytes, source: Path, *, in_background: bool = False) -> PreparedImage | None:
    """Make the display rendition, and read the properties of the original.

    An image that is slow to decode is decoded once: this writes ``source``, from which the other renditions are made.

    Returns:
        None if decoding takes long and must run in the background.

    Raises:
        AppError: ``invalid``: not a photograph, damaged, or outside the limits.
    """
    photograph = Photograph(original)
    if photograph.takes_long and not in_background:
        return None
    decoded = photograph
    if photograph.needs_source:
        photograph.write_source(source)
        decoded = Photograph(source.read_bytes())
    image = decoded.fitted(DISPLAY_WIDTH)
    return PreparedImage(
        kind=photograph.kind,
        width=photograph.size.width,
        height=photograph.size.height,
        thumbhash=_thumbhash(image),
        display=_jpeg(f"{DISPLAY_WIDTH}.jpg", image),
        has_source=photograph.needs_source,
        fingerprints=fingerprints_of(image),
    )


def remaining_renditions(original: bytes, cut: Cut | None = None) -> list[Rendition]:
    """Make the renditions besides the display rendition, narrowest first: of the whole photograph, or of a cut.

    Raises:
        AppError: ``invalid``, as :func:`prepare`.
    """
    photograph = Photograph(original)
    widths = ladder((photograph.size if cut is None else _size_of(photograph, cut)).width)
    image = photograph.fitted(widths[-1]) if cut is None else _cut_from(photograph, cut, widths[-1])
    names = [f"{width}.webp" if cut is None else cut.name(f"{width}.webp") for width in widths]
    return [_webp(name, _shrink(image, width), width) for name, width in zip(names, widths, strict=True)]


def cut_out(original: bytes, cut: Cut) -> CutImage:
    """Make the display rendition of a cut, and the specification's canvas of it.

    Raises:
        AppError: ``invalid``: the crop is too small or too narrow; or as :func:`prepare`.
    """
    photograph = Photograph(original)
    size = _size_of(photograph, cut)
    image = _cut_from(photograph, cut, DISPLAY_WIDTH)
    shape = canvas(cut.wanted.ratio, size)
    own = has_own_canvas(cut.wanted.ratio, Size(image.width, image.height))
    return CutImage(
        width=size.width,
        height=size.height,
        thumbhash=_thumbhash(image),
        display=_jpeg(cut.name(f"{DISPLAY_WIDTH}.jpg"), image),
        canvas=_jpeg(cut.name(CANVAS), _cover(image, shape)) if own else None,
    )


def full_size_of(original: bytes, cut: Cut | None, look: Look) -> FullSizeImage:
    """Make the rendition with all pixels of the photograph or of a cut, and what the content check judges of it.

    Raises:
        AppError: ``invalid``: the widest ordinary rendition has all pixels; or as :func:`prepare`.
    """
    photograph = Photograph(original)
    size = full_size(photograph.size if cut is None else _size_of(photograph, cut))
    if size is None:
        raise is_full_size_already()
    image = photograph.fitted(size.width) if cut is None else _cut_from(photograph, cut, size.width)
    name = f"{FULL}.webp"
    rendition = _webp(name if cut is None else cut.name(name), image, image.width)
    return FullSizeImage(rendition, [_drawn_part(image, *part, look) for part in _QUARTERS])


def _drawn_part(image: Any, across: int, down: int, look: Look) -> bytes:
    width, height = image.width // 2, image.height // 2
    part = _shrink(image.crop(across * width, down * height, width, height), DISPLAY_WIDTH)
    return _jpeg("part", apply_look(part, look)).content


def draw(display: bytes, look: Look) -> bytes:
    """Apply a look to a display rendition. Returns a JPEG.

    Raises:
        AppError: ``invalid``, as :func:`prepare`.
    """
    return _jpeg("drawn", apply_look(Photograph(display).fitted(DISPLAY_WIDTH), look)).content


def _size_of(photograph: Photograph, cut: Cut) -> Size:
    """The size of the rotated crop in pixels of the original; it must satisfy the limits of uploads."""
    part = pixel_box(before_rotation(cut.wanted.crop, cut.wanted.rotation), photograph.size)
    require_acceptable_size(part.width, part.height, bands=3)
    return rotated(Size(part.width, part.height), cut.wanted.rotation)


def _cut_from(photograph: Photograph, cut: Cut, width: int) -> Any:
    """The rotated crop, at most this wide."""
    wanted = cut.wanted
    part = pixel_box(before_rotation(wanted.crop, wanted.rotation), photograph.size)
    image = photograph.part(read_plan(part, photograph.size, rendition_bounds(width, wanted.rotation)))
    return image.rot(f"d{wanted.rotation}").copy_memory() if wanted.rotation else image


def _cover(image: Any, size: Size) -> Any:
    """Crop the middle of the image to the shape of the canvas."""
    return image.thumbnail_image(size.width, height=size.height, crop="centre")


def _shrink(image: Any, width: int) -> Any:
    return image.thumbnail_image(width, height=width * TALLEST_RENDITION, size="down")


def _jpeg(name: str, image: Any) -> Rendition:
    content = image.jpegsave_buffer(Q=_JPEG_QUALITY, keep="none")
    return Rendition(name, image.width, image.height, "image/jpeg", content)


def _webp(name: str, image: Any, width: int) -> Rendition:
    quality, effort = (_NARROW_QUALITY, 4) if width <= _NARROW else (_WEBP_QUALITY, 2)
    content = image.webpsave_buffer(Q=quality, effort=effort, keep="none")
    return Rendition(name, image.width, image.height, "image/webp", content)


def _thumbhash(image: Any) -> str:
    # A thumbhash has seven frequencies per side, so 24 pixels suffice; the package is slow, being plain Python.
    tiny = image.thumbnail_image(_HASH_SIDE, height=_HASH_SIDE, size="down").bandjoin(255).cast("uchar")
    pixels = list(bytes(tiny.write_to_memory()))
    return base64.b64encode(bytes(thumbhash.rgba_to_thumb_hash(tiny.width, tiny.height, pixels))).decode()
