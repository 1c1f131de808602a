"""The tables of the audit log."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

audit_entries = sa.Table(
    "audit_entries",
    metadata,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", INSTANT, nullable=False),
    sa.Column("actor", TEXT, nullable=False),
    sa.Column("action", TEXT, nullable=False),
    sa.Column("subject", TEXT, nullable=False),
    sa.Column("details", sa.Text, nullable=False),  # JSON, as it was when its code was made
    sa.Column("code", sa.LargeBinary, nullable=False),
)

# The end of the chain: one row, which every new entry locks.
audit_head = sa.Table(
    "audit_head",
    metadata,
    sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("code", sa.LargeBinary, nullable=False),
    sa.CheckConstraint("id = 1", name="one"),
)
