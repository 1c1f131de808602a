"""Deletes a former member's grids."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.grids.tables import grids
from reflow import Connection, statement

REMOVE_GRIDS_OF = statement(sa.delete(grids).where(grids.c.author_id == bindparam("author_id")))


async def remove_grids_of(connection: Connection, user_id: str) -> None:
    """Delete all grids of a member."""
    await connection.rows(REMOVE_GRIDS_OF, {"author_id": user_id})
