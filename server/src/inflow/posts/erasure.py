"""Deletes a former member's posts."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.posts.tables import posts
from reflow import Connection, statement

REMOVE_POSTS_OF = statement(sa.delete(posts).where(posts.c.author_id == bindparam("author_id")))


async def remove_posts_of(connection: Connection, user_id: str) -> None:
    await connection.rows(REMOVE_POSTS_OF, {"author_id": user_id})
