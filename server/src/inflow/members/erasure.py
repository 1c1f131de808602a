"""Erasure of a member: their profile, their search words and their user."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.tables import profile_words, profiles, users
from reflow import Connection, statement

USER_BY_CLERK_ID = statement(sa.select(users.c.id).where(users.c.clerk_id == bindparam("clerk_id")))
REMOVE_WORDS_OF = statement(sa.delete(profile_words).where(profile_words.c.user_id == bindparam("user_id")))
REMOVE_PROFILE_OF = statement(sa.delete(profiles).where(profiles.c.user_id == bindparam("user_id")))
REMOVE_USER = statement(sa.delete(users).where(users.c.id == bindparam("id")))


async def user_of(connection: Connection, clerk_id: str) -> str | None:
    """The id of an identity's user; None if its sign-up was not completed."""
    row = await connection.row(USER_BY_CLERK_ID, {"clerk_id": clerk_id})
    return None if row is None else str(row.id)


async def remove_user(connection: Connection, user_id: str) -> None:
    """Delete a user. The data of other features must be deleted before."""
    await connection.rows(REMOVE_USER, {"id": user_id})


async def remove_profile_of(connection: Connection, user_id: str) -> None:
    await connection.rows(REMOVE_WORDS_OF, {"user_id": user_id})
    await connection.rows(REMOVE_PROFILE_OF, {"user_id": user_id})
