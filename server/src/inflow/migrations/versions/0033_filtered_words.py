"""The words that members filter."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.create_table(
        "filtered_words",
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("compared", _TEXT, nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.clock_timestamp(), nullable=False),
        sa.CheckConstraint("char_length(word) BETWEEN 2 AND 60", name=op.f("filtered_words_word_check")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("filtered_words_user_id_fkey"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "compared", name=op.f("filtered_words_pkey")),
    )
    op.execute(add_to_publication("inflow", {"filtered_words": ("user_id", "compared")}))


def downgrade() -> None:
    op.drop_table("filtered_words")
