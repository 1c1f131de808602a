"""What goes with a member who leaves: their profile."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.profiles.tables import profiles
from reflow.statements import statement
from reflow.store import Connection

REMOVE_PROFILE_OF = statement(sa.delete(profiles).where(profiles.c.user_id == bindparam("user_id")))


async def remove_profile_of(connection: Connection, user_id: str) -> None:
    """Delete a member's profile."""
    await connection.rows(REMOVE_PROFILE_OF, {"user_id": user_id})
