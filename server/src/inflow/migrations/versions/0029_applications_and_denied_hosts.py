"""New accounts that wait for a moderator, and hosts from which no one may sign up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)
_TABLE = "identity_applications"


def upgrade() -> None:
    op.add_column("identity_pending_signups", sa.Column("reason", sa.Text(), server_default="", nullable=False))
    op.create_table(
        _TABLE,
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("account_id", _TEXT, nullable=False),
        sa.Column("email", _TEXT, nullable=False),
        sa.Column("username", _TEXT, nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("date_of_birth", sa.Date(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("applied_at", _INSTANT, nullable=False),
        sa.Column("state", _TEXT, server_default="waiting", nullable=False),
        sa.Column("answer", sa.Text(), server_default="", nullable=False),
        sa.Column("erase_at", _INSTANT),
        sa.Column("emailed", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'approved', 'refused')", name=op.f(f"{_TABLE}_state_check")),
        sa.CheckConstraint("(state = 'refused') = (erase_at IS NOT NULL)", name=op.f(f"{_TABLE}_erase_at_check")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["identity_accounts.id"], name=f"{_TABLE}_account_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"{_TABLE}_pkey")),
        sa.UniqueConstraint("account_id", name=f"{_TABLE}_account_id_key"),
    )
    op.create_table(
        "identity_denied_hosts",
        sa.Column("tag", _TEXT, nullable=False),
        sa.Column("denied_at", _INSTANT, nullable=False),
        sa.Column("until", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("tag", name=op.f("identity_denied_hosts_pkey")),
    )
    columns = ("id", "account_id", "state", "applied_at")
    op.create_index(f"{_TABLE}_live", _TABLE, columns, unique=True)
    op.execute(identify_by_index(_TABLE, f"{_TABLE}_live"))
    op.execute(add_to_publication("inflow", {_TABLE: columns}))


def downgrade() -> None:
    # Applicants have no user; without their application, no one could let them in.
    op.execute(
        "DELETE FROM identity_accounts WHERE id IN "
        "(SELECT account_id FROM identity_applications WHERE state <> 'approved')"
    )
    op.drop_table(_TABLE)
    op.drop_table("identity_denied_hosts")
    op.drop_column("identity_pending_signups", "reason")
