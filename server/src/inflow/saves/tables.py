"""The tables of members' collections, and of the posts that they saved."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.saves.rules import IN_NO_COLLECTION, NAME_MAX

collections = sa.Table(
    "collections",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("member_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    sa.UniqueConstraint("member_id", "name"),
    sa.CheckConstraint(f"char_length(name) BETWEEN 1 AND {NAME_MAX}", name="name"),
    # The replica identity, with the columns by which live queries find collections: see docs/architecture.md.
    sa.Index("collections_live", "id", "member_id", "created_at", unique=True),
)

saves = sa.Table(
    "saves",
    metadata,
    sa.Column("member_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    # Empty for the collection that every member has. Not a foreign key: a replica identity has no nulls.
    sa.Column("collection_id", TEXT, nullable=False, server_default=IN_NO_COLLECTION),
    sa.Column("saved_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    sa.PrimaryKeyConstraint("member_id", "post_id"),
    sa.Index("saves_of_post", "post_id"),
    sa.Index("saves_by_collection", "member_id", "collection_id", sa.desc("saved_at"), sa.desc("post_id")),
    # The replica identity, with the columns by which live queries find saves: see docs/architecture.md.
    sa.Index("saves_live", "member_id", "post_id", "collection_id", "saved_at", unique=True),
)
