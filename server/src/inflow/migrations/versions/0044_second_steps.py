"""Passkeys, authenticator apps, recovery codes, trusted browsers, and proofs within sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

from reflow.changes.publication import add_to_publication

revision = "0044"
down_revision = "0043"
works_with = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("identity_sessions", sa.Column("proved_at", _INSTANT))
    op.create_table(
        "identity_passkeys",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("transports", ARRAY(_TEXT), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("last_used_at", _INSTANT),
        sa.CheckConstraint("char_length(name) BETWEEN 1 AND 40", name=op.f("identity_passkeys_name_check")),
        _of_account("identity_passkeys"),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_passkeys_pkey")),
    )
    op.create_index("identity_passkeys_account_id_idx", "identity_passkeys", ["account_id"])
    op.create_table(
        "identity_authenticators",
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("encrypted_seed", sa.LargeBinary, nullable=False),
        sa.Column("last_step", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("confirmed_at", _INSTANT),
        _of_account("identity_authenticators"),
        sa.PrimaryKeyConstraint("account_id", name=op.f("identity_authenticators_pkey")),
    )
    op.create_table(
        "identity_recovery_codes",
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("account_id", _TEXT, nullable=False),
        _of_account("identity_recovery_codes"),
        sa.PrimaryKeyConstraint("hash", name=op.f("identity_recovery_codes_pkey")),
    )
    op.create_index("identity_recovery_codes_account_id_idx", "identity_recovery_codes", ["account_id"])
    op.create_table(
        "identity_trusted_devices",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("browser", _TEXT, nullable=False),
        sa.Column("trusted_at", _INSTANT, nullable=False),
        sa.Column("last_used_at", _INSTANT, nullable=False),
        sa.Column("expires_at", _INSTANT, nullable=False),
        _of_account("identity_trusted_devices"),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_trusted_devices_pkey")),
    )
    op.create_index("identity_trusted_devices_account_id_idx", "identity_trusted_devices", ["account_id"])
    op.create_index("identity_trusted_devices_expires_at_idx", "identity_trusted_devices", ["expires_at"])
    op.create_table(
        "identity_ceremonies",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("purpose", _TEXT, nullable=False),
        sa.Column("account_id", _TEXT),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("cookie_hash", sa.LargeBinary, nullable=False),
        sa.Column("attempts", sa.Integer, server_default="0", nullable=False),
        sa.Column("expires_at", _INSTANT, nullable=False),
        sa.CheckConstraint(
            "purpose IN ('sign in', 'second step', 'add', 'prove')", name=op.f("identity_ceremonies_purpose_check")
        ),
        _of_account("identity_ceremonies"),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_ceremonies_pkey")),
    )
    op.create_index("identity_ceremonies_account_id_idx", "identity_ceremonies", ["account_id"])
    op.create_index("identity_ceremonies_expires_at_idx", "identity_ceremonies", ["expires_at"])
    op.create_table(
        "second_steps",
        sa.Column("user_id", _TEXT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("second_steps_user_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("second_steps_pkey")),
    )
    op.execute(add_to_publication("inflow", {"second_steps": ("user_id",)}))


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"{table}_account_id_fkey")
    return sa.ForeignKeyConstraint(["account_id"], ["identity_accounts.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    for table in (
        "second_steps",
        "identity_ceremonies",
        "identity_trusted_devices",
        "identity_recovery_codes",
        "identity_authenticators",
        "identity_passkeys",
    ):
        op.drop_table(table)
    op.drop_column("identity_sessions", "proved_at")
