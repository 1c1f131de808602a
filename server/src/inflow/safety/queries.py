"""Queries of the caller's own choices and filtered words."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import require_member
from inflow.safety.access import commenters_of, requesters_of
from inflow.safety.tables import filtered_words
from inflow.safety.views import SafetySettings
from reflow import QueryCtx, query, statement

WORDS_OF_USER = statement(
    sa.select(filtered_words.c.user_id, filtered_words.c.compared, filtered_words.c.word)
    .where(filtered_words.c.user_id == bindparam("user_id"))
    .order_by(filtered_words.c.created_at.desc(), filtered_words.c.compared)
)


@query
async def get_settings(ctx: QueryCtx) -> SafetySettings:
    """The caller's choices; the defaults where they made none."""
    member = await require_member(ctx)
    return SafetySettings(
        commenters=await ctx.run(commenters_of, user_id=member.id),
        requesters=await ctx.run(requesters_of, user_id=member.id),
    )


@query
async def get_filtered_words(ctx: QueryCtx) -> list[str]:
    """The words and phrases that the caller filters, newest first."""
    member = await require_member(ctx)
    return [row.word for row in await ctx.rows(WORDS_OF_USER, user_id=member.id)]
