"""The posts that members saved, and their collections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0050"
down_revision = "0049"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_PUBLISHED = {
    "collections": ("id", "member_id", "created_at"),
    "saves": ("member_id", "post_id", "collection_id", "saved_at"),
}


def upgrade() -> None:
    op.create_table(
        "collections",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        _now("created_at"),
        _of("collections", "member_id", "users"),
        sa.CheckConstraint("char_length(name) BETWEEN 1 AND 40", name=op.f("collections_name_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("collections_pkey")),
        sa.UniqueConstraint("member_id", "name", name=op.f("collections_member_id_name_key")),
    )
    op.create_index("collections_live", "collections", ["id", "member_id", "created_at"], unique=True)
    op.create_table(
        "saves",
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("post_id", _TEXT, nullable=False),
        sa.Column("collection_id", _TEXT, server_default="", nullable=False),
        _now("saved_at"),
        _of("saves", "member_id", "users"),
        _of("saves", "post_id", "posts"),
        sa.PrimaryKeyConstraint("member_id", "post_id", name=op.f("saves_pkey")),
    )
    op.create_index("saves_of_post", "saves", ["post_id"])
    op.create_index(
        "saves_by_collection",
        "saves",
        ["member_id", "collection_id", sa.literal_column("saved_at DESC"), sa.literal_column("post_id DESC")],
    )
    op.create_index("saves_live", "saves", ["member_id", "post_id", "collection_id", "saved_at"], unique=True)
    for table in _PUBLISHED:
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))


def downgrade() -> None:
    op.drop_table("saves")
    op.drop_table("collections")


def _now(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.func.clock_timestamp(), nullable=False)


def _of(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"{table}_{column}_fkey"), ondelete="CASCADE")
