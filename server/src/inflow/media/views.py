"""Media as clients see them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from inflow.media.rules import is_canvas
from inflow.media.worker.protocol import Rendition


class Variant(msgspec.Struct, frozen=True):
    """One rendition to choose from: sizes in pixels, a same-origin URL, a content type."""

    width: int
    height: int
    url: str
    type: str


class Uploaded(msgspec.Struct, frozen=True, rename="camel"):
    """The answer to an upload or a cut. ``width`` and ``height`` are the original's, upright, or the crop's."""

    media_id: str
    image_url: str
    width: int
    height: int
    thumbhash: str
    variants: list[Variant]


class Picture(NamedTuple):
    """URL and variants of a medium. All its rows share one instance, so never change it."""

    url: str
    variants: list[Variant]


def media_url(media_id: str, name: str) -> str:
    """Where a rendition is served. The id is 128 random bits, so the URL cannot be guessed."""
    return f"/media/{media_id}/{name}"


def picture(media_id: str, renditions: Sequence[dict[str, Any]]) -> Picture:
    """URL and variants of a medium with these stored renditions, narrowest first.

    The specification's canvas is not among them: these are one picture at several widths, and it may have another
    shape.
    """
    return _picture(media_id, tuple((each["name"], each["width"], each["height"], each["type"]) for each in renditions))


@lru_cache(maxsize=1_024)
def _picture(media_id: str, renditions: tuple[tuple[str, int, int, str], ...]) -> Picture:
    """Cached: the same photo is on many walls, and making its variants is most of the work of showing a post."""
    variants = [
        Variant(width, height, media_url(media_id, name), kind)
        for name, width, height, kind in renditions
        if not is_canvas(name)
    ]
    variants.sort(key=lambda variant: (variant.width, variant.type))
    name, *_ = max(renditions, key=lambda each: (is_canvas(each[0]), each[3] == "image/jpeg", each[1]))
    return Picture(media_url(media_id, name), variants)


def stored_rendition(rendition: Rendition) -> dict[str, Any]:
    """A rendition as the row stores it, without its content."""
    return {
        "name": rendition.name,
        "width": rendition.width,
        "height": rendition.height,
        "type": rendition.type,
        "bytes": len(rendition.content),
    }
