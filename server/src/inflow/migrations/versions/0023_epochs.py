"""Every start of the database server has an epoch of timestamps, so that a restored copy has later ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_ABOUT = "Which timestamps each log's positions have. It must be published: its beats prove the stream."
_ABOUT_BEFORE = "Which of the logs a timestamp's position belongs to. It must be published: its beats prove the stream."


def upgrade() -> None:
    op.drop_constraint("reflow_epoch_fits_timestamp", "reflow_epoch", type_="check")
    for column in ("started_at", "ts", "position"):
        op.add_column("reflow_epoch", sa.Column(column, sa.BigInteger(), nullable=False, server_default="0"))
        op.alter_column("reflow_epoch", column, server_default=None)
    # Until now a timestamp was the epoch in the upper bits, and the position in the lower 48.
    op.execute("UPDATE reflow_epoch SET ts = epoch::bigint << 48")
    op.drop_constraint("reflow_epoch_pkey", "reflow_epoch", type_="primary")
    op.drop_constraint("reflow_epoch_epoch_key", "reflow_epoch", type_="unique")
    op.create_primary_key("reflow_epoch_pkey", "reflow_epoch", ["epoch"])
    op.create_unique_constraint("reflow_epoch_log_key", "reflow_epoch", ["system_id", "timeline", "started_at"])
    op.create_table_comment("reflow_epoch", _ABOUT, existing_comment=_ABOUT_BEFORE)


def downgrade() -> None:
    op.execute("DELETE FROM reflow_epoch WHERE started_at <> 0")
    op.drop_constraint("reflow_epoch_log_key", "reflow_epoch", type_="unique")
    op.drop_constraint("reflow_epoch_pkey", "reflow_epoch", type_="primary")
    op.create_primary_key("reflow_epoch_pkey", "reflow_epoch", ["system_id", "timeline"])
    op.create_unique_constraint("reflow_epoch_epoch_key", "reflow_epoch", ["epoch"])
    for column in ("started_at", "ts", "position"):
        op.drop_column("reflow_epoch", column)
    op.create_check_constraint("reflow_epoch_fits_timestamp", "reflow_epoch", "epoch > 0 AND epoch < 32768")
    op.create_table_comment("reflow_epoch", _ABOUT_BEFORE, existing_comment=_ABOUT)
