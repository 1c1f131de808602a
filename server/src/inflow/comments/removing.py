"""Removal of a comment from its thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.comments.tables import comments
from reflow import Row, statement

LEAVE_PLACE = statement(sa.update(comments).where(comments.c.id == bindparam("id")).values(author_id=None, content=""))
REMOVE = statement(sa.delete(comments).where(comments.c.id == bindparam("id")))
ONE_REPLY_LESS = statement(
    sa.update(comments)
    .where(comments.c.id == bindparam("id"))
    .values(reply_count=comments.c.reply_count - 1)
    .returning(comments.c.id, comments.c.parent_id, comments.c.depth, comments.c.reply_count, comments.c.author_id)
)


async def remove_comment(run: Callable[..., Awaitable[Row | None]], own: Row) -> None:
    """Remove a comment, or empty it if it has replies. Empty places above it that lose their last reply are removed
    too.

    Args:
        run: Runs a statement in the caller's transaction; returns its first row.
        own: The comment: its id, parent_id, depth and reply_count.
    """
    if own.reply_count:
        await run(LEAVE_PLACE, id=own.id)
        return
    gone: Row = own
    while True:
        await run(REMOVE, id=gone.id)
        above = await run(ONE_REPLY_LESS, id=gone.parent_id) if gone.depth else None
        if above is None or above.reply_count or above.author_id is not None:
            return
        gone = above
