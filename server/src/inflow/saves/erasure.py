"""Deletes a former member's collections and saves."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.saves.tables import collections, saves
from reflow import Connection, statement

REMOVE_SAVES_OF = statement(sa.delete(saves).where(saves.c.member_id == bindparam("id")))
REMOVE_COLLECTIONS_OF = statement(sa.delete(collections).where(collections.c.member_id == bindparam("id")))


async def remove_saves_of(connection: Connection, user_id: str) -> None:
    await connection.rows(REMOVE_SAVES_OF, {"id": user_id})
    await connection.rows(REMOVE_COLLECTIONS_OF, {"id": user_id})
