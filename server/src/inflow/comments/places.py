"""Places of comments under which a member would find nothing to read.

A comment that a member does not see leaves its place for the replies under it. If all of these are unreadable as well,
the place would reveal that it hides a member.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.access import hidden_of, muting, unwanted_ids
from inflow.blocks.tables import EVERYONE, hidden
from inflow.comments.concealed import Concealed, concealed_from
from inflow.comments.rules import CommentId
from inflow.comments.tables import comments
from inflow.core.tables import TEXT
from inflow.members.access import require_member
from inflow.members.rules import UserId
from inflow.posts.rules import PostId
from reflow import QueryCtx, Row, internal_query, statement

_COLUMNS = (comments.c.id, comments.c.parent_id, comments.c.depth, comments.c.reply_count)
_OF_POST = comments.c.post_id == bindparam("post_id")

COMMENTS_HIDDEN_FROM_VIEWERS = statement(
    sa.select(*_COLUMNS)
    .select_from(hidden.join(comments, comments.c.author_id == hidden.c.hidden_id))
    .where(_OF_POST, hidden.c.viewer_id == sa.any_(bindparam("viewers", type_=ARRAY(TEXT))))
)
REMOVED_COMMENTS_OF_POST = statement(sa.select(*_COLUMNS).where(_OF_POST, comments.c.author_id.is_(None)))


@internal_query
async def bare_places(ctx: QueryCtx, *, post_id: PostId, author: UserId) -> list[CommentId]:
    """The comments on a post that the caller cannot read and that have no readable reply at any depth.

    Reads no comments if the caller and the post's author see every member, the caller muted no one, and no comment on
    the post is hidden.
    """
    member = await require_member(ctx)
    concealed = await concealed_from(ctx, member.id, post_id, author)
    if not concealed and not await ctx.run(unwanted_ids) and not await ctx.run(hidden_of, viewer=author):
        return []
    viewers = [member.id, author, EVERYONE, muting(member.id)]
    unread: list[Concealed | Row] = [
        *concealed,
        *await ctx.rows(COMMENTS_HIDDEN_FROM_VIEWERS, post_id=post_id, viewers=viewers),
    ]
    # A comment that was only removed has a readable reply somewhere below; only hidden comments can leave a place bare.
    return _bare([*unread, *await ctx.rows(REMOVED_COMMENTS_OF_POST, post_id=post_id)]) if unread else []


def _bare(unreadable: Iterable[Concealed | Row]) -> list[CommentId]:
    """The comments that have replies, of which none is left: each is unreadable and has no reply left itself."""
    gone_below: Counter[str] = Counter()
    bare = []
    # A comment hidden from both the reader and the author comes twice. The deepest come first, so that a comment's
    # replies are counted before it.
    for each in sorted({row.id: row for row in unreadable}.values(), key=lambda row: (-row.depth, row.id)):
        if gone_below[each.id] == each.reply_count:
            gone_below[each.parent_id] += 1
            if each.reply_count:
                bare.append(CommentId(each.id))
    return bare
