"""Deletes a former member's drafts."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.drafts.tables import drafts
from reflow import Connection, statement

REMOVE_DRAFTS_OF = statement(sa.delete(drafts).where(drafts.c.author_id == bindparam("author_id")))


async def remove_drafts_of(connection: Connection, user_id: str) -> None:
    await connection.rows(REMOVE_DRAFTS_OF, {"author_id": user_id})
