"""Erasing a member's role and restriction."""

from __future__ import annotations

from functools import partial

from inflow.standing.rules import LAST_OWNER
from inflow.standing.updates import is_only_owner, lift_restriction, note_second_step, set_role
from reflow import AppError, Connection, Row, Statement


async def leave_team(connection: Connection, user_id: str) -> None:
    """Delete a member's role and restriction, and the note of a second step.

    Raises:
        AppError: `conflict`, they are the only owner.
    """
    rows = partial(_rows, connection)
    if await is_only_owner(rows, user_id):
        raise AppError("conflict", LAST_OWNER)
    await set_role(rows, user_id, "member")
    await lift_restriction(rows, user_id)
    await note_second_step(rows, user_id, has_one=False)


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
