"""Which fotos form a grid, and in which layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from inflow.posts.rules import PostId, Ratio
from reflow import AppError

GridId = NewType("GridId", str)

Layout = Literal["vertical1", "vertical2", "vertical3", "layout1", "layout2", "layout3", "landscape"]

MOST_IMAGES: Final = 3
MOST_LANDSCAPE: Final = 2

ImageIds = Annotated[list[PostId], Meta(max_length=100)]
ImageUrls = Annotated[list[str], Meta(max_length=100)]

TOO_MANY: Final = "Maximum 3 images can be selected"
TOO_MANY_LANDSCAPE: Final = "Maximum 2 landscape images allowed"
NOT_THESE: Final = "Choose 2 horizontal and 1 vertical, 3 horizontal, 3 vertical, or 2 landscape fotos."
NOT_LIKE_THIS: Final = "This layout does not fit these fotos."
ONCE: Final = "A foto can be in a grid only once."
KEEP_THE_RATIO: Final = "A grid with this foto needs its ratio. Keep the ratio, or delete the grid first."
NO_FOTO: Final = "This foto does not exist."
ALREADY: Final = "You have this grid already."
NO_GRID: Final = "This grid does not exist."

_MIXED: Final[tuple[Layout, ...]] = ("layout1", "layout2", "layout3")
# By the ratios of the fotos, in alphabetical order.
_LAYOUTS: Final[dict[tuple[Ratio, ...], tuple[Layout, ...]]] = {
    ("horizontal", "horizontal", "vertical"): _MIXED,
    ("horizontal", "horizontal", "horizontal"): _MIXED,
    ("vertical", "vertical", "vertical"): ("vertical1", "vertical2", "vertical3"),
    ("landscape", "landscape"): ("landscape",),
}


def check_images(image_ids: Sequence[PostId]) -> None:
    """Refuse more fotos than a grid holds, and the same one twice.

    Raises:
        AppError: `invalid`.
    """
    if len(image_ids) > MOST_IMAGES:
        raise AppError("invalid", TOO_MANY)
    if len(set(image_ids)) < len(image_ids):
        raise AppError("invalid", ONCE)


def check_layout(layout: Layout, ratios: Sequence[Ratio]) -> None:
    """Refuse fotos that form no grid, and a layout that does not fit them.

    Raises:
        AppError: `invalid`.
    """
    if ratios.count("landscape") > MOST_LANDSCAPE:
        raise AppError("invalid", TOO_MANY_LANDSCAPE)
    layouts = _LAYOUTS.get(tuple(sorted(ratios)))
    if layouts is None:
        raise AppError("invalid", NOT_THESE)
    if layout not in layouts:
        raise AppError("invalid", NOT_LIKE_THIS)


def made_of(layout: Layout, image_ids: Sequence[PostId]) -> str:
    """The identity of a grid: two grids are the same if layout, fotos and order are equal."""
    return " ".join([layout, *image_ids])
