"""What is tidied up of posts now and then."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from inflow.posts.tables import posts
from reflow.statements import statement
from reflow.store import Database

POSTED_WITHIN = timedelta(hours=24)
"""How long an upload may wait for its post."""

UNPOSTED = statement(
    sa.select(media.c.id)
    .outerjoin(posts, posts.c.media_id == media.c.id)
    .where(posts.c.id.is_(None), media.c.created_at <= bindparam("before"))
    .order_by(media.c.created_at)
    .limit(bindparam("limit")),
    whole_table="A sweep every hour; nobody watches it.",
)


async def unposted(database: Database, now: datetime, *, most: int = 500) -> list[str]:
    """Photos that no post shows and that have had their time: never posted, or their post was deleted."""
    async with database.connection() as connection:
        rows = await connection.rows(UNPOSTED, {"before": now - POSTED_WITHIN, "limit": most})
    return [row.id for row in rows]
