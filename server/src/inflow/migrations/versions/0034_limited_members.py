"""Members whose comments on another member's posts are hidden from others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_TABLE = "limited_members"
_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.create_table(
        _TABLE,
        sa.Column("limiter_id", _TEXT, nullable=False),
        sa.Column("limited_id", _TEXT, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint("limiter_id <> limited_id", name=op.f("limited_members_not_oneself_check")),
        *(
            sa.ForeignKeyConstraint([column], ["users.id"], name=op.f(f"{_TABLE}_{column}_fkey"), ondelete="CASCADE")
            for column in ("limiter_id", "limited_id")
        ),
        sa.PrimaryKeyConstraint("limiter_id", "limited_id", name=op.f("limited_members_pkey")),
    )
    op.create_index(
        "limited_members_by_limiter",
        _TABLE,
        ["limiter_id", sa.literal_column("created_at DESC"), sa.literal_column("limited_id DESC")],
    )
    op.create_index("limited_members_by_limited", _TABLE, ["limited_id"])
    op.create_index("limited_members_live", _TABLE, ["limiter_id", "limited_id", "created_at"], unique=True)
    op.execute(identify_by_index(_TABLE, "limited_members_live"))
    op.execute(add_to_publication("inflow", {_TABLE: ("limiter_id", "limited_id", "created_at")}))


def downgrade() -> None:
    op.drop_table(_TABLE)
