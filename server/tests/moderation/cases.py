"""Reports, cases and roles for tests."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any

from tests.members import Member
from tests.world import World

from inflow.moderation.mutations import report
from inflow.moderation.rules import Reason, SubjectKind
from inflow.standing.rules import Role
from inflow.standing.updates import set_role
from reflow import Connection, Row, Statement

OPEN_CASE = "SELECT id FROM cases WHERE kind = $1 AND subject_id = $2 AND state = 'open'"

CHANGED_BY_MEASURES = (
    *("posts", "grids", "grid_images", "comments", "messages", "users", "profiles", "proposals", "proposal_votes"),
    *("hidden", "restrictions", "removed_photos", "identity_suspensions"),
)


async def rows_of(world: World) -> dict[str, str]:
    """A digest of each table that measures change."""
    async with world.database.connection() as connection:
        digests = {}
        for table in CHANGED_BY_MEASURES:
            sql = f"SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS all FROM {table} t"
            (row,) = await connection.text(sql)
            digests[table] = hashlib.sha256(row["all"].encode()).hexdigest()
    return digests


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
