"""Deletes a former member's uploads, posted or not, and the register of refused ones."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media, refusals
from reflow import Connection, statement

REMOVE_MEDIA_OF = statement(sa.delete(media).where(media.c.owner_id == bindparam("owner_id")).returning(media.c.id))
REMOVE_REFUSALS_OF = statement(sa.delete(refusals).where(refusals.c.owner_id == bindparam("owner_id")))


async def remove_media_of(connection: Connection, owner_id: str) -> list[str]:
    """Delete the rows of all media of an owner. Returns their ids, whose files jobs remove after the commit."""
    await connection.rows(REMOVE_REFUSALS_OF, {"owner_id": owner_id})
    return [row.id for row in await connection.rows(REMOVE_MEDIA_OF, {"owner_id": owner_id})]
