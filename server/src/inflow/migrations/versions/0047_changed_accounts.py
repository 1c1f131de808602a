"""Changes of addresses that can be undone, and former usernames that their members may take back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
works_with = "0038"
branch_labels = None
depends_on = None

_CHANGES = "identity_email_changes"
_FORMER = "identity_former_usernames"
_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        _CHANGES,
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("former_email", _TEXT, nullable=False),
        sa.Column("changed_at", _INSTANT, nullable=False),
        sa.Column("expires_at", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["identity_accounts.id"],
            name=op.f("identity_email_changes_account_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_email_changes_pkey")),
    )
    op.create_index("identity_email_changes_account_id_idx", _CHANGES, ["account_id"])
    op.create_index("identity_email_changes_expires_at_idx", _CHANGES, ["expires_at"])
    op.add_column(_FORMER, sa.Column("account_id", _TEXT))
    op.create_foreign_key(
        op.f("identity_former_usernames_account_id_fkey"),
        _FORMER,
        "identity_accounts",
        ["account_id"],
        ["id"],
        ondelete="SET NULL",
    )
    op.create_index("identity_former_usernames_account_id_idx", _FORMER, ["account_id"])


def downgrade() -> None:
    op.drop_column(_FORMER, "account_id")
    op.drop_table(_CHANGES)
