"""What the client is told of a medium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from inflow.media.prepared import Rendition
from inflow.media.rules import is_canvas


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


def media_url(media_id: str, name: str) -> str:
    """Where a rendition is served. The id is 128 random bits, so the URL cannot be guessed."""
    return f"/media/{media_id}/{name}"


def variants(media_id: str, renditions: Sequence[dict[str, Any]]) -> list[Variant]:
    """The stored renditions of a medium as the client sees them, narrowest first.

    The specification's canvas is not among them: these are one picture at several widths, and it may have another
    shape.
    """
    seen = [
        Variant(each["width"], each["height"], media_url(media_id, each["name"]), each["type"])
        for each in renditions
        if not is_canvas(each["name"])
    ]
    return sorted(seen, key=lambda variant: (variant.width, variant.type))


def shown(renditions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The rendition that ``imageUrl`` names: the canvas of a cut, or else the widest JPEG."""
    return max(renditions, key=lambda each: (is_canvas(each["name"]), each["type"] == "image/jpeg", each["width"]))


def stored(rendition: Rendition) -> dict[str, Any]:
    """A rendition as its row keeps it: everything but the content."""
    return {
        "name": rendition.name,
        "width": rendition.width,
        "height": rendition.height,
        "type": rendition.type,
        "bytes": len(rendition.content),
    }
