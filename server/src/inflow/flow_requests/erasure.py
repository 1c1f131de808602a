"""Deletes every request that a former member made or got."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.flow_requests.tables import flow_requests
from reflow import Connection, statement

REMOVE_REQUESTS_OF = statement(
    sa.delete(flow_requests).where(
        sa.or_(flow_requests.c.sender_id == bindparam("id"), flow_requests.c.receiver_id == bindparam("id"))
    )
)


async def remove_requests_of(connection: Connection, user_id: str) -> None:
    await connection.rows(REMOVE_REQUESTS_OF, {"id": user_id})
