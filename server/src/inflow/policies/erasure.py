"""Erasing what a member accepted, and that they published."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.policies.tables import policy_acceptances, policy_versions
from reflow import Connection, statement

DELETE_ACCEPTANCES = statement(
    sa.delete(policy_acceptances).where(policy_acceptances.c.user_id == bindparam("user_id"))
)
FORGET_PUBLISHER = statement(
    sa.update(policy_versions).where(policy_versions.c.published_by == bindparam("user_id")).values(published_by=None)
)


async def remove_acceptances_of(connection: Connection, user_id: str) -> None:
    """Delete what a member accepted. What they published stays, without their id."""
    await connection.rows(DELETE_ACCEPTANCES, {"user_id": user_id})
    await connection.rows(FORGET_PUBLISHER, {"user_id": user_id})
