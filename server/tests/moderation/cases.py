"""Reports, cases and roles for tests."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.members import Member

from inflow.moderation.mutations import report
from inflow.moderation.rules import Reason, SubjectKind
from inflow.standing.rules import Role
from inflow.standing.updates import set_role
from reflow import Connection, Row, Statement

OPEN_CASE = "SELECT id FROM cases WHERE kind = $1 AND subject_id = $2 AND state = 'open'"


async def with_role(member: Member, role: Role) -> Member:
    """The member with this role, as the command line gives it."""
    async with member.world.database.transaction() as connection:
        await set_role(partial(_rows, connection), member.user_id, role)
    await member.world.settle()
    return member


async def with_account(member: Member) -> Member:
    """The member with an account of identity's, which can be suspended."""
    async with member.world.database.transaction() as connection:
        await connection.text(
            "INSERT INTO identity_accounts (id, email, username, password_hash, created_at) "
            "VALUES ($1, $2, $3, 'x', now()) ON CONFLICT DO NOTHING",
            member.clerk_id,
            f"{member.username}@example.org",
            member.username,
        )
    return member


async def reported(
    reporter: Member, kind: SubjectKind, subject_id: str, *, reason: Reason = "spam", **more: Any
) -> str:
    """Report something; the id of its case."""
    await reporter.do(report, kind=kind, subject_id=subject_id, reason=reason, **more)
    async with reporter.world.database.connection() as connection:
        (row,) = await connection.text(OPEN_CASE, kind, subject_id)
    found: str = row.id
    return found


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
