"""Grids, as the database keeps them."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

grids = sa.Table(
    "grids",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("author_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("layout", TEXT, nullable=False),
    # Whom it is for: `cue` as soon as one of its fotos is. A foto's own never changes.
    sa.Column("post_type", TEXT, nullable=False),
    # `rules.made_of`: the same grid is made once.
    sa.Column("made_of", TEXT, nullable=False, unique=True),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.CheckConstraint(
        "layout IN ('vertical1', 'vertical2', 'vertical3', 'layout1', 'layout2', 'layout3', 'landscape')", name="layout"
    ),
    sa.CheckConstraint("post_type IN ('sphere', 'cue')", name="post_type"),
    sa.Index("grids_by_author", "author_id", sa.desc("created_at"), sa.desc("id")),
    # What live queries find grids by, for the log: see docs/architecture.md.
    sa.Index("grids_live", "id", "author_id", "post_type", "created_at", unique=True),
)

grid_images = sa.Table(
    "grid_images",
    metadata,
    sa.Column("grid_id", TEXT, sa.ForeignKey("grids.id", ondelete="CASCADE"), nullable=False),
    sa.Column("place", sa.SmallInteger, nullable=False),
    # Without CASCADE: a foto cannot go and leave a hole. The grid goes first, and is counted back.
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id"), nullable=False),
    sa.PrimaryKeyConstraint("grid_id", "place"),
    sa.UniqueConstraint("grid_id", "post_id"),
    sa.CheckConstraint("place BETWEEN 0 AND 2", name="place"),
    sa.Index("grid_images_of_post", "post_id"),
    # What live queries find a grid's fotos by, for the log: see docs/architecture.md.
    sa.Index("grid_images_live", "grid_id", "place", "post_id", unique=True),
)
