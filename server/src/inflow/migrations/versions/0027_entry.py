"""Invitations, and which one an account was made with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("identity_accounts", sa.Column("invitation_id", _TEXT))
    op.add_column("identity_pending_signups", sa.Column("invitation_id", _TEXT, server_default="", nullable=False))
    op.create_table(
        "identity_invitations",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("created_by", _TEXT, nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("uses", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("expires_at", _INSTANT, nullable=False),
        sa.Column("revoked_at", _INSTANT),
        sa.CheckConstraint("most > 0", name=op.f("identity_invitations_most_check")),
        sa.CheckConstraint("uses BETWEEN 0 AND most", name=op.f("identity_invitations_uses_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_invitations_pkey")),
    )
    op.create_index("identity_invitations_by_creator", "identity_invitations", ["created_by", "created_at", "id"])
    columns = ("id", "created_by", "created_at")
    op.create_index("identity_invitations_live", "identity_invitations", columns, unique=True)
    op.execute(identify_by_index("identity_invitations", "identity_invitations_live"))
    op.execute(add_to_publication("inflow", {"identity_invitations": columns}))


def downgrade() -> None:
    op.drop_table("identity_invitations")
    op.drop_column("identity_pending_signups", "invitation_id")
    op.drop_column("identity_accounts", "invitation_id")
