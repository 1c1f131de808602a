"""The selects and conditions for reading comments."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.tables import hidden
from inflow.comments.tables import comments
from inflow.core.tables import TEXT
from inflow.members.tables import profiles, users


def readable(author: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """The condition that a comment by this author may be read.

    `:viewers` are the reader, the author of the post (members hidden from the latter are hidden from every reader), and
    EVERYONE. Where mutes count, `muting(reader)` is among them.
    """
    viewers = bindparam("viewers", type_=ARRAY(TEXT))
    pair = sa.select(hidden.c.hidden_id).where(hidden.c.viewer_id == sa.any_(viewers), hidden.c.hidden_id == author)
    return sa.and_(author.is_not(None), ~pair.exists())


def not_concealed(comment_id: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """The condition that this comment is none of `:concealed`, the hidden comments that the reader may not read."""
    return sa.not_(comment_id == sa.any_(bindparam("concealed", type_=ARRAY(TEXT))))


def shown(comment: Any) -> sa.ColumnElement[bool]:
    """The condition that a comment is listed: the reader may read it, or it has replies.

    `:bare` are the comments from `inflow.comments.places`, which have no readable reply below them. `:concealed` are
    those from `inflow.comments.concealed`.
    """
    bare = bindparam("bare", type_=ARRAY(TEXT))
    return sa.and_(
        sa.or_(comment.c.reply_count > 0, sa.and_(readable(comment.c.author_id), not_concealed(comment.c.id))),
        sa.not_(comment.c.id == sa.any_(bare)),
    )


_reply = comments.alias("reply")
_REPLIES = (
    sa.select(sa.func.count())
    .select_from(_reply)
    .where(_reply.c.parent_id == comments.c.id, _reply.c.depth > 0, shown(_reply))
    .scalar_subquery()
)

COMMENTS = (
    sa.select(
        *comments.columns,
        users.c.username,
        users.c.image_url,
        profiles.c.id.label("profile_id"),
        _REPLIES.label("replies"),
    )
    .select_from(comments)
    .outerjoin(
        users, sa.and_(users.c.id == comments.c.author_id, readable(comments.c.author_id), not_concealed(comments.c.id))
    )
    .outerjoin(profiles, profiles.c.user_id == users.c.id)
    .where(shown(comments))
)
