"""Which fotos a member may put into a grid: their own."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.grids.rules import NO_FOTO
from inflow.members.access import Member
from inflow.posts.rules import PostId
from inflow.posts.tables import posts
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.postgres.database import Row
from reflow.statements import statement

FOTOS = statement(
    sa.select(posts.c.id, posts.c.ratio, posts.c.post_type).where(
        posts.c.id == sa.any_(bindparam("ids", type_=ARRAY(TEXT))),
        posts.c.author_id == bindparam("author_id"),
        posts.c.is_video == sa.false(),
    )
)


async def require_own_fotos(ctx: MutationCtx, member: Member, image_ids: Sequence[PostId]) -> list[Row]:
    """The member's own fotos with these ids.

    Raises:
        AppError: `not_found`; the same for no foto, a flick and somebody else's.
    """
    found = await ctx.rows(FOTOS, ids=list(image_ids), author_id=member.id)
    if len(found) < len(image_ids):
        raise AppError("not_found", NO_FOTO)
    return found
