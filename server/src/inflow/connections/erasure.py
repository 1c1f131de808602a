"""Deletes a former member's connections. The other members keep the sync that was counted for them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.connections.tables import connections
from reflow import Connection, statement

REMOVE_CONNECTIONS_OF = statement(
    sa.delete(connections).where(
        sa.or_(connections.c.member_id == bindparam("id"), connections.c.other_id == bindparam("id"))
    )
)


async def remove_connections_of(connection: Connection, user_id: str) -> None:
    """Delete both sides of every connection of a member."""
    await connection.rows(REMOVE_CONNECTIONS_OF, {"id": user_id})
