"""The time of each reaction, by which the members who gave it are listed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The time of earlier reactions is not known: they get the time of the migration, without a rewrite of the table.
    op.add_column(
        "reactions", sa.Column("reacted_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now())
    )
    op.alter_column("reactions", "reacted_at", server_default=sa.func.clock_timestamp())
    op.create_index(
        "reactions_of_post",
        "reactions",
        ["post_id", "reaction", sa.text("reacted_at DESC"), sa.text("member_id DESC")],
    )
    _identify_by("post_id", "member_id", "reaction", "reacted_at")


def downgrade() -> None:
    _identify_by("post_id", "member_id")
    op.drop_index("reactions_of_post", "reactions")
    op.drop_column("reactions", "reacted_at")


def _identify_by(*columns: str) -> None:
    op.drop_index("reactions_live", "reactions")
    op.create_index("reactions_live", "reactions", columns, unique=True)
    op.execute(identify_by_index("reactions", "reactions_live"))
    op.execute("ALTER PUBLICATION inflow DROP TABLE reactions")
    op.execute(add_to_publication("inflow", {"reactions": columns}))
