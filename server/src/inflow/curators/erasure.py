"""Deletes a former member's curator progress."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.tables import aura
from reflow import Connection, statement

REMOVE_AURA_OF = statement(sa.delete(aura).where(aura.c.user_id == bindparam("user_id")))


async def remove_aura_of(connection: Connection, user_id: str) -> None:
    await connection.rows(REMOVE_AURA_OF, {"user_id": user_id})
