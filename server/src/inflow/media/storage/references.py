"""Which features refer to media. They are registered in `app/wiring.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from reflow import Connection, Database, Statement, statement

UNREFERENCED_FOR = timedelta(hours=24)
"""How long an unreferenced upload is kept."""

Reference = Callable[[sa.ColumnElement[str]], sa.ColumnElement[bool]]
"""Returns, for the column of a medium's id, the condition that a feature refers to the medium."""


class MediaReferences:
    """References to media: all in the product, or some of them.

    Args:
        references: The features that show media.
        drafts: The features that only keep media for later: their media may be cut anew.

    Attributes:
        referenced: Selects the medium ``:media_id`` if one of the features refers to it.
    """

    def __init__(self, *references: Reference, drafts: Sequence[Reference] = ()) -> None:
        shown = sa.or_(sa.false(), *(reference(media.c.id) for reference in references))
        referenced = sa.or_(shown, *(reference(media.c.id) for reference in drafts))
        self.referenced = _medium_where(referenced)
        self._shown = _medium_where(shown)
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

    async def shows(self, connection: Connection, media_id: str) -> bool:
        """Whether any feature shows this medium; a draft does not."""
        return await connection.row(self._shown, {"media_id": media_id}) is not None

    async def unreferenced(self, database: Database, now: datetime, *, most: int = 500) -> list[str]:
        """Old media without references: they were never posted, or their posts were deleted."""
        async with database.connection() as connection:
            rows = await connection.rows(self._unreferenced, {"before": now - UNREFERENCED_FOR, "limit": most})
        return [row.id for row in rows]


def _medium_where(condition: sa.ColumnElement[bool]) -> Statement:
    return statement(
        sa.select(media.c.id).where(media.c.id == bindparam("media_id"), condition),
        whole_table="Asked once before a change; no query watches it.",
    )
