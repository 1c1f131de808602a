"""Uploads that go on where they stopped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0043"
down_revision = "0042"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.create_table(
        "uploads",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("owner_id", _TEXT, nullable=False),
        sa.Column("byte_size", sa.Integer, nullable=False),
        sa.Column("received", sa.Integer, server_default="0", nullable=False),
        sa.Column("parts", JSONB, server_default="[]", nullable=False),
        sa.Column("media_id", _TEXT),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint("received BETWEEN 0 AND byte_size", name=op.f("uploads_received_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("uploads_pkey")),
    )
    op.create_index("uploads_owner_id_idx", "uploads", ["owner_id"])
    op.create_index("uploads_created_at_idx", "uploads", ["created_at"])


def downgrade() -> None:
    op.drop_table("uploads")
