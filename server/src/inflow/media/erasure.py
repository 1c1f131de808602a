"""Deletes a former member's uploads, posted, finished or not, and the register of refused ones."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.media.tables import media, refusals, uploads
from reflow import Connection, statement

DISOWN_MEDIA = statement(
    sa.update(media)
    .where(media.c.owner_id == bindparam("b_owner"), media.c.id == sa.any_(bindparam("ids", type_=ARRAY(TEXT))))
    .values(owner_id="")
)
REMOVE_MEDIA_OF = statement(sa.delete(media).where(media.c.owner_id == bindparam("owner_id")).returning(media.c.id))
REMOVE_UPLOADS_OF = statement(
    sa.delete(uploads).where(uploads.c.owner_id == bindparam("owner_id")).returning(uploads.c.id)
)
REMOVE_REFUSALS_OF = statement(sa.delete(refusals).where(refusals.c.owner_id == bindparam("owner_id")))


async def remove_media_of(connection: Connection, owner_id: str, keep: Sequence[str] = ()) -> list[str]:
    """Delete the rows of all media of an owner. Returns their ids, whose files jobs remove after the commit.

    Args:
        keep: Media that stay without an owner, as long as a feature refers to them.
    """
    await connection.rows(DISOWN_MEDIA, {"b_owner": owner_id, "ids": list(keep)})
    await connection.rows(REMOVE_REFUSALS_OF, {"owner_id": owner_id})
    return [row.id for row in await connection.rows(REMOVE_MEDIA_OF, {"owner_id": owner_id})]


async def remove_uploads_of(connection: Connection, owner_id: str) -> list[str]:
    """Delete the rows of an owner's uploads in parts. Returns their ids, whose parts jobs remove after the commit."""
    return [row.id for row in await connection.rows(REMOVE_UPLOADS_OF, {"owner_id": owner_id})]
