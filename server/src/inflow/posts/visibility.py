"""Who may see a photo: its owner, and everybody who may see the post it is in."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.tables import media
from inflow.posts.tables import posts
from reflow.statements import statement
from reflow.store import Database

MAY_SEE = statement(
    sa.select(media.c.id)
    .outerjoin(posts, posts.c.media_id == media.c.id)
    .where(
        media.c.id == bindparam("media_id"),
        sa.or_(media.c.owner_id == bindparam("viewer"), posts.c.post_type == "sphere"),
    )
)


async def may_see(database: Database, viewer: str, media_id: str) -> bool:
    """Whether this member, by identity id, may see any rendition of this photo."""
    async with database.connection() as connection:
        return await connection.row(MAY_SEE, {"viewer": viewer, "media_id": media_id}) is not None
