"""The geometry of cuts. No I/O.

Fractions are of the rotated photograph: upright first, then by the rotation that its author chose.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from inflow.media.rules import TALLEST_RENDITION, Ratio, Size, canvas
from reflow import AppError

Rotation = Literal[0, 90, 180, 270]
Fraction = Annotated[float, Meta(ge=0, le=1)]

_ROUNDING: Final = 1e-6  # the rounding error of a browser's sum of two fractions


class Crop(Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle in fractions of the rotated photograph, from its upper left corner."""

    x: Fraction
    y: Fraction
    width: Fraction
    height: Fraction


class RequestedCut(Struct, frozen=True, forbid_unknown_fields=True):
    """A cut as its author requests it. ``rotation`` is in degrees clockwise."""

    ratio: Ratio
    crop: Crop
    rotation: Rotation = 0


class Cut(Struct, frozen=True):
    """A cut, with the id that prefixes the names of its renditions."""

    id: str
    wanted: RequestedCut

    def name(self, rest: str) -> str:
        """The name of a rendition of this cut."""
        return f"{self.id}-{rest}"


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int


def require_inside(crop: Crop) -> None:
    """Refuse a crop that reaches beyond the photograph.

    Raises:
        AppError: ``invalid``.
    """
    if crop.x + crop.width > 1 + _ROUNDING or crop.y + crop.height > 1 + _ROUNDING:
        raise AppError("invalid", "The crop must be inside the photo")


def before_rotation(crop: Crop, rotation: Rotation) -> Crop:
    """The same rectangle in fractions of the photograph before the rotation."""
    right, bottom = max(0.0, 1 - crop.x - crop.width), max(0.0, 1 - crop.y - crop.height)
    if rotation == 90:
        return Crop(crop.y, right, crop.height, crop.width)
    if rotation == 180:
        return Crop(right, bottom, crop.width, crop.height)
    if rotation == 270:
        return Crop(bottom, crop.x, crop.height, crop.width)
    return crop


def pixel_box(crop: Crop, size: Size) -> Box:
    """The crop in whole pixels of a photograph of this size. Its sides may be 0; its edges are never outside."""
    left, top = round(crop.x * size.width), round(crop.y * size.height)
    right = min(size.width, round((crop.x + crop.width) * size.width))
    bottom = min(size.height, round((crop.y + crop.height) * size.height))
    return Box(left, top, max(0, right - left), max(0, bottom - top))


def rotated(size: Size, rotation: Rotation) -> Size:
    """A size after the rotation."""
    return Size(size.height, size.width) if rotation in (90, 270) else size


class ReadPlan(NamedTuple):
    """How to read a part of a photograph no larger than needed: shrink the whole to ``whole``, then crop ``part``."""

    whole: Size
    part: Box


def read_plan(part: Box, size: Size, most: Size) -> ReadPlan:
    """Plan to read this part of a photograph of this size, so that it fits into ``most`` and is not enlarged."""
    scale = min(1.0, most.width / part.width, most.height / part.height)
    whole = Size(*(max(1, round(side * scale)) for side in size))
    width, height = (max(1, round(side * scale)) for side in part[2:])
    left = min(round(part.left * scale), whole.width - width)
    top = min(round(part.top * scale), whole.height - height)
    return ReadPlan(whole, Box(left, top, width, height))


def rendition_bounds(width: int, rotation: Rotation) -> Size:
    """The bounds, before the rotation, of a rendition that is at most this wide after it."""
    return rotated(Size(width, width * TALLEST_RENDITION), rotation)


def has_own_canvas(ratio: Ratio, rendition: Size) -> bool:
    """Whether the specification's canvas differs from a rendition of the crop."""
    return canvas(ratio, rendition) != rendition
