"""The tables of the operator's documents."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

# A row is never changed, except that the publisher's id goes with their account.
policy_versions = sa.Table(
    "policy_versions",
    metadata,
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("needs_acceptance", sa.Boolean, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("published_at", INSTANT, nullable=False),
    sa.Column("published_by", TEXT, sa.ForeignKey("users.id", ondelete="SET NULL")),  # empty for the command line
    sa.PrimaryKeyConstraint("kind", "version"),
    sa.CheckConstraint("kind IN ('about', 'rules', 'terms', 'privacy', 'imprint')", name="kind"),
    sa.CheckConstraint("version > 0", name="version"),
)

# Version 0 is the text that the app itself shows while the operator has written none.
policy_acceptances = sa.Table(
    "policy_acceptances",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("accepted_at", INSTANT, nullable=False),
    sa.PrimaryKeyConstraint("user_id", "kind", "version"),
)
