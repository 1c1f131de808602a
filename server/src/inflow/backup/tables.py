"""The table of erasures, which triggers of the database fill."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import BIGINT

from inflow.core.tables import INSTANT, TEXT, metadata

# Deleted, emptied and withheld content, so that a restore of an earlier moment removes it again. Triggers add the rows,
# so that no way to delete something is forgotten.
erasures = sa.Table(
    "erasures",
    metadata,
    sa.Column("id", BIGINT, sa.Identity(always=True), primary_key=True),
    # The transaction, by which the ledger of a backup knows from where it has to read on.
    sa.Column("transaction", BIGINT, nullable=False),
    sa.Column("erased_at", INSTANT, nullable=False),
    sa.Column("kind", TEXT, nullable=False),
    # `deleted`, `restored`, or the audience that its author or a moderator gave it, such as `archived cue`.
    sa.Column("act", TEXT, nullable=False),
    # The SHA-256 of the id, which identifies a row only for those who still have it.
    sa.Column("subject", TEXT, nullable=False),
    sa.Index("erasures_by_transaction", "transaction", "id"),
    sa.Index("erasures_by_time", "erased_at", postgresql_using="brin"),
)
