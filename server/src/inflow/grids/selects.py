"""The selects for reading grids, and the fotos of several grids."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.access import not_hidden
from inflow.connections.access import connected_to
from inflow.core.tables import TEXT
from inflow.grids.tables import grid_images, grids
from inflow.media.tables import media
from inflow.posts.tables import posts
from reflow import statement

GRIDS = sa.select(grids.c.id, grids.c.author_id, grids.c.layout, grids.c.post_type, grids.c.created_at)

IMAGES_OF_GRIDS = statement(
    sa.select(
        grid_images.c.grid_id,
        grid_images.c.place,
        grid_images.c.post_id,
        posts.c.media_id,
        posts.c.ratio,
        posts.c.caption,
        posts.c.alt_text,
        posts.c.filter,
        posts.c.brightness,
        posts.c.contrast,
        posts.c.saturation,
        media.c.width,
        media.c.height,
        media.c.thumbhash,
        media.c.renditions,
    )
    .select_from(grid_images)
    .outerjoin(posts, posts.c.id == grid_images.c.post_id)
    .outerjoin(media, media.c.id == posts.c.media_id)
    .where(grid_images.c.grid_id == sa.any_(bindparam("grid_ids", type_=ARRAY(TEXT))))
    .order_by(grid_images.c.grid_id, grid_images.c.place)
)


def visible_grids() -> sa.ColumnElement[bool]:
    """The condition that `:viewer`, a user's id, may see a row of grids, and with it all of its fotos."""
    author = grids.c.author_id
    is_cue = grids.c.post_type == "cue"
    may_see = sa.or_(
        grids.c.post_type == "sphere",
        sa.and_(is_cue, author == bindparam("viewer")),
        sa.and_(is_cue, connected_to(author)),
    )
    return sa.and_(not_hidden(author), may_see)
