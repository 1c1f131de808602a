"""Tables of notifications and their settings."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

_ONCE = sa.text("type <> 'post_comment'")

notifications = sa.Table(
    "notifications",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("member_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    # Null once the sender has left; pages then show 'Someone'.
    sa.Column("sender_id", TEXT, sa.ForeignKey("users.id", ondelete="SET NULL")),
    sa.Column("type", TEXT, nullable=False),
    sa.Column("subject", TEXT, nullable=False),
    # The id of the comment, whose deletion deletes the notification.
    sa.Column("cause", TEXT),
    sa.Column("read", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    # The time of the last push about it: see `rules.QUIET_FOR`.
    sa.Column("announced_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.CheckConstraint("type IN ('post_comment', 'sync_flow', 'intexted')", name="type"),
    # A hundred messages of one conversation are one notification; so is a repeated request.
    sa.Index("notifications_once", "member_id", "sender_id", "type", "subject", unique=True, postgresql_where=_ONCE),
    sa.Index("notifications_by_cause", "cause", postgresql_where=sa.text("cause IS NOT NULL")),
    sa.Index("notifications_by_member", "member_id", sa.desc("created_at"), sa.desc("id")),
    # Comments are shown by post: the newest of each, and their number.
    sa.Index(
        "notifications_by_post",
        "member_id",
        "subject",
        sa.desc("created_at"),
        sa.desc("id"),
        postgresql_where=sa.text("type = 'post_comment'"),
    ),
    sa.Index("notifications_unread", "member_id", postgresql_where=sa.text("NOT read")),
    sa.Index("notifications_by_sender", "sender_id", "member_id"),
    # The replica identity, with the columns by which live queries find notifications: see docs/architecture.md.
    sa.Index("notifications_live", "id", "member_id", "type", "read", "created_at", unique=True),
)

# Inserted with the first choice; a member without a row has everything on.
notification_settings = sa.Table(
    "notification_settings",
    metadata,
    sa.Column("member_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("post_notifications", sa.Boolean, nullable=False, server_default=sa.text("true")),
    sa.Column("comment_notifications", sa.Boolean, nullable=False, server_default=sa.text("true")),
    # Whether any browser of theirs is subscribed: see `push`.
    sa.Column("push", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("last_check", INSTANT),
)
