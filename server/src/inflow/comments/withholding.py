"""Taking a comment away and putting it back as it was, for moderators' measures."""

from __future__ import annotations

from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.comments.removing import LEAVE_PLACE
from inflow.comments.rules import CommentId
from inflow.comments.tables import comments
from inflow.core.tables import INSTANT
from inflow.notifications.notify import withdraw_caused_by
from reflow import MutationCtx, statement

COMMENT_FOR_UPDATE = statement(
    sa.select(
        comments.c.id,
        comments.c.post_id,
        comments.c.parent_id,
        comments.c.depth,
        comments.c.author_id,
        comments.c.content,
        comments.c.created_at,
        comments.c.edited_at,
    )
    .where(comments.c.id == bindparam("id"), comments.c.author_id.is_not(None))
    .with_for_update()
)
PUT_BACK = statement(
    sa.update(comments)
    .where(comments.c.id == bindparam("id"), comments.c.author_id.is_(None))
    .values(author_id=bindparam("author_id"), content=bindparam("content"))
    .returning(comments.c.id)
)
PLACE_OF_COMMENT = statement(sa.select(comments.c.id).where(comments.c.id == bindparam("id")))
_COLUMNS = ("id", "post_id", "parent_id", "depth", "author_id", "content")
INSERT_AGAIN = statement(
    sa.insert(comments).values(
        {name: bindparam(name) for name in _COLUMNS}
        | {name: bindparam(name, type_=INSTANT) for name in ("created_at", "edited_at")}
    )
)
ONE_REPLY_MORE_AGAIN = statement(
    sa.update(comments).where(comments.c.id == bindparam("id")).values(reply_count=comments.c.reply_count + 1)
)


class WithheldComment(msgspec.Struct, frozen=True):
    """A comment as it was."""

    id: CommentId
    post_id: str
    parent_id: str
    depth: int
    author_id: str
    content: str
    created_at: str
    edited_at: str | None = None


async def withhold_comment(ctx: MutationCtx, comment_id: CommentId) -> WithheldComment | None:
    """Empty a comment, so that only its place stays for the replies; None if there is none to take away."""
    row = await ctx.row(COMMENT_FOR_UPDATE, id=comment_id)
    if row is None:
        return None
    await ctx.execute(LEAVE_PLACE, id=comment_id)
    await withdraw_caused_by(ctx, comment_id)
    return WithheldComment(
        id=comment_id,
        post_id=row.post_id,
        parent_id=row.parent_id,
        depth=row.depth,
        author_id=row.author_id,
        content=row.content,
        created_at=row.created_at.isoformat(),
        edited_at=None if row.edited_at is None else row.edited_at.isoformat(),
    )


async def restore_comment(ctx: MutationCtx, before: WithheldComment, *, post_exists: bool) -> bool:
    """Put a comment back; returns whether its post and its thread are still there."""
    given = {"id": before.id, "author_id": before.author_id, "content": before.content}
    if await ctx.row(PUT_BACK, **given) is not None:
        return True
    # Its place goes when the last reply below it is removed.
    has_parent = before.depth == 0 or await ctx.row(PLACE_OF_COMMENT, id=before.parent_id) is not None
    if not post_exists or not has_parent or await ctx.row(PLACE_OF_COMMENT, id=before.id) is not None:
        return False
    more = {"post_id": before.post_id, "parent_id": before.parent_id, "depth": before.depth}
    times = {
        "created_at": datetime.fromisoformat(before.created_at),
        "edited_at": None if before.edited_at is None else datetime.fromisoformat(before.edited_at),
    }
    await ctx.execute(INSERT_AGAIN, **given, **more, **times)
    if before.depth:
        await ctx.execute(ONE_REPLY_MORE_AGAIN, id=before.parent_id)
    return True
