"""The table in which the engine stores epochs, to follow changes."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

reflow_epoch = sa.Table(
    "reflow_epoch",
    metadata,
    sa.Column("system_id", sa.Text(collation="C"), nullable=False),
    sa.Column("timeline", sa.BigInteger, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False, autoincrement=False),
    # When the server was started, in microseconds since 1970; 0 in rows from before this column.
    sa.Column("started_at", sa.BigInteger, nullable=False),
    sa.Column("ts", sa.BigInteger, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("beats", sa.BigInteger, nullable=False, server_default="0"),
    sa.PrimaryKeyConstraint("epoch", name="reflow_epoch_pkey"),
    sa.UniqueConstraint("system_id", "timeline", "started_at", name="reflow_epoch_log_key"),
    comment="Which timestamps each log's positions have. It must be published: its beats prove the stream.",
)
