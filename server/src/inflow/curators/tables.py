"""The table of curators' counts."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata


def _count(name: str) -> tuple[sa.Column[int], sa.CheckConstraint]:
    column = sa.Column(name, sa.Integer, nullable=False, server_default="0")
    return column, sa.CheckConstraint(f"{name} >= 0", name=name)


# A row is made with the first counted action; a member without a row has none.
aura = sa.Table(
    "aura",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    *_count("photos_uploaded"),
    *_count("grids_created"),
    *_count("syncs"),
    sa.Column("badge_since", INSTANT),
    # When the member last changed their nook: only later actions are counted. Null if they never did.
    sa.Column("begun_at", INSTANT),
    sa.Column("has_badge", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.CheckConstraint("has_badge = (badge_since IS NOT NULL)", name="badge_since"),
    # The curators, who are few among the members with counts.
    sa.Index("aura_curators", "user_id", postgresql_where=sa.text("has_badge")),
    # The replica identity, with the columns by which live queries find curators: see docs/architecture.md.
    sa.Index("aura_live", "user_id", "has_badge", unique=True),
)
