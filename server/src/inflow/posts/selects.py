"""The select that every list of posts is cut from: the post, its author, its photo."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.media.tables import media
from inflow.posts.tables import posts
from inflow.users.tables import users

POSTS = (
    sa.select(
        *posts.columns,
        users.c.username,
        users.c.full_name,
        users.c.image_url,
        media.c.width,
        media.c.height,
        media.c.thumbhash,
        media.c.renditions,
    )
    .join(users, users.c.id == posts.c.author_id)
    .join(media, media.c.id == posts.c.media_id)
)
