"""Deletes a former member's choices and filtered words."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.safety.tables import filtered_words, safety_settings
from reflow import Connection, statement

REMOVE_SETTINGS_OF = statement(sa.delete(safety_settings).where(safety_settings.c.user_id == bindparam("id")))
REMOVE_WORDS_OF = statement(sa.delete(filtered_words).where(filtered_words.c.user_id == bindparam("id")))


async def remove_safety_of(connection: Connection, user_id: str) -> None:
    """Delete what a member chose."""
    await connection.rows(REMOVE_WORDS_OF, {"id": user_id})
    await connection.rows(REMOVE_SETTINGS_OF, {"id": user_id})
