"""Deletes a former member's blocks, mutes and limits, in both directions."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import muting
from inflow.blocks.tables import blocks, hidden, limited_members, mutes
from reflow import Connection, statement

REMOVE_BLOCKS_OF = statement(
    sa.delete(blocks).where(sa.or_(blocks.c.blocker_id == bindparam("id"), blocks.c.blocked_id == bindparam("id")))
)
REMOVE_HIDDEN_OF = statement(
    sa.delete(hidden).where(
        sa.or_(
            hidden.c.viewer_id == bindparam("id"),
            hidden.c.viewer_id == bindparam("muting"),
            hidden.c.hidden_id == bindparam("id"),
        )
    )
)
REMOVE_MUTES_OF = statement(
    sa.delete(mutes).where(sa.or_(mutes.c.muter_id == bindparam("id"), mutes.c.muted_id == bindparam("id")))
)
REMOVE_LIMITS_OF = statement(
    sa.delete(limited_members).where(
        sa.or_(limited_members.c.limiter_id == bindparam("id"), limited_members.c.limited_id == bindparam("id"))
    )
)


async def remove_blocks_of(connection: Connection, user_id: str) -> None:
    """Delete every block, mute and limit that a member set or that was set on them."""
    await connection.rows(REMOVE_BLOCKS_OF, {"id": user_id})
    await connection.rows(REMOVE_MUTES_OF, {"id": user_id})
    await connection.rows(REMOVE_LIMITS_OF, {"id": user_id})
    await connection.rows(REMOVE_HIDDEN_OF, {"id": user_id, "muting": muting(user_id)})
