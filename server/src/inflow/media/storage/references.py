"""Which features refer to media. They are registered in `app/wiring.py`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from reflow import Connection, Database, statement

UNREFERENCED_FOR = timedelta(hours=24)
"""How long an unreferenced upload is kept."""

Reference = Callable[[sa.ColumnElement[str]], sa.ColumnElement[bool]]
"""Returns, for the column of a medium's id, the condition that a feature refers to the medium."""


class MediaReferences:
    """References to media: all in the product, or some of them.

    Attributes:
        referenced: Selects the medium ``:media_id`` if one of the features refers to it.
    """

    def __init__(self, *references: Reference) -> None:
        referenced = sa.or_(sa.false(), *(reference(media.c.id) for reference in references))
        self.referenced = statement(
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
        """Whether any feature refers to this medium."""
        return await connection.row(self.referenced, {"media_id": media_id}) is not None

    async def unreferenced(self, database: Database, now: datetime, *, most: int = 500) -> list[str]:
        """Old media without references: they were never posted, or their posts were deleted."""
        async with database.connection() as connection:
            rows = await connection.rows(self._unreferenced, {"before": now - UNREFERENCED_FOR, "limit": most})
        return [row.id for row in rows]
