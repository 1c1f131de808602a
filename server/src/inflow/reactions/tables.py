"""The tables of reactions."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

reactions = sa.Table(
    "reactions",
    metadata,
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("member_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("reaction", TEXT, nullable=False),
    # The time of the last choice.
    sa.Column("reacted_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    # One per member and post, also under concurrent calls.
    sa.PrimaryKeyConstraint("post_id", "member_id"),
    sa.CheckConstraint("reaction IN ('ciao', 'graceful', 'errro')", name="reaction"),
    sa.Index("reactions_of_member", "member_id"),
    sa.Index("reactions_of_post", "post_id", "reaction", sa.desc("reacted_at"), sa.desc("member_id")),
    # The replica identity, with the columns by which live queries find reactions: see docs/architecture.md.
    sa.Index("reactions_live", "post_id", "member_id", "reaction", "reacted_at", unique=True),
)

# The number of each reaction to a post is the sum of these. Triggers on the reactions add a row for each change, and
# change no row that others change, so reactions do not collide. Every 64 changes are replaced by their sum.
reaction_counts = sa.Table(
    "reaction_counts",
    metadata,
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("reaction", TEXT, nullable=False),
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False),
    sa.Column("delta", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("post_id", "reaction", "id"),
)
