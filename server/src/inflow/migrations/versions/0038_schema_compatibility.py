"""The oldest Inflow that works on the schema, so that two versions can serve side by side during an upgrade."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
works_with = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "schema_compatibility",
        # There is one row.
        sa.Column("is_only", sa.Boolean, sa.CheckConstraint("is_only", name="is_only"), nullable=False),
        sa.Column("minimum_revision", sa.Text(collation="C"), nullable=False),
        sa.PrimaryKeyConstraint("is_only", name=op.f("schema_compatibility_pkey")),
    )
    op.execute("INSERT INTO schema_compatibility (is_only, minimum_revision) VALUES (true, '0037')")


def downgrade() -> None:
    op.drop_table("schema_compatibility")
