"""What goes with a member who leaves: their uploads, posted or not."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from reflow.statements import statement
from reflow.store import Connection

REMOVE_MEDIA_OF = statement(sa.delete(media).where(media.c.owner_id == bindparam("owner_id")).returning(media.c.id))


async def remove_media_of(connection: Connection, owner_id: str) -> list[str]:
    """Forget all media of an owner; their ids. Their bytes are for jobs, after the commit."""
    return [row.id for row in await connection.rows(REMOVE_MEDIA_OF, {"owner_id": owner_id})]
