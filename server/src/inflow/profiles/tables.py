"""Profiles, as the database keeps them."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

profiles = sa.Table(
    "profiles",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, unique=True),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.Index("profiles_live", "id", "user_id", unique=True),
)
