"""Deletes the notifications of a former member, and those that other members got of their actions, except messages."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.notifications.tables import notification_settings, notifications
from reflow import Connection, statement

REMOVE_NOTIFICATIONS_OF = statement(
    sa.delete(notifications).where(
        sa.or_(
            notifications.c.member_id == bindparam("id"),
            sa.and_(notifications.c.sender_id == bindparam("id"), notifications.c.type != "intexted"),
        )
    )
)
# Their messages stay with the receivers, and so do the notifications of these.
FORGET_SENDER = statement(
    sa.update(notifications).where(notifications.c.sender_id == bindparam("id")).values(sender_id=None)
)
REMOVE_SETTINGS_OF = statement(
    sa.delete(notification_settings).where(notification_settings.c.member_id == bindparam("id"))
)


async def remove_notifications_of(connection: Connection, user_id: str) -> None:
    """Delete a member's notifications and settings. Of those they caused, only messages stay, unnamed."""
    for each in (REMOVE_NOTIFICATIONS_OF, FORGET_SENDER, REMOVE_SETTINGS_OF):
        await connection.rows(each, {"id": user_id})
