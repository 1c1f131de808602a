"""Erasure: stored rows can be found by their owner, and a former username stays reserved for a while."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("identity_sessions", sa.Column("browser", sa.Text(collation="C"), server_default="", nullable=False))
    op.add_column("mail_outbox", sa.Column("leaves_nothing", sa.Boolean(), server_default=sa.false(), nullable=False))
    # Earlier requests have no subject. They stay until they are 14 days old, so that none takes effect twice.
    op.add_column("reflow_requests", sa.Column("subject", sa.LargeBinary(), server_default="", nullable=False))
    op.create_index("reflow_requests_subject_idx", "reflow_requests", ["subject"])
    op.create_table(
        "identity_former_usernames",
        sa.Column("mac", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("mac", name=op.f("identity_former_usernames_pkey")),
    )
    op.create_index("identity_former_usernames_expires_at_idx", "identity_former_usernames", ["expires_at"])


def downgrade() -> None:
    op.drop_table("identity_former_usernames")
    op.drop_index("reflow_requests_subject_idx", "reflow_requests")
    op.drop_column("reflow_requests", "subject")
    op.drop_column("mail_outbox", "leaves_nothing")
    op.drop_column("identity_sessions", "browser")
