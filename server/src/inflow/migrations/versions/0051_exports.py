"""The archives that members have made of all their data, and the segments that they are made in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0051"
down_revision = "0050"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "exports",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("state", _TEXT, server_default="waiting", nullable=False),
        sa.Column("claim", _TEXT, server_default="", nullable=False),
        sa.Column("attempts", sa.SmallInteger, server_default="0", nullable=False),
        sa.Column("plan", JSONB(none_as_null=True)),
        sa.Column("done", sa.Integer, server_default="0", nullable=False),
        sa.Column("total", sa.Integer, server_default="0", nullable=False),
        sa.Column("byte_size", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("missing", JSONB, server_default="[]", nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.func.clock_timestamp(), nullable=False),
        sa.Column("made_at", _INSTANT),
        sa.Column("expires_at", _INSTANT),
        sa.CheckConstraint("state IN ('waiting', 'working', 'ready', 'failed')", name=op.f("exports_state_check")),
        sa.CheckConstraint("done BETWEEN 0 AND total", name=op.f("exports_done_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("exports_pkey")),
        sa.UniqueConstraint("account_id", name=op.f("exports_account_id_key")),
    )
    op.create_index("exports_live", "exports", ["id", "account_id"], unique=True)
    op.create_table(
        "export_segments",
        sa.Column("export_id", _TEXT, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("byte_size", sa.BigInteger, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("directory", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(
            ["export_id"], ["exports.id"], name=op.f("export_segments_export_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("export_id", "number", name=op.f("export_segments_pkey")),
    )
    op.execute(identify_by_index("exports", "exports_live"))
    op.execute(add_to_publication("inflow", {"exports": ("id", "account_id")}))


def downgrade() -> None:
    op.drop_table("export_segments")
    op.drop_table("exports")
