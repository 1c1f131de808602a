"""Deletes a former member's imports, and those whose time is over."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import INSTANT, TEXT
from inflow.imports.rules import KEPT_FOR, NOT_STARTED, WAITS_FOR
from inflow.imports.tables import imports
from reflow import Connection, Database, statement

REMOVE_IMPORTS_OF = statement(
    sa.delete(imports).where(imports.c.user_id == bindparam("user_id")).returning(imports.c.id)
)
DELETE_OLD_IMPORTS = statement(
    sa.delete(imports).where(imports.c.created_at <= bindparam("before", type_=INSTANT)).returning(imports.c.id)
)
END_WAITING = statement(
    sa.update(imports)
    .where(imports.c.state == "ready", imports.c.created_at <= bindparam("begun_before", type_=INSTANT))
    .values(state="failed", finished_at=sa.func.now(), failure_code="expired", failure_words=NOT_STARTED)
    .returning(imports.c.id)
)
UNFINISHED_AMONG = statement(
    sa.select(imports.c.id).where(
        imports.c.id == sa.any_(bindparam("ids", type_=ARRAY(TEXT))), imports.c.finished_at.is_(None)
    ),
    whole_table="A sweep every hour; no query watches it.",
)


async def remove_imports_of(connection: Connection, user_id: str) -> list[str]:
    """Delete a member's imports. Returns their ids: their archives remain to be deleted."""
    return [row.id for row in await connection.rows(REMOVE_IMPORTS_OF, {"user_id": user_id})]


async def delete_old_imports(connection: Connection, now: datetime) -> list[str]:
    """Delete the imports whose time is over. Returns their ids: their archives remain to be deleted."""
    return [row.id for row in await connection.rows(DELETE_OLD_IMPORTS, {"before": now - KEPT_FOR})]


async def end_waiting(connection: Connection, now: datetime) -> list[str]:
    """End the imports whose member did not start them. Returns their ids: their archives remain to be deleted."""
    return [row.id for row in await connection.rows(END_WAITING, {"begun_before": now - WAITS_FOR})]


async def unfinished_among(database: Database, import_ids: list[str]) -> set[str]:
    """Those of these imports that still need their archive."""
    async with database.connection() as connection:
        return {row.id for row in await connection.rows(UNFINISHED_AMONG, {"ids": import_ids})}
