"""Push: the browsers that are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")


def upgrade() -> None:
    op.add_column(
        "notification_settings", sa.Column("push", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("session_id", _TEXT),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.LargeBinary(), nullable=False),
        sa.Column("auth", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "octet_length(p256dh) = 65 AND octet_length(auth) = 16", name=op.f("push_subscriptions_keys_check")
        ),
        _of("member_id", "users"),
        _of("session_id", "identity_sessions"),
        sa.PrimaryKeyConstraint("id", name=op.f("push_subscriptions_pkey")),
    )
    op.create_index("push_subscriptions_by_member", "push_subscriptions", ["member_id", "created_at"])
    op.create_index("push_subscriptions_by_session", "push_subscriptions", ["session_id"])
    op.create_index("push_subscriptions_live", "push_subscriptions", ["id", "member_id"], unique=True)
    op.execute(identify_by_index("push_subscriptions", "push_subscriptions_live"))
    op.execute(add_to_publication("inflow", {"push_subscriptions": ("id", "member_id")}))


def downgrade() -> None:
    op.drop_table("push_subscriptions")
    op.drop_column("notification_settings", "push")


def _of(column: str, table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"push_subscriptions_{column}_fkey")
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], name=name, ondelete="CASCADE")
