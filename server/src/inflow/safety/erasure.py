"""Deletes a former member's choices."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.safety.tables import safety_settings
from reflow import Connection, statement

REMOVE_SETTINGS_OF = statement(sa.delete(safety_settings).where(safety_settings.c.user_id == bindparam("id")))


async def remove_safety_of(connection: Connection, user_id: str) -> None:
    """Delete what a member chose."""
    await connection.rows(REMOVE_SETTINGS_OF, {"id": user_id})
