"""When a post's texts were last edited, and the texts before each edit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0045"
down_revision = "0044"
works_with = "0038"
branch_labels = None
depends_on = None

_TABLE = "post_edits"
_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.add_column("posts", sa.Column("edited_at", sa.TIMESTAMP(timezone=True)))
    op.create_table(
        _TABLE,
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("post_id", _TEXT, nullable=False),
        sa.Column("caption", sa.Text, nullable=False),
        sa.Column("alt_text", sa.Text, nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), server_default=sa.func.clock_timestamp(), nullable=False),
        sa.ForeignKeyConstraint(["post_id"], ["posts.id"], name=op.f("post_edits_post_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("post_edits_pkey")),
    )
    op.create_index(
        "post_edits_of_post",
        _TABLE,
        ["post_id", sa.literal_column("edited_at DESC"), sa.literal_column("id DESC")],
    )
    op.create_index("post_edits_live", _TABLE, ["id", "post_id", "edited_at"], unique=True)
    op.execute(identify_by_index(_TABLE, "post_edits_live"))
    op.execute(add_to_publication("inflow", {_TABLE: ("id", "post_id", "edited_at")}))


def downgrade() -> None:
    op.drop_table(_TABLE)
    op.drop_column("posts", "edited_at")
