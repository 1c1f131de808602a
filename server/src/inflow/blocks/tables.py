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


def _pairs(name: str, by: str, other: str, *more: sa.Index) -> sa.Table:
    """A table of members whom other members put on a list, each once.

    Args:
        by: The column of the members whose lists these are.
        other: The column of the members on them.
        more: Indexes that only this table has.
    """
    return sa.Table(
        name,
        metadata,
        _user(by),
        _user(other),
        sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint(by, other),
        sa.CheckConstraint(f"{by} <> {other}", name="not_oneself"),
        sa.Index(f"{name}_by_{by.removesuffix('_id')}", by, sa.desc("created_at"), sa.desc(other)),
        sa.Index(f"{name}_by_{other.removesuffix('_id')}", other),
        # The replica identity, with the columns by which live queries find pairs: see docs/architecture.md.
        sa.Index(f"{name}_live", by, other, "created_at", unique=True),
        *more,
    )


# For the rows of the last day: see `inflow/moderation/activity.py`. Blocks are so few and small that a BRIN index would
# find all of them at once.
blocks = _pairs("blocks", "blocker_id", "blocked_id", sa.Index("blocks_by_time", "created_at"))

mutes = _pairs("mutes", "muter_id", "muted_id")

# Whose comments on whose posts are hidden from others as they are written.
limited_members = _pairs("limited_members", "limiter_id", "limited_id")

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
