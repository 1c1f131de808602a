"""What the content check said is kept: with what it let pass, and of what it refused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.add_column("media", sa.Column("verdict", JSONB))
    op.create_table(
        "refusals",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("owner_id", _TEXT, nullable=False),
        sa.Column("sha256", _TEXT, nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("verdict", JSONB),
        sa.Column("refused_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="refusals_pkey"),
    )
    op.create_index("refusals_owner_id_idx", "refusals", ["owner_id"])
    op.create_index("refusals_refused_at_idx", "refusals", ["refused_at"])


def downgrade() -> None:
    op.drop_table("refusals")
    op.drop_column("media", "verdict")
