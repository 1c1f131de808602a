"""Connections, requests, blocks, notifications, and the counts towards the curators' badge."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)

_PUBLISHED = {
    "aura": ("user_id", "has_badge"),
    "blocks": ("blocker_id", "blocked_id", "created_at"),
    "hidden": ("viewer_id", "hidden_id"),
    "connections": ("member_id", "other_id", "asked", "created_at"),
    "flow_requests": ("id", "sender_id", "receiver_id", "status", "created_at"),
    "notifications": ("id", "member_id", "type", "read", "created_at"),
    "notification_settings": ("member_id",),
}


def upgrade() -> None:
    op.add_column("profiles", sa.Column("allow_syncflow", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    _create_aura()
    _create_blocks()
    _create_connections()
    _create_flow_requests()
    _create_notifications()
    for table in ("aura", "blocks", "hidden", "connections", "flow_requests", "notifications"):
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))


def downgrade() -> None:
    for table in _PUBLISHED:
        op.drop_table(table)
    op.drop_column("profiles", "allow_syncflow")


def _create_aura() -> None:
    op.create_table(
        "aura",
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("photos_uploaded", sa.Integer(), server_default="0", nullable=False),
        sa.Column("grids_created", sa.Integer(), server_default="0", nullable=False),
        sa.Column("syncs", sa.Integer(), server_default="0", nullable=False),
        sa.Column("badge_since", _INSTANT),
        sa.Column("has_badge", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("photos_uploaded >= 0", name=op.f("aura_photos_uploaded_check")),
        sa.CheckConstraint("grids_created >= 0", name=op.f("aura_grids_created_check")),
        sa.CheckConstraint("syncs >= 0", name=op.f("aura_syncs_check")),
        sa.CheckConstraint("has_badge = (badge_since IS NOT NULL)", name=op.f("aura_badge_since_check")),
        _of_user("aura", "user_id"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("aura_pkey")),
    )
    op.create_index("aura_live", "aura", ["user_id", "has_badge"], unique=True)


def _create_blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("blocker_id", _TEXT, nullable=False),
        sa.Column("blocked_id", _TEXT, nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("blocker_id <> blocked_id", name=op.f("blocks_not_oneself_check")),
        _of_user("blocks", "blocker_id"),
        _of_user("blocks", "blocked_id"),
        sa.PrimaryKeyConstraint("blocker_id", "blocked_id", name=op.f("blocks_pkey")),
    )
    op.create_index("blocks_by_blocker", "blocks", ["blocker_id", *_newest("blocked_id")])
    op.create_index("blocks_by_blocked", "blocks", ["blocked_id"])
    op.create_index("blocks_live", "blocks", ["blocker_id", "blocked_id", "created_at"], unique=True)
    op.create_table(
        "hidden",
        sa.Column("viewer_id", _TEXT, nullable=False),
        sa.Column("hidden_id", _TEXT, nullable=False),
        _of_user("hidden", "viewer_id"),
        _of_user("hidden", "hidden_id"),
        sa.PrimaryKeyConstraint("viewer_id", "hidden_id", name=op.f("hidden_pkey")),
    )
    op.create_index("hidden_by_hidden", "hidden", ["hidden_id"])
    op.create_index("hidden_live", "hidden", ["viewer_id", "hidden_id"], unique=True)


def _create_connections() -> None:
    op.create_table(
        "connections",
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("other_id", _TEXT, nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("member_id <> other_id", name=op.f("connections_not_oneself_check")),
        _of_user("connections", "member_id"),
        _of_user("connections", "other_id"),
        sa.PrimaryKeyConstraint("member_id", "other_id", name=op.f("connections_pkey")),
    )
    op.create_index("connections_by_member", "connections", ["member_id", *_newest("other_id")])
    op.create_index("connections_by_other", "connections", ["other_id"])
    op.create_index("connections_live", "connections", ["member_id", "other_id", "asked", "created_at"], unique=True)


def _create_flow_requests() -> None:
    op.create_table(
        "flow_requests",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("sender_id", _TEXT, nullable=False),
        sa.Column("receiver_id", _TEXT, nullable=False),
        sa.Column("status", _TEXT, server_default="pending", nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.text("now()"), nullable=False),
        sa.Column("settled_at", _INSTANT),
        sa.CheckConstraint("sender_id <> receiver_id", name=op.f("flow_requests_not_oneself_check")),
        sa.CheckConstraint(
            "status IN ('pending', 'accepted', 'rejected', 'cancelled')", name=op.f("flow_requests_status_check")
        ),
        sa.CheckConstraint("(status = 'pending') = (settled_at IS NULL)", name=op.f("flow_requests_settled_check")),
        _of_user("flow_requests", "sender_id"),
        _of_user("flow_requests", "receiver_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("flow_requests_pkey")),
    )
    op.create_index(
        "flow_requests_one_pending",
        "flow_requests",
        [sa.text("least(sender_id, receiver_id)"), sa.text("greatest(sender_id, receiver_id)")],
        unique=True,
        postgresql_where=sa.text("status = 'pending'"),
    )
    for side in ("sender", "receiver"):
        op.create_index(f"flow_requests_by_{side}", "flow_requests", [f"{side}_id", "status", *_newest("id")])
    op.create_index(
        "flow_requests_live", "flow_requests", ["id", "sender_id", "receiver_id", "status", "created_at"], unique=True
    )


def _create_notifications() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("sender_id", _TEXT),
        sa.Column("type", _TEXT, nullable=False),
        sa.Column("subject", _TEXT, nullable=False),
        sa.Column("read", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("type IN ('post_comment', 'sync_flow', 'intexted')", name=op.f("notifications_type_check")),
        _of_user("notifications", "member_id"),
        _of_user("notifications", "sender_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("notifications_pkey")),
    )
    op.create_index(
        "notifications_once_unread",
        "notifications",
        ["member_id", "sender_id", "type", "subject"],
        unique=True,
        postgresql_where=sa.text("NOT read AND type <> 'post_comment'"),
    )
    op.create_index("notifications_by_member", "notifications", ["member_id", *_newest("id")])
    op.create_index("notifications_unread", "notifications", ["member_id"], postgresql_where=sa.text("NOT read"))
    op.create_index("notifications_by_sender", "notifications", ["sender_id", "member_id"])
    op.create_index(
        "notifications_live", "notifications", ["id", "member_id", "type", "read", "created_at"], unique=True
    )
    op.create_table(
        "notification_settings",
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("post_notifications", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("comment_notifications", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("last_check", _INSTANT),
        _of_user("notification_settings", "member_id"),
        sa.PrimaryKeyConstraint("member_id", name=op.f("notification_settings_pkey")),
    )


def _of_user(table: str, column: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["users.id"], name=op.f(f"{table}_{column}_fkey"), ondelete=ondelete)


def _newest(last: str) -> list[sa.ColumnElement[object]]:
    return [sa.literal_column("created_at DESC"), sa.literal_column(f"{last} DESC")]
