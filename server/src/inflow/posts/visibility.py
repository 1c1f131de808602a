"""Which members may see a post, and which may see a photo."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.connections.access import connected_to
from inflow.media.tables import media
from inflow.members.tables import profiles, users
from inflow.posts.tables import further_fotos, posts
from reflow import Database, statement


def visible_posts() -> sa.ColumnElement[bool]:
    """The condition that `:viewer`, a user's id, may see a row of posts. Every query that reads posts uses it."""
    author = posts.c.author_id
    is_cue = posts.c.post_type == "cue"
    may_read = sa.or_(
        posts.c.post_type == "sphere",
        posts.c.post_type == "unlisted",
        sa.and_(is_cue, author == bindparam("viewer")),
        sa.and_(is_cue, connected_to(author)),
    )
    return sa.and_(not_hidden(author), may_read)


VISIBLE_POST_OF_MEDIUM = statement(
    sa.select(media.c.id)
    .select_from(media.join(posts, posts.c.media_id == media.c.id))
    .where(media.c.id == bindparam("media_id"), visible_posts())
)
VISIBLE_POST_OF_FURTHER_MEDIUM = statement(
    sa.select(further_fotos.c.post_id)
    .join(posts, posts.c.id == further_fotos.c.post_id)
    .where(further_fotos.c.media_id == bindparam("media_id"), visible_posts()),
    whole_table="Asked once for a request; no query watches it.",
)
VISIBLE_PICTURE_BY_MEDIUM = statement(
    sa.select(profiles.c.id).where(profiles.c.picture_id == bindparam("media_id"), not_hidden(profiles.c.user_id))
)
VIEWER_AND_OWNER_OF_MEDIUM = statement(
    sa.select(users.c.id, media.c.owner_id)
    .select_from(users.outerjoin(media, media.c.id == bindparam("media_id")))
    .where(users.c.clerk_id == bindparam("clerk_id"))
)


async def may_see(database: Database, viewer: str, media_id: str) -> bool:
    """Whether this member, by identity id, may see the renditions of this photo: as its owner, in a post, or as the
    picture of a member whom they see.
    """
    async with database.connection() as connection:
        own = await connection.row(VIEWER_AND_OWNER_OF_MEDIUM, {"clerk_id": viewer, "media_id": media_id})
        if own is None or own.owner_id is None or own.owner_id == viewer:
            return own is not None and own.owner_id is not None
        given = {"viewer": own.id, "media_id": media_id}
        for each in (VISIBLE_POST_OF_MEDIUM, VISIBLE_POST_OF_FURTHER_MEDIUM, VISIBLE_PICTURE_BY_MEDIUM):
            if await connection.row(each, given) is not None:
                return True
        return False
