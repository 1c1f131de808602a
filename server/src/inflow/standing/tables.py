"""The tables of roles, restrictions, and of members with a second step."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

roles = sa.Table(
    "roles",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("role", TEXT, nullable=False),
    sa.Column("granted_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.CheckConstraint("role IN ('moderator', 'owner')", name="role"),
    # The replica identity, with the columns by which live queries find roles: see docs/architecture.md.
    sa.Index("roles_live", "user_id", "role", unique=True),
)

# Members who may not write. The row goes when the restriction is lifted, not at its end by itself.
restrictions = sa.Table(
    "restrictions",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("until", INSTANT, nullable=False),
)

# Members with a second step in their account: a role may need one. Identity says when that changes.
second_steps = sa.Table(
    "second_steps",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
)
