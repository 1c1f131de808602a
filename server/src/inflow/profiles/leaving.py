"""What goes with a member who leaves: their profile."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.profiles.tables import profile_words, profiles
from reflow.postgres.database import Connection
from reflow.statements import statement

REMOVE_WORDS_OF = statement(sa.delete(profile_words).where(profile_words.c.user_id == bindparam("user_id")))
REMOVE_PROFILE_OF = statement(sa.delete(profiles).where(profiles.c.user_id == bindparam("user_id")))


async def remove_profile_of(connection: Connection, user_id: str) -> None:
    """Delete a member's profile, and what they were found by."""
    await connection.rows(REMOVE_WORDS_OF, {"user_id": user_id})
    await connection.rows(REMOVE_PROFILE_OF, {"user_id": user_id})
