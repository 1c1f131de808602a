"""The table of flow requests."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata


def _user(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


flow_requests = sa.Table(
    "flow_requests",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    _user("sender_id"),
    _user("receiver_id"),
    sa.Column("status", TEXT, nullable=False, server_default="pending"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.Column("settled_at", INSTANT),
    sa.CheckConstraint("sender_id <> receiver_id", name="not_oneself"),
    sa.CheckConstraint("status IN ('pending', 'accepted', 'rejected', 'cancelled')", name="status"),
    sa.CheckConstraint("(status = 'pending') = (settled_at IS NULL)", name="settled"),
    # Of two requests that two members send each other at once, the second violates this index.
    sa.Index(
        "flow_requests_one_pending",
        sa.text("least(sender_id, receiver_id)"),
        sa.text("greatest(sender_id, receiver_id)"),
        unique=True,
        postgresql_where=sa.text("status = 'pending'"),
    ),
    sa.Index("flow_requests_by_sender", "sender_id", "status", sa.desc("created_at"), sa.desc("id")),
    sa.Index("flow_requests_by_receiver", "receiver_id", "status", sa.desc("created_at"), sa.desc("id")),
    # For the rows of the last day: see `inflow/moderation/activity.py`.
    sa.Index("flow_requests_by_time", "created_at", postgresql_using="brin"),
    # The replica identity, with the columns by which live queries find requests: see docs/architecture.md.
    sa.Index("flow_requests_live", "id", "sender_id", "receiver_id", "status", "created_at", unique=True),
)
