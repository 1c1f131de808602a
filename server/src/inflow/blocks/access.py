"""Which members see each other. Every query that shows a member's data uses these conditions."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.tables import EVERYONE, MUTED_BY, blocks, hidden, limited_members, mutes
from inflow.members.access import caller
from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles
from reflow import QueryCtx, ReadCtx, internal_query, statement

# A parameter with a value: live queries watch the rows of this one viewer.
_EVERYONE = bindparam("everyone", EVERYONE, type_=hidden.c.viewer_id.type)


def not_hidden(column: sa.ColumnElement[Any], viewer: sa.ColumnElement[Any] | None = None) -> sa.ColumnElement[bool]:
    """The condition that the member in this column may be shown to the viewer, by default `:viewer`; both are users'
    ids. It does not hold for a member whom no one sees.
    """
    viewer = bindparam("viewer") if viewer is None else viewer
    pair = sa.select(hidden.c.hidden_id).where(
        sa.or_(hidden.c.viewer_id == viewer, hidden.c.viewer_id == _EVERYONE), hidden.c.hidden_id == column
    )
    return ~pair.exists()


def not_muted(column: sa.ColumnElement[Any], by: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """The condition that the second member did not mute the member in this column."""
    pair = sa.select(mutes.c.muted_id).where(mutes.c.muter_id == by, mutes.c.muted_id == column)
    return ~pair.exists()


HIDDEN_IDS = statement(
    sa.select(hidden.c.hidden_id).where(hidden.c.viewer_id == bindparam("viewer")).order_by(hidden.c.hidden_id)
)
HIDDEN_OF_PAIR = statement(
    sa.select(hidden.c.hidden_id).where(
        sa.or_(hidden.c.viewer_id == bindparam("viewer"), hidden.c.viewer_id == _EVERYONE),
        hidden.c.hidden_id == bindparam("other"),
    )
)
VISIBLE_USER = statement(
    sa.select(profiles.c.user_id).where(profiles.c.id == bindparam("profile_id"), not_hidden(profiles.c.user_id))
)


BLOCK_OF_PAIR = statement(
    sa.select(blocks.c.blocker_id).where(
        blocks.c.blocker_id == bindparam("blocker"), blocks.c.blocked_id == bindparam("blocked")
    )
)


MUTE_OF_PAIR = statement(
    sa.select(mutes.c.muter_id).where(mutes.c.muter_id == bindparam("muter"), mutes.c.muted_id == bindparam("muted"))
)


LIMIT_OF_PAIR = statement(
    sa.select(limited_members.c.limiter_id).where(
        limited_members.c.limiter_id == bindparam("limiter"), limited_members.c.limited_id == bindparam("limited")
    )
)


def muting(user_id: str) -> str:
    """The viewer in the rows of `hidden` that this user's mutes made. Ask about it besides the user, where mutes
    count.
    """
    return MUTED_BY + user_id


@internal_query
async def unwanted_ids(ctx: QueryCtx) -> list[UserId]:
    """The users whose posts are not on the caller's walls: those whom the caller does not see, and those whom they
    muted.
    """
    hidden, muted = await ctx.run(hidden_ids), await ctx.run(muted_ids)
    return sorted({*hidden, *muted}) if muted else hidden


@internal_query
async def muted_ids(ctx: QueryCtx) -> list[UserId]:
    """The users whom the caller muted."""
    member = await ctx.run(caller)
    if member is None:
        return []
    return [row.hidden_id for row in await ctx.rows(HIDDEN_IDS, viewer=muting(member.id))]


@internal_query
async def has_limited(ctx: QueryCtx, *, limiter: UserId, limited: UserId) -> bool:
    """Whether the first limited the second. Internal, since only the first may know."""
    return await ctx.row(LIMIT_OF_PAIR, limiter=limiter, limited=limited) is not None


@internal_query
async def has_muted(ctx: QueryCtx, *, muter: UserId, muted: UserId) -> bool:
    """Whether the first muted the second. Internal, since only the first may know."""
    return await ctx.row(MUTE_OF_PAIR, muter=muter, muted=muted) is not None


@internal_query
async def hidden_ids(ctx: QueryCtx) -> list[UserId]:
    """The users whom the caller does not see. Lists that all callers share drop their rows afterwards."""
    member = await ctx.run(caller)
    return [] if member is None else await ctx.run(hidden_of, viewer=member.id)


@internal_query
async def hidden_of(ctx: QueryCtx, *, viewer: UserId) -> list[UserId]:
    """The users whom this one does not see. Internal, since only they may know."""
    own = [row.hidden_id for row in await ctx.rows(HIDDEN_IDS, viewer=viewer)]
    suspended = await ctx.run(hidden_from_everyone)
    return sorted({*own, *suspended}) if suspended else own


@internal_query
async def hidden_from_everyone(ctx: QueryCtx) -> list[UserId]:
    """The users whom no other sees, read once for all callers."""
    return [row.hidden_id for row in await ctx.rows(HIDDEN_IDS, viewer=EVERYONE)]


@internal_query
async def is_hidden(ctx: QueryCtx, *, viewer: UserId, other: UserId) -> bool:
    """Whether these two do not see each other."""
    return await ctx.row(HIDDEN_OF_PAIR, viewer=viewer, other=other) is not None


@internal_query
async def has_blocked(ctx: QueryCtx, *, blocker: UserId, blocked: UserId) -> bool:
    """Whether the first blocked the second. Internal, since only the first may know."""
    return await ctx.row(BLOCK_OF_PAIR, blocker=blocker, blocked=blocked) is not None


@internal_query
async def visible_user(ctx: QueryCtx, *, viewer: UserId, profile_id: ProfileId) -> UserId | None:
    """The user with this profile; None if there is none, or none that the viewer may see."""
    found: UserId | None = await ctx.value(VISIBLE_USER, viewer=viewer, profile_id=profile_id)
    return found


async def are_hidden(ctx: ReadCtx, one: str, other: str) -> bool:
    return await ctx.run(is_hidden, viewer=UserId(one), other=UserId(other))
