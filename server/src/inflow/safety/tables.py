"""The tables of members' choices, and of the words that they filter."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.safety.rules import BY_DEFAULT, FILTERED_MAX, FILTERED_MIN

# Inserted with the first choice; a member without a row has the defaults.
safety_settings = sa.Table(
    "safety_settings",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("commenters", TEXT, nullable=False, server_default=BY_DEFAULT),
    sa.Column("requesters", TEXT, nullable=False, server_default=BY_DEFAULT),
    sa.CheckConstraint("commenters IN ('everyone', 'in_flow', 'no_one')", name="commenters"),
    sa.CheckConstraint("requesters IN ('everyone', 'friends_of_friends', 'no_one')", name="requesters"),
)

filtered_words = sa.Table(
    "filtered_words",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    # The word as `rules.compared` gives it, so that a member has each once.
    sa.Column("compared", TEXT, nullable=False),
    sa.Column("word", sa.Text, nullable=False),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    sa.PrimaryKeyConstraint("user_id", "compared"),
    sa.CheckConstraint(f"char_length(word) BETWEEN {FILTERED_MIN} AND {FILTERED_MAX}", name="word"),
)
