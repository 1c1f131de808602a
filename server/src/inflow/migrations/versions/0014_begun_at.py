"""The start of curators' progress, so that taking back earlier actions subtracts nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

# It is no longer known whether that was a change or the first choice; before a first choice there is little to count.
_BEGIN_WITH_THE_LAST_CHOICE = """
    UPDATE aura SET begun_at = users.last_nook_change FROM users WHERE users.id = aura.user_id
"""


def upgrade() -> None:
    op.add_column("aura", sa.Column("begun_at", sa.DateTime(timezone=True)))
    op.execute(_BEGIN_WITH_THE_LAST_CHOICE)


def downgrade() -> None:
    op.drop_column("aura", "begun_at")
