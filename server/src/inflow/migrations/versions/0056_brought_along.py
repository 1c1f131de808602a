"""Which posts and grids were brought along from another place, and so did not count for the badge."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
works_with = "0038"
branch_labels = None
depends_on = None

_TABLES = ("posts", "grids")


def upgrade() -> None:
    for table in _TABLES:
        op.add_column(table, sa.Column("is_brought", sa.Boolean, server_default=sa.false(), nullable=False))
    op.execute(
        "UPDATE posts SET is_brought = true"
        " WHERE id IN (SELECT post_id FROM import_items WHERE state = 'done' AND post_id IS NOT NULL)"
    )


def downgrade() -> None:
    for table in _TABLES:
        op.drop_column(table, "is_brought")
