"""Cleanup of old notifications."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.notifications.rules import MOST_KEPT
from inflow.notifications.tables import notifications
from reflow import Database, statement

_numbered = sa.select(
    notifications.c.id,
    sa.func.row_number()
    .over(
        partition_by=(notifications.c.member_id, notifications.c.type),
        order_by=(notifications.c.created_at.desc(), notifications.c.id.desc()),
    )
    .label("place"),
).subquery()
DELETE_OLD_NOTIFICATIONS = statement(
    sa.delete(notifications).where(
        notifications.c.id.in_(sa.select(_numbered.c.id).where(_numbered.c.place > bindparam("most")))
    )
)


async def delete_old_notifications(database: Database, most: int = MOST_KEPT) -> None:
    """Delete all but the newest notifications of each member and type. Comments displace no request and no message."""
    async with database.transaction() as connection:
        await connection.rows(DELETE_OLD_NOTIFICATIONS, {"most": most})
