"""Which session may download a finished archive, and until when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
works_with = "0038"
branch_labels = None
depends_on = None

_TABLE = "exports"


def upgrade() -> None:
    op.add_column(_TABLE, sa.Column("opened_by", sa.Text(collation="C")))
    op.add_column(_TABLE, sa.Column("opened_until", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column(_TABLE, "opened_until")
    op.drop_column(_TABLE, "opened_by")
