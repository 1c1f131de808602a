"""The table of members' choices."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import TEXT, metadata
from inflow.safety.rules import BY_DEFAULT

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
