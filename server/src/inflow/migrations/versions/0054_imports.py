"""The archives that members bring along, and what was found in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0054"
down_revision = "0053"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)
_STATES = "'uploading', 'reading', 'ready', 'working', 'done', 'failed', 'cancelled'"
_PUBLISHED = {"imports": ("id", "user_id", "created_at"), "import_items": ("import_id", "number", "state")}


def upgrade() -> None:
    op.create_table(
        "imports",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("state", _TEXT, nullable=False),
        sa.Column("source", _TEXT),
        sa.Column("file_name", sa.Text, nullable=False),
        sa.Column("byte_size", sa.BigInteger, nullable=False),
        sa.Column("audience", _TEXT),
        *(_count(name) for name in ("total", "done", "skipped", "refused")),
        sa.Column("contents", JSONB(none_as_null=True)),
        sa.Column("failure_code", _TEXT),
        sa.Column("failure_words", sa.Text),
        sa.Column("claim", _TEXT, server_default="", nullable=False),
        sa.Column("attempts", sa.SmallInteger, server_default="0", nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.func.clock_timestamp(), nullable=False),
        sa.Column("finished_at", _INSTANT),
        sa.CheckConstraint(f"state IN ({_STATES})", name=op.f("imports_state_check")),
        sa.CheckConstraint("audience IN ('cue', 'sphere')", name=op.f("imports_audience_check")),
        sa.CheckConstraint(
            "(state IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL)",
            name=op.f("imports_finished_check"),
        ),
        sa.CheckConstraint("byte_size >= 0", name=op.f("imports_byte_size_check")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("imports_user_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("imports_pkey")),
    )
    op.create_index(
        "imports_unfinished",
        "imports",
        ["user_id"],
        unique=True,
        postgresql_where=sa.text("state IN ('uploading', 'reading', 'ready', 'working')"),
    )
    op.create_index(
        "imports_by_user", "imports", ["user_id", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")]
    )
    op.create_index("imports_live", "imports", ["id", "user_id", "created_at"], unique=True)
    op.create_table(
        "import_items",
        sa.Column("import_id", _TEXT, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", _TEXT, nullable=False),
        sa.Column("at", _INSTANT),
        sa.Column("content", JSONB, nullable=False),
        sa.Column("state", _TEXT, server_default="waiting", nullable=False),
        sa.Column("why", sa.Text),
        sa.Column("post_id", _TEXT),
        sa.CheckConstraint("state IN ('waiting', 'done', 'skipped', 'refused')", name=op.f("import_items_state_check")),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("import_items_import_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", "number", name=op.f("import_items_pkey")),
        sa.UniqueConstraint("import_id", "key", name=op.f("import_items_import_id_key_key")),
    )
    for name, condition in (("waiting", "state = 'waiting'"), ("told", "why IS NOT NULL")):
        op.create_index(
            f"import_items_{name}", "import_items", ["import_id", "number"], postgresql_where=sa.text(condition)
        )
    op.create_index("import_items_live", "import_items", ["import_id", "number", "state"], unique=True)
    for table in _PUBLISHED:
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))


def downgrade() -> None:
    op.drop_table("import_items")
    op.drop_table("imports")


def _count(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.Integer, server_default="0", nullable=False)
