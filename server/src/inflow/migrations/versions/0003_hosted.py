"""Hosted sign-in: accounts without address and password, and people on their way to and from a provider."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.alter_column("identity_accounts", "email", nullable=True)
    op.alter_column("identity_accounts", "password_hash", nullable=True)
    op.create_check_constraint(
        op.f("identity_accounts_email_and_password_check"),
        "identity_accounts",
        "(email IS NULL) = (password_hash IS NULL)",
    )
    op.create_table(
        "hosted_visits",
        sa.Column("state_hash", sa.LargeBinary(), nullable=False),
        sa.Column("cookie_hash", sa.LargeBinary(), nullable=False),
        sa.Column("issuer", _TEXT, nullable=False),
        sa.Column("former_session", _TEXT),
        sa.Column("expires_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("state_hash", name=op.f("hosted_visits_pkey")),
    )
    op.create_index("hosted_visits_expires_at_idx", "hosted_visits", ["expires_at"])
    op.create_table(
        "hosted_newcomers",
        sa.Column("cookie_hash", sa.LargeBinary(), nullable=False),
        sa.Column("issuer", _TEXT, nullable=False),
        sa.Column("subject", _TEXT, nullable=False),
        sa.Column("email", _TEXT, nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("username", _TEXT, nullable=False),
        sa.Column("date_of_birth", sa.Date()),
        sa.Column("expires_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("cookie_hash", name=op.f("hosted_newcomers_pkey")),
    )
    op.create_index("hosted_newcomers_issuer_subject_idx", "hosted_newcomers", ["issuer", "subject"])
    op.create_index("hosted_newcomers_expires_at_idx", "hosted_newcomers", ["expires_at"])


def downgrade() -> None:
    op.drop_table("hosted_newcomers")
    op.drop_table("hosted_visits")
    op.execute("DELETE FROM identity_accounts WHERE password_hash IS NULL")
    op.drop_constraint(op.f("identity_accounts_email_and_password_check"), "identity_accounts")
    op.alter_column("identity_accounts", "password_hash", nullable=False)
    op.alter_column("identity_accounts", "email", nullable=False)
