"""Deletes a former member's blocks, in both directions."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import blocks, hidden
from reflow import Connection, statement

REMOVE_BLOCKS_OF = statement(
    sa.delete(blocks).where(sa.or_(blocks.c.blocker_id == bindparam("id"), blocks.c.blocked_id == bindparam("id")))
)
REMOVE_HIDDEN_OF = statement(
    sa.delete(hidden).where(sa.or_(hidden.c.viewer_id == bindparam("id"), hidden.c.hidden_id == bindparam("id")))
)


async def remove_blocks_of(connection: Connection, user_id: str) -> None:
    """Delete every block that a member set or that was set on them."""
    await connection.rows(REMOVE_BLOCKS_OF, {"id": user_id})
    await connection.rows(REMOVE_HIDDEN_OF, {"id": user_id})
