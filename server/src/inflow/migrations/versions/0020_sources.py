"""Originals that are slow to decode have a plain JPEG beside them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("media", sa.Column("has_source", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("media_sources", "media", ["created_at"], postgresql_where=sa.text("has_source"))


def downgrade() -> None:
    op.drop_index("media_sources", "media")
    op.drop_column("media", "has_source")
