"""Search words know which version of the rules made them, so that a chore can renew them a batch at a time.

Words that begin inside a name are one row for each of its letters. A migration that made them for every member would be
one transaction of many millions of changes, which every running process would have to read at once.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profile_words", sa.Column("version", sa.SmallInteger(), server_default="1", nullable=False))
    op.create_index(
        "profile_words_outdated",
        "profile_words",
        ["user_id"],
        postgresql_where=sa.text("place = 0 AND version < 2"),
    )


def downgrade() -> None:
    op.execute("DELETE FROM profile_words WHERE initial >= 1024")
    op.drop_index("profile_words_outdated", "profile_words")
    op.drop_column("profile_words", "version")
