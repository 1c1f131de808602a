"""Deletes a former member's export, and those that expired or were lost."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import INSTANT, TEXT
from inflow.exports.rules import KEPT_FOR
from inflow.exports.tables import DELETE_EXPORT_OF, exports
from reflow import Connection, Database, statement

DELETE_EXPIRED_EXPORTS = statement(
    sa.delete(exports)
    .where(
        sa.or_(
            exports.c.expires_at <= bindparam("now", type_=INSTANT),
            # No job has finished it or given it up in all that time: there is none any more.
            sa.and_(exports.c.expires_at.is_(None), exports.c.created_at <= bindparam("before", type_=INSTANT)),
        )
    )
    .returning(exports.c.id)
)
EXPORTS_AMONG = statement(
    sa.select(exports.c.id).where(exports.c.id == sa.any_(bindparam("ids", type_=ARRAY(TEXT)))),
    whole_table="A sweep every hour; no query watches it.",
)


async def remove_export_of(connection: Connection, account_id: str) -> list[str]:
    """Delete an account's export. Returns its id, if there is one: its segments remain to be deleted."""
    return [row.id for row in await connection.rows(DELETE_EXPORT_OF, {"account_id": account_id})]


async def delete_expired(connection: Connection, now: datetime) -> list[str]:
    """Delete the exports whose time is over. Returns their ids: their segments remain to be deleted."""
    given = {"now": now, "before": now - KEPT_FOR}
    return [row.id for row in await connection.rows(DELETE_EXPIRED_EXPORTS, given)]


async def existing_among(database: Database, export_ids: list[str]) -> set[str]:
    """Those of these exports that exist."""
    async with database.connection() as connection:
        return {row.id for row in await connection.rows(EXPORTS_AMONG, {"ids": export_ids})}
