"""The tables of blocks, mutes, limited members and hidden members."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

EVERYONE = "*"
"""The viewer in the rows of `hidden` that hold for all members."""


MUTED_BY = "muted by "
"""With a user's id behind it, the viewer in the rows of `hidden` for the members whom this user muted."""


def _user(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


blocks = sa.Table(
    "blocks",
    metadata,
    _user("blocker_id"),
    _user("blocked_id"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("blocker_id", "blocked_id"),
    sa.CheckConstraint("blocker_id <> blocked_id", name="not_oneself"),
    sa.Index("blocks_by_blocker", "blocker_id", sa.desc("created_at"), sa.desc("blocked_id")),
    sa.Index("blocks_by_blocked", "blocked_id"),
    # For the rows of the last day: see `inflow/moderation/activity.py`.
    # Blocks are so few and small that a BRIN index would find all of them at once.
    sa.Index("blocks_by_time", "created_at"),
    # The replica identity, with the columns by which live queries find blocks: see docs/architecture.md.
    sa.Index("blocks_live", "blocker_id", "blocked_id", "created_at", unique=True),
)

mutes = sa.Table(
    "mutes",
    metadata,
    _user("muter_id"),
    _user("muted_id"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("muter_id", "muted_id"),
    sa.CheckConstraint("muter_id <> muted_id", name="not_oneself"),
    sa.Index("mutes_by_muter", "muter_id", sa.desc("created_at"), sa.desc("muted_id")),
    sa.Index("mutes_by_muted", "muted_id"),
    # The replica identity, with the columns by which live queries find mutes: see docs/architecture.md.
    sa.Index("mutes_live", "muter_id", "muted_id", "created_at", unique=True),
)

# Whose comments on whose posts are hidden from others as they are written.
limited_members = sa.Table(
    "limited_members",
    metadata,
    _user("limiter_id"),
    _user("limited_id"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("limiter_id", "limited_id"),
    sa.CheckConstraint("limiter_id <> limited_id", name="not_oneself"),
    sa.Index("limited_members_by_limiter", "limiter_id", sa.desc("created_at"), sa.desc("limited_id")),
    sa.Index("limited_members_by_limited", "limited_id"),
    # The replica identity, with the columns by which live queries find limits: see docs/architecture.md.
    sa.Index("limited_members_live", "limiter_id", "limited_id", "created_at", unique=True),
)

# Which member does not see which other: two rows for each blocked pair, so that one look-up answers for either. And one
# row, with EVERYONE as the viewer, for each member whom no other sees; and one row for each mute, with MUTED_BY and the
# muting member as the viewer. So this column has no foreign key.
hidden = sa.Table(
    "hidden",
    metadata,
    sa.Column("viewer_id", TEXT, nullable=False),
    _user("hidden_id"),
    sa.PrimaryKeyConstraint("viewer_id", "hidden_id"),
    sa.Index("hidden_by_hidden", "hidden_id"),
    sa.Index("hidden_live", "viewer_id", "hidden_id", unique=True),
)
