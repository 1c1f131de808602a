"""Curators' progress knows when it began, so that what was done before costs nothing when it is taken back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

# Whether that was a change or their first choice is not known any more; before a first one there is little to count.
_BEGIN_WITH_THE_LAST_CHOICE = """
    UPDATE aura SET begun_at = users.last_nook_change FROM users WHERE users.id = aura.user_id
"""


def upgrade() -> None:
    op.add_column("aura", sa.Column("begun_at", sa.DateTime(timezone=True)))
    op.execute(_BEGIN_WITH_THE_LAST_CHOICE)


def downgrade() -> None:
    op.drop_column("aura", "begun_at")
