"""Which terms a member accepted, and when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_TABLES = ("identity_accounts", "identity_pending_signups")


def upgrade() -> None:
    # Null for those who joined before it was kept.
    for table in _TABLES:
        op.add_column(table, sa.Column("terms_version", sa.Text()))
        op.add_column(table, sa.Column("terms_accepted_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    for table in _TABLES:
        op.drop_column(table, "terms_accepted_at")
        op.drop_column(table, "terms_version")
