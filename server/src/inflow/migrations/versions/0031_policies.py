"""The operator's documents, and which versions members accepted. Those who signed up before accepted version 0."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)
_ACCEPTED_BEFORE = """
    INSERT INTO policy_acceptances (user_id, kind, version, accepted_at)
    SELECT users.id, 'terms', 0, coalesce(identity_accounts.terms_accepted_at, identity_accounts.created_at)
    FROM users JOIN identity_accounts ON identity_accounts.id = users.clerk_id
"""


def upgrade() -> None:
    op.create_table(
        "policy_versions",
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("needs_acceptance", sa.Boolean(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("published_at", _INSTANT, nullable=False),
        sa.Column("published_by", _TEXT),
        sa.CheckConstraint(
            "kind IN ('about', 'rules', 'terms', 'privacy', 'imprint')", name=op.f("policy_versions_kind_check")
        ),
        sa.CheckConstraint("version > 0", name=op.f("policy_versions_version_check")),
        sa.ForeignKeyConstraint(
            ["published_by"], ["users.id"], name=op.f("policy_versions_published_by_fkey"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("kind", "version", name=op.f("policy_versions_pkey")),
    )
    op.create_table(
        "policy_acceptances",
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("accepted_at", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("policy_acceptances_user_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "kind", "version", name=op.f("policy_acceptances_pkey")),
    )
    op.execute(_ACCEPTED_BEFORE)
    op.execute(
        add_to_publication(
            "inflow",
            {"policy_versions": ("kind", "version"), "policy_acceptances": ("user_id", "kind", "version")},
        )
    )


def downgrade() -> None:
    op.drop_table("policy_acceptances")
    op.drop_table("policy_versions")
