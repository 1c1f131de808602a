"""Taking a post off the walls or away, and putting it back as it was, for moderators' measures.

A post's audience is its `post_type`: besides `sphere` and `cue`, moderation uses `unlisted` (on its author's profile
and by its address, on no wall) and `removed` (for no one). In its author's archive, a post's `post_type` is `archived`
and its audience is `archived_from`. So a measure changes the audience to which an archived post returns.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import TEXT
from inflow.posts.rules import PostId
from inflow.posts.tables import posts
from reflow import MutationCtx, statement

Audience = Literal["sphere", "cue", "unlisted", "removed"]

_AUDIENCE = bindparam("audience", type_=TEXT)
_RETURNS_TO_ARCHIVE = sa.and_(posts.c.archived_from.is_not(None), _AUDIENCE != "removed")

AUDIENCE_OF_POST = statement(
    sa.select(sa.case((posts.c.post_type == "archived", posts.c.archived_from), else_=posts.c.post_type))
    .where(posts.c.id == bindparam("post_id"))
    .with_for_update()
)
SET_AUDIENCE = statement(
    sa.update(posts)
    .where(posts.c.id == bindparam("post_id"))
    .values(
        post_type=sa.case((_RETURNS_TO_ARCHIVE, "archived"), else_=_AUDIENCE),
        archived_from=sa.case((_RETURNS_TO_ARCHIVE, _AUDIENCE), else_=posts.c.archived_from),
    )
)


async def audience_of(ctx: MutationCtx, post_id: PostId) -> Audience | None:
    """A post's audience, of an archived one that to which it returns; None if there is no such post. It stays so until
    the transaction ends.
    """
    found: Audience | None = await ctx.value(AUDIENCE_OF_POST, post_id=post_id)
    return found


async def set_audience(ctx: MutationCtx, post_id: PostId, audience: Audience) -> None:
    """Change a post's audience on every open page. An archived post stays archived, and a removed one returns to the
    archive. Does nothing if the post was deleted.
    """
    await ctx.execute(SET_AUDIENCE, post_id=post_id, audience=audience)
