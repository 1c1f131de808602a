"""Comments that a member was told of are found by their post."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "notifications_by_post",
        "notifications",
        ["member_id", "subject", sa.text("created_at DESC"), sa.text("id DESC")],
        postgresql_where=sa.text("type = 'post_comment'"),
    )


def downgrade() -> None:
    op.drop_index("notifications_by_post", "notifications")
