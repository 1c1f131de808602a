"""The profile that a new member gets."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.profiles.tables import profiles
from inflow.profiles.words import spell
from reflow.postgres.database import Connection, Row
from reflow.statements import Statement, statement

ADD_PROFILE = statement(sa.insert(profiles).values(id=bindparam("id"), user_id=bindparam("user_id")))


async def add_profile(connection: Connection, user_id: str) -> str:
    """Store it in the transaction that stores the user; the profile's id."""
    profile_id = new_id()
    await connection.rows(ADD_PROFILE, {"id": profile_id, "user_id": user_id})
    await spell(partial(_rows, connection), [user_id])
    return profile_id


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
