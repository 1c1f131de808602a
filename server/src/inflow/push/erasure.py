"""Deletes the push subscriptions of a former member's browsers."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.push.tables import push_subscriptions
from reflow import Connection, statement

REMOVE_SUBSCRIPTIONS_OF = statement(
    sa.delete(push_subscriptions).where(push_subscriptions.c.member_id == bindparam("id"))
)


async def remove_subscriptions_of(connection: Connection, user_id: str) -> None:
    """Delete a member's subscriptions."""
    await connection.rows(REMOVE_SUBSCRIPTIONS_OF, {"id": user_id})
