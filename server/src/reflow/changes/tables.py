"""The table in which the engine stores epochs, to follow changes."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

reflow_epoch = sa.Table(
    "reflow_epoch",
    metadata,
    sa.Column("system_id", sa.Text(collation="C"), nullable=False),
    sa.Column("timeline", sa.BigInteger, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("beats", sa.BigInteger, nullable=False, server_default="0"),
    sa.PrimaryKeyConstraint("system_id", "timeline", name="reflow_epoch_pkey"),
    sa.UniqueConstraint("epoch", name="reflow_epoch_epoch_key"),
    sa.CheckConstraint("epoch > 0 AND epoch < 32768", name="reflow_epoch_fits_timestamp"),
    comment="Which of the logs a timestamp's position belongs to. It must be published: its beats prove the stream.",
)
