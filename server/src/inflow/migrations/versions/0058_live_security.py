"""Sessions, second steps and trusted browsers are followed, so that the pages that list them are live."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index, live_index

revision = "0058"
down_revision = "0057"
works_with = "0038"
branch_labels = None
depends_on = None

_ADDED = {
    "identity_sessions": ("id", "account_id"),
    "identity_passkeys": ("id", "account_id"),
    "identity_trusted_devices": ("id", "account_id"),
    "identity_recovery_codes": ("account_id", "number"),
    "identity_authenticators": ("account_id",),
}


def upgrade() -> None:
    # The log of changes must not carry the codes' hashes, so they need another key. A program of the version before
    # this one adds codes without it.
    op.add_column("identity_recovery_codes", sa.Column("number", sa.BigInteger, sa.Identity(), nullable=False))
    op.execute("ALTER PUBLICATION inflow DROP TABLE identity_sessions")
    for table, columns in _ADDED.items():
        if len(columns) > 1:
            op.create_index(live_index(table), table, list(columns), unique=True)
            op.execute(identify_by_index(table, live_index(table)))
    op.execute(add_to_publication("inflow", _ADDED))


def downgrade() -> None:
    for table, columns in _ADDED.items():
        op.execute(f"ALTER PUBLICATION inflow DROP TABLE {table}")
        if len(columns) > 1:
            op.execute(f"ALTER TABLE {table} REPLICA IDENTITY DEFAULT")
            op.drop_index(live_index(table), table)
    op.drop_column("identity_recovery_codes", "number")
    op.execute(add_to_publication("inflow", {"identity_sessions": ("id",)}))
