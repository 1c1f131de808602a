"""The cleanup of settled flow requests."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.flow_requests.rules import KEPT_FOR
from inflow.flow_requests.tables import flow_requests
from reflow import Database, statement

FORGET_SETTLED = statement(
    sa.delete(flow_requests).where(
        flow_requests.c.status != "pending", flow_requests.c.settled_at <= bindparam("before")
    )
)


async def forget_settled_requests(database: Database, now: datetime) -> None:
    """Delete requests that were settled longer ago than `KEPT_FOR`."""
    async with database.transaction() as connection:
        await connection.rows(FORGET_SETTLED, {"before": now - KEPT_FOR})
