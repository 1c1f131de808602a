"""A member's cue: their own cue posts and those of their connections."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import unwanted_ids
from inflow.connections.access import connection_ids
from inflow.members.access import require_member
from inflow.members.rules import UserId
from inflow.posts.selects import (
    ELSEWHERE_WATCHED,
    NEWEST_FIRST,
    POSTS,
    VERY_MANY,
    newest_of_each,
    newest_of_many,
    of_any,
)
from inflow.posts.tables import EVERY_CUE_POST, posts
from reflow import Pages, QueryCtx, internal_query

_IS_CUE = posts.c.post_type == "cue"
_OF_KIND = posts.c.is_video == bindparam("is_video")

# Written as in the index's condition, so that PostgreSQL uses the index; with a parameter it would not.
_IS_ANY_CUE = sa.literal_column(f"posts.{EVERY_CUE_POST}", sa.Boolean)

_WATCHED = Pages(POSTS.where(of_any("authors"), _IS_CUE, _OF_KIND), by=NEWEST_FIRST)
CUE, CUE_OF_MANY = (
    Pages(
        newest("authors", _IS_ANY_CUE, _OF_KIND),
        by=NEWEST_FIRST,
        whole_table=ELSEWHERE_WATCHED,
        watched=_WATCHED,
    )
    for newest in (newest_of_each, newest_of_many)
)


def cue_of(authors: Sequence[UserId]) -> Pages:
    """The pages of these authors' cue posts, by the statement that is faster for so many authors."""
    return CUE if len(authors) < VERY_MANY else CUE_OF_MANY


@internal_query
async def authors_of_cue(ctx: QueryCtx) -> list[UserId]:
    """The authors whose cue posts the caller sees: the caller, and their connections without those whom they muted."""
    member = await require_member(ctx)
    hidden = set(await ctx.run(unwanted_ids))  # type: ignore[arg-type]  # a list of ids is one of texts
    connected = await ctx.run(connection_ids)
    return [member.id, *(each for each in connected if each not in hidden)]


async def cue_authors(ctx: QueryCtx) -> list[UserId]:
    return await ctx.run(authors_of_cue)
