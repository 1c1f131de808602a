"""Accounts have the language of their emails."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("identity_accounts", sa.Column("language", sa.Text, nullable=False, server_default="en"))


def downgrade() -> None:
    op.drop_column("identity_accounts", "language")
