"""The tables of grids and their fotos."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

grids = sa.Table(
    "grids",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("author_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("layout", TEXT, nullable=False),
    # Its audience: `cue` if one of its fotos is for the cue; `archived` while one is in its author's archive; `removed`
    # if a moderator took it away.
    sa.Column("post_type", TEXT, nullable=False),
    # See `rules.made_of`: a member cannot make the same grid twice.
    sa.Column("made_of", TEXT, nullable=False, unique=True),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    # Whether its author brought it along from another place. It did not count for the badge then.
    sa.Column("is_brought", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.CheckConstraint(
        "layout IN ('vertical1', 'vertical2', 'vertical3', 'layout1', 'layout2', 'layout3', 'landscape')", name="layout"
    ),
    sa.CheckConstraint("post_type IN ('sphere', 'cue', 'removed', 'archived')", name="post_type"),
    sa.Index("grids_by_author", "author_id", sa.desc("created_at"), sa.desc("id")),
    # The replica identity, with the columns by which live queries find grids: see docs/architecture.md.
    sa.Index("grids_live", "id", "author_id", "post_type", "created_at", unique=True),
)

grid_images = sa.Table(
    "grid_images",
    metadata,
    sa.Column("grid_id", TEXT, sa.ForeignKey("grids.id", ondelete="CASCADE"), nullable=False),
    sa.Column("place", sa.SmallInteger, nullable=False),
    # Without CASCADE, so that a deleted foto leaves no hole. The grid is deleted first, and counted back.
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id"), nullable=False),
    sa.PrimaryKeyConstraint("grid_id", "place"),
    sa.UniqueConstraint("grid_id", "post_id"),
    sa.CheckConstraint("place BETWEEN 0 AND 2", name="place"),
    sa.Index("grid_images_of_post", "post_id"),
    # The replica identity, with the columns by which live queries find a grid's fotos: see docs/architecture.md.
    sa.Index("grid_images_live", "grid_id", "place", "post_id", unique=True),
)
