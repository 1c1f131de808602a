"""When a message was last edited."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
works_with = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("edited_at", sa.TIMESTAMP(timezone=True)))


def downgrade() -> None:
    op.drop_column("messages", "edited_at")
