"""The next cut of a posted photograph."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0048"
down_revision = "0047"
works_with = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("media", sa.Column("next_cut", JSONB))
    op.add_column("media", sa.Column("next_cut_at", sa.TIMESTAMP(timezone=True)))
    op.create_index("media_next_cuts", "media", ["next_cut_at"], postgresql_where=sa.text("next_cut_at IS NOT NULL"))


def downgrade() -> None:
    op.drop_index("media_next_cuts", "media")
    op.drop_column("media", "next_cut_at")
    op.drop_column("media", "next_cut")
