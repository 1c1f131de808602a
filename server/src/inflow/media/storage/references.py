"""Who holds on to media. This feature does not know; whoever puts the product together says it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from reflow.postgres.database import Connection, Database
from reflow.statements import statement

UNREFERENCED_FOR = timedelta(hours=24)
"""How long an upload may wait to be used."""

Reference = Callable[[sa.ColumnElement[str]], sa.ColumnElement[bool]]
"""From a medium's id to the condition that some feature shows it, or needs it for something else."""


class MediaReferences:
    """All uses of media in one product."""

    def __init__(self, *references: Reference) -> None:
        referenced = sa.or_(sa.false(), *(reference(media.c.id) for reference in references))
        self._referenced = statement(
            sa.select(media.c.id).where(media.c.id == bindparam("media_id"), referenced),
            whole_table="Asked once before a change; nobody watches it.",
        )
        self._unreferenced = statement(
            sa.select(media.c.id)
            .where(media.c.created_at <= bindparam("before"), sa.not_(referenced))
            .order_by(media.c.created_at)
            .limit(bindparam("limit")),
            whole_table="A sweep every hour; nobody watches it.",
        )

    async def includes(self, connection: Connection, media_id: str) -> bool:
        """Whether something uses this medium."""
        return await connection.row(self._referenced, {"media_id": media_id}) is not None

    async def unreferenced(self, database: Database, now: datetime, *, most: int = 500) -> list[str]:
        """Media that nothing uses and that have had their time: never posted, or what showed them is gone."""
        async with database.connection() as connection:
            rows = await connection.rows(self._unreferenced, {"before": now - UNREFERENCED_FOR, "limit": most})
        return [row.id for row in rows]
