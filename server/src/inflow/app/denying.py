"""Denying hosts the sign-up from the command line, beside a running Inflow."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import ip_address

from inflow.app.beside import running_database
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import COMMAND_LINE, AuditLog
from inflow.core.encryption import Secret
from inflow.identity.audit import host_tag
from inflow.identity.sign_up.denied_hosts import allow_host, deny_host, hosts_denied
from reflow import Connection, Row, Statement

_TAG = re.compile(r"[0-9a-f]{16}")


async def deny(settings: Settings, host: str, days: int) -> str:
    """Deny a host, by its hash in the log or by its address, and write that into the audit log. Returns the hash.

    Raises:
        BadSetting: This is neither a hash nor an address, or the database does not answer.
    """
    secret = Secret.from_file(settings.secret_path)
    tag, now = _tag_of(secret, host), datetime.now(UTC)
    async with running_database(settings) as database, database.transaction() as connection:
        await deny_host(connection, tag, now, now + timedelta(days=days))
        await _note(secret, connection, "host denied", tag, days=days)
    return tag


async def allow(settings: Settings, host: str) -> str:
    """Take the denial of a host back, and write that into the audit log. Returns the hash.

    Raises:
        BadSetting: The host is not denied, this is neither a hash nor an address, or the database does not answer.
    """
    secret = Secret.from_file(settings.secret_path)
    tag = _tag_of(secret, host)
    async with running_database(settings) as database, database.transaction() as connection:
        if not await allow_host(connection, tag):
            raise BadSetting(f"{host} is not denied.")
        await _note(secret, connection, "host allowed", tag)
    return tag


async def denied(settings: Settings) -> list[Row]:
    """The denied hosts.

    Raises:
        BadSetting: The database does not answer.
    """
    async with running_database(settings) as database, database.connection() as connection:
        return await hosts_denied(connection, datetime.now(UTC))


def _tag_of(secret: Secret, host: str) -> str:
    if _TAG.fullmatch(host):
        return host
    try:
        return host_tag(secret, str(ip_address(host)))
    except ValueError:
        raise BadSetting(f"{host} is neither the hash of a host in the log nor an address.") from None


async def _note(secret: Secret, connection: Connection, action: str, tag: str, **details: object) -> None:
    rows, now = partial(_rows, connection), datetime.now(UTC)
    await AuditLog(secret).append(rows, at=now, actor=COMMAND_LINE, action=action, subject=tag, **details)


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
