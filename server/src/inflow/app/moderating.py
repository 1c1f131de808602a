"""Roles, accounts and the audit log from the command line, beside a running Inflow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial

import asyncpg
import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.app.beside import running_database
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import COMMAND_LINE, AuditLog, Broken, entries_after
from inflow.core.encryption import Secret
from inflow.identity.addresses import change_address
from inflow.identity.sessions.sessions import end_all
from inflow.members.joining import set_email
from inflow.members.tables import users
from inflow.standing.rules import LAST_OWNER, Role
from inflow.standing.updates import is_only_owner, set_role
from reflow import AppError, Connection, Row, Statement, statement

USER_BY_USERNAME = statement(sa.select(users.c.id, users.c.clerk_id).where(users.c.username == bindparam("username")))


async def change_role(settings: Settings, username: str, role: Role) -> None:
    """Give a member a role, and write it into the audit log.

    Raises:
        BadSetting: No member has this name, they are the only owner, or the database does not answer.
    """
    log = AuditLog(Secret.from_file(settings.secret_path))
    async with running_database(settings) as database, database.transaction() as connection:
        found = await member_called(connection, username)
        rows = partial(_rows, connection)
        if role != "owner" and await is_only_owner(rows, found.id):
            raise BadSetting(LAST_OWNER)
        await set_role(rows, found.id, role)
        await note(log, connection, f"role: {role}", found.id)


async def change_email(settings: Settings, username: str, email: str) -> str:
    """Give a member another email address, and write that into the audit log. Returns it as it is stored.

    Raises:
        BadSetting: No member has this name, the address cannot be used, or the database does not answer.
    """
    log = AuditLog(Secret.from_file(settings.secret_path))
    try:
        async with running_database(settings) as database, database.transaction() as connection:
            found = await member_called(connection, username)
            address = await change_address(connection, found.clerk_id, email)
            if address is None:
                raise BadSetting(f"{username} logs in at a hosted provider, which has their address.")
            await set_email(connection, found.id, address)
            await note(log, connection, "email changed", found.id)
            return address
    except asyncpg.UniqueViolationError:
        raise BadSetting(f"Another member has the address {email}.") from None
    except AppError as refusal:
        raise BadSetting(refusal.message) from None


async def end_sessions(settings: Settings, username: str) -> int:
    """Log a member out of every browser, and write that into the audit log. Returns how many sessions ended.

    Raises:
        BadSetting: No member has this name, or the database does not answer.
    """
    log = AuditLog(Secret.from_file(settings.secret_path))
    async with running_database(settings) as database, database.transaction() as connection:
        found = await member_called(connection, username)
        ended = await end_all(connection, found.clerk_id)
        await note(log, connection, "sessions ended", found.id)
        return len(ended)


async def member_called(connection: Connection, username: str) -> Row:
    """The id and the account of the member with this username.

    Raises:
        BadSetting: No member has this name.
    """
    found = await connection.row(USER_BY_USERNAME, {"username": username.lower().lstrip("@")})
    if found is None:
        raise BadSetting(f"No member is called {username}.")
    return found


async def note(log: AuditLog, connection: Connection, action: str, user_id: str, **details: str) -> None:
    """Write what the command line did for a member into the audit log, in the connection's transaction."""
    await note_deployment(log, connection, action, log.tag(user_id), **details)


async def note_deployment(log: AuditLog, connection: Connection, action: str, subject: str, **details: object) -> None:
    """Write what the command line did to the whole deployment into the audit log, in the connection's transaction.

    Args:
        subject: An id, or the noun that the action is about.
    """
    rows, now = partial(_rows, connection), datetime.now(UTC)
    await log.append(rows, at=now, actor=COMMAND_LINE, action=action, subject=subject, **details)


async def verify_audit(settings: Settings) -> tuple[int, Broken | None]:
    """How many entries the audit log has, and the first place where its chain does not hold.

    Raises:
        BadSetting: The database does not answer.
    """
    log = AuditLog(Secret.from_file(settings.secret_path))
    async with running_database(settings) as database, database.transaction() as connection:
        broken = await log.verify(connection)
        count = 0
        while found := await entries_after(connection, count):
            count = found[-1].number
        return count, broken


async def audit_as_json(settings: Settings) -> AsyncIterator[str]:
    """Every entry of the audit log as a line of JSON, oldest first.

    Raises:
        BadSetting: The database does not answer.
    """
    async with running_database(settings) as database, database.connection() as connection:
        number = 0
        while found := await entries_after(connection, number):
            for entry in found:
                yield msgspec.json.encode(entry).decode()
            number = found[-1].number


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
