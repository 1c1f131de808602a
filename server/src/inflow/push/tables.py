"""The table of push subscriptions."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.identity.tables import sessions

push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    # Derived from the endpoint, so that a browser has one row, and endpoints stay out of the log.
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("member_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    # The session that subscribed, with which the row is deleted; null if it used a provider's own token.
    sa.Column("session_id", TEXT, sa.ForeignKey(sessions.c.id, ondelete="CASCADE")),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.LargeBinary, nullable=False),
    sa.Column("auth", sa.LargeBinary, nullable=False),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.CheckConstraint("octet_length(p256dh) = 65 AND octet_length(auth) = 16", name="keys"),
    sa.Index("push_subscriptions_by_member", "member_id", "created_at"),
    sa.Index("push_subscriptions_by_session", "session_id"),
    # The replica identity, with the columns by which live queries find subscriptions: see docs/architecture.md.
    sa.Index("push_subscriptions_live", "id", "member_id", unique=True),
)
