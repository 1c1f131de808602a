"""Renews search words that an older version made, while members use the app."""

from __future__ import annotations

import asyncio
from functools import partial

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.rules import WORDS_VERSION
from inflow.members.search_words import update_search_words
from inflow.members.tables import profile_words
from reflow import Connection, Database, Row, Statement, statement

BATCH = 500
_PAUSE = 0.05  # seconds without load, for other users of the database

# Skips rows that are locked: another process may be renewing them, or a member may be changing their name.
USERS_WITH_OLD_WORDS = statement(
    sa.select(profile_words.c.user_id)
    .where(
        profile_words.c.place == sa.literal_column("0"), profile_words.c.version < sa.literal_column(str(WORDS_VERSION))
    )
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True),
    whole_table="A chore; no page watches it.",
)


async def renew_search_words(database: Database, batch: int = BATCH) -> None:
    """Renew the search words that an older version made, one batch per transaction, until there are none left.

    An older version that still runs beside this one may make more. The next run finds them.
    """
    is_whole = True
    while is_whole:
        is_whole = await _renew_some(database, batch) == batch
        await asyncio.sleep(_PAUSE if is_whole else 0)


async def _renew_some(database: Database, batch: int) -> int:
    async with database.transaction() as connection:
        found = await connection.rows(USERS_WITH_OLD_WORDS, {"most": batch})
        await update_search_words(partial(_rows, connection), [row.user_id for row in found])
    return len(found)


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)
