"""Deletes a former member's comments. Replies of other members stay, below the places that the comments leave."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.comments.removing import remove_comment
from inflow.comments.tables import comments
from reflow import Connection, Row, Statement, statement

# The deepest first: a comment's replies by the same member are then gone before it is removed.
COMMENTS_OF_AUTHOR = statement(
    sa.select(comments.c.id).where(comments.c.author_id == bindparam("author_id")).order_by(comments.c.depth.desc()),
    whole_table="One who leaves is not watched.",
)
COMMENT_BY_ID = statement(
    sa.select(comments.c.id, comments.c.parent_id, comments.c.depth, comments.c.reply_count).where(
        comments.c.id == bindparam("id")
    )
)


async def remove_comments_of(connection: Connection, user_id: str) -> None:
    """Remove all comments of a member, as if they had removed each."""
    for each in await connection.rows(COMMENTS_OF_AUTHOR, {"author_id": user_id}):
        found = await connection.row(COMMENT_BY_ID, {"id": each.id})
        if found is not None:
            await remove_comment(partial(_run, connection), found)


async def _run(connection: Connection, wanted: Statement, /, **given: Any) -> Row | None:
    return await connection.row(wanted, given)
