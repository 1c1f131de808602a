"""The archives that have not arrived completely."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0055"
down_revision = "0054"
works_with = "0038"
branch_labels = None
depends_on = None

_TABLE = "import_uploads"
_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.create_table(
        _TABLE,
        sa.Column("import_id", _TEXT, nullable=False),
        sa.Column("fingerprint", _TEXT, nullable=False),
        sa.Column("received", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("parts", JSONB, server_default="[]", nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.func.clock_timestamp(), nullable=False),
        sa.CheckConstraint("received >= 0", name=op.f(f"{_TABLE}_received_check")),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f(f"{_TABLE}_import_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", name=op.f(f"{_TABLE}_pkey")),
    )
    op.create_index(f"{_TABLE}_changed_at_idx", _TABLE, ["changed_at"])


def downgrade() -> None:
    op.drop_table(_TABLE)
