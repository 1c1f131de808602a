"""Publishing and reading the operator's documents from the command line, beside a running Inflow."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import asyncpg
import sqlalchemy as sa

from inflow.app.beside import running_database
from inflow.app.settings import BadSetting, Settings
from inflow.audit.log import COMMAND_LINE, AuditLog
from inflow.core.encryption import Secret
from inflow.policies.rules import NO_VERSION, TEXT_MAX, PolicyKind
from inflow.policies.selects import NEWEST_OF_KIND, VERSION
from inflow.policies.tables import policy_versions
from inflow.policies.updates import add_version
from reflow import AppError, Connection, Row, Statement, statement

VERSIONS = statement(
    sa.select(
        policy_versions.c.kind,
        policy_versions.c.version,
        policy_versions.c.published_at,
        policy_versions.c.needs_acceptance,
    ).order_by(policy_versions.c.kind, policy_versions.c.version),
    whole_table="Read once, from the command line.",
)


class Version(NamedTuple):
    """A version of a document."""

    kind: PolicyKind
    version: int
    published_at: datetime
    needs_acceptance: bool


async def versions(settings: Settings) -> list[Version]:
    """All versions of all documents.

    Raises:
        BadSetting: The database does not answer.
    """
    async with running_database(settings) as database, database.connection() as connection:
        return [Version(*row) for row in await connection.rows(VERSIONS, {})]


async def text_of(settings: Settings, kind: PolicyKind, version: int | None) -> str:
    """The text of a version; of the newest one without a number.

    Raises:
        BadSetting: There is no such version, or the database does not answer.
    """
    async with running_database(settings) as database, database.connection() as connection:
        wanted, given = NEWEST_OF_KIND, {"kind": kind}
        row = await connection.row(wanted, given) if version is None else None
        if version is not None:
            row = await connection.row(VERSION, {"kind": kind, "version": version})
        if row is None:
            raise BadSetting(NO_VERSION)
        return str(row.text)


async def publish(settings: Settings, kind: PolicyKind, text: str, *, needs_acceptance: bool) -> int:
    """Publish the next version of a document, and write that into the audit log. Returns its number.

    Raises:
        BadSetting: The text can't be published, another version was published at the same moment, or the database
            does not answer.
    """
    if len(text) > TEXT_MAX:
        raise BadSetting(f"The text is longer than {TEXT_MAX} characters.")
    log = AuditLog(Secret.from_file(settings.secret_path))
    try:
        async with running_database(settings) as database, database.transaction() as connection:
            return await add_version(
                partial(_rows, connection),
                log,
                kind=kind,
                text=text,
                needs_acceptance=needs_acceptance,
                after=None,
                at=datetime.now(UTC),
                publisher_id=None,
                actor=COMMAND_LINE,
            )
    except AppError as refusal:
        raise BadSetting(refusal.message) from None
    except asyncpg.UniqueViolationError:
        raise BadSetting("Another version was published at this moment. Try again.") from None


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
