"""Deletes a former member's reactions."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.reactions.tables import reactions
from reflow import Connection, statement

REMOVE_REACTIONS_OF = statement(sa.delete(reactions).where(reactions.c.member_id == bindparam("member_id")))


async def remove_reactions_of(connection: Connection, user_id: str) -> None:
    """Delete all reactions of a member."""
    await connection.rows(REMOVE_REACTIONS_OF, {"member_id": user_id})
