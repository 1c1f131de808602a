"""Cuts of a photograph: the crop a post shows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("media", sa.Column("cut", JSONB()))


def downgrade() -> None:
    op.drop_column("media", "cut")
