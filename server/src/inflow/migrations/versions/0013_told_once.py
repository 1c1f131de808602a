"""Notifications know what they come of, and there is one for each conversation, read or not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)
_SUBJECT = ["member_id", "sender_id", "type", "subject"]

# Each was told in the transaction of its comment, whose own time is that of the row: a moment later.
_FIND_COMMENTS = """
    UPDATE notifications SET cause = (
        SELECT comments.id FROM comments
        WHERE comments.author_id = notifications.sender_id AND comments.post_id = notifications.subject
          AND comments.created_at BETWEEN notifications.created_at AND notifications.created_at + interval '15 seconds'
        ORDER BY comments.created_at LIMIT 1)
    WHERE type = 'post_comment'
"""
_FORGET_WHAT_IS_GONE = "DELETE FROM notifications WHERE type = 'post_comment' AND cause IS NULL"
_KEEP_THE_NEWEST = """
    DELETE FROM notifications AS older USING notifications AS newer
    WHERE older.type <> 'post_comment' AND newer.type = older.type AND newer.subject = older.subject
      AND newer.member_id = older.member_id AND newer.sender_id = older.sender_id
      AND (newer.created_at, newer.id) > (older.created_at, older.id)
"""


def upgrade() -> None:
    op.add_column("notifications", sa.Column("cause", _TEXT))
    op.add_column("notifications", sa.Column("announced_at", _INSTANT, server_default=sa.text("now()"), nullable=False))
    for each in (_FIND_COMMENTS, _FORGET_WHAT_IS_GONE, _KEEP_THE_NEWEST):
        op.execute(each)
    op.drop_index("notifications_once_unread", "notifications")
    _index("notifications_once", _SUBJECT, "type <> 'post_comment'", unique=True)
    _index("notifications_by_cause", ["cause"], "cause IS NOT NULL")


def downgrade() -> None:
    op.drop_index("notifications_by_cause", "notifications")
    op.drop_index("notifications_once", "notifications")
    _index("notifications_once_unread", _SUBJECT, "NOT read AND type <> 'post_comment'", unique=True)
    op.drop_column("notifications", "announced_at")
    op.drop_column("notifications", "cause")


def _index(name: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    op.create_index(name, "notifications", columns, unique=unique, postgresql_where=sa.text(where))
