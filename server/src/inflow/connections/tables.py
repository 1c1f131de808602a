"""The table of connections."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata


def _user(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


connections = sa.Table(
    "connections",
    metadata,
    _user("member_id"),
    _user("other_id"),
    # Whether the member sent the request: then it is their outgoing flow, and the incoming flow of the other one.
    sa.Column("asked", sa.Boolean, nullable=False),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("member_id", "other_id"),
    sa.CheckConstraint("member_id <> other_id", name="not_oneself"),
    sa.Index("connections_by_member", "member_id", sa.desc("created_at"), sa.desc("other_id")),
    sa.Index("connections_by_other", "other_id"),
    # The replica identity, with the columns by which live queries find connections: see docs/architecture.md.
    sa.Index("connections_live", "member_id", "other_id", "asked", "created_at", unique=True),
)
