"""Fingerprints of photographs, and which of them were removed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.add_column("media", sa.Column("fingerprint", _TEXT))
    op.create_table(
        "removed_photos",
        sa.Column("measure_id", _TEXT, nullable=False),
        sa.Column("fingerprint", _TEXT, nullable=False),
        sa.CheckConstraint("fingerprint ~ '^[0-9a-f]{64}$'", name=op.f("removed_photos_fingerprint_check")),
        sa.ForeignKeyConstraint(
            ["measure_id"], ["measures.id"], name=op.f("removed_photos_measure_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("measure_id", name=op.f("removed_photos_pkey")),
    )


def downgrade() -> None:
    op.drop_table("removed_photos")
    op.drop_column("media", "fingerprint")
