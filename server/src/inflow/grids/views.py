"""Grids in the form that clients get."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from inflow.grids.rules import GridId, Layout
from inflow.media.views import Variant, picture
from inflow.members.rules import UserId
from inflow.members.views import iso
from inflow.posts.rules import PostId, PostType, Ratio
from inflow.posts.views import Adjustments
from reflow import Row


class GridImage(msgspec.Struct, rename="camel", kw_only=True):
    """One foto of a grid, as its post shows it."""

    image_url: str
    ratio: Ratio
    caption: str
    alt_text: str
    filter: str
    adjustments: Adjustments
    width: int
    height: int
    thumbhash: str
    variants: list[Variant]


class Grid(msgspec.Struct, rename="camel", kw_only=True):
    """A grid. `imageIds` (ids of posts), `imageUrls` and `images` are all in the order of the layout's places."""

    id: GridId = msgspec.field(name="_id")
    user_id: UserId
    layout: Layout
    post_type: PostType
    image_ids: list[PostId]
    image_urls: list[str]
    images: list[GridImage]
    created_at: str


def grid_view(row: Row) -> Grid:
    """A row of a grid as a view, still without its fotos."""
    return Grid(
        id=row.id,
        user_id=row.author_id,
        layout=row.layout,
        post_type=row.post_type,
        image_ids=[],
        image_urls=[],
        images=[],
        created_at=iso(row.created_at),
    )


def with_images(grids: Iterable[Grid], rows: Iterable[Row]) -> list[Grid]:
    """The grids with their fotos.

    Args:
        rows: The fotos of all these grids, each grid's in the order of places.
    """
    known = {grid.id: grid for grid in grids}
    for row in rows:
        image = _image(row)
        grid = known[row.grid_id]
        grid.image_ids.append(row.post_id)
        grid.image_urls.append(image.image_url)
        grid.images.append(image)
    return list(known.values())


def _image(row: Row) -> GridImage:
    seen = picture(row.media_id, row.renditions)
    return GridImage(
        image_url=seen.url,
        ratio=row.ratio,
        caption=row.caption,
        alt_text=row.alt_text,
        filter=row.filter,
        adjustments=Adjustments(brightness=row.brightness, contrast=row.contrast, saturation=row.saturation),
        width=row.width,
        height=row.height,
        thumbhash=row.thumbhash,
        variants=seen.variants,
    )
