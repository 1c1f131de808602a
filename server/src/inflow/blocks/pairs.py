"""Sets and removes blocks, mutes and limits between two members, and hides a member from everyone. Only this module
writes these tables, so they change together.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.blocks.access import has_blocked, muting
from inflow.blocks.tables import EVERYONE, blocks, hidden, limited_members, mutes
from inflow.members.rules import UserId
from reflow import MutationCtx, statement

ADD_BLOCK = statement(
    insert(blocks).values(blocker_id=bindparam("blocker"), blocked_id=bindparam("blocked")).on_conflict_do_nothing()
)
HIDE = statement(
    insert(hidden).values(viewer_id=bindparam("viewer"), hidden_id=bindparam("other")).on_conflict_do_nothing()
)
REMOVE_BLOCK = statement(
    sa.delete(blocks).where(blocks.c.blocker_id == bindparam("blocker"), blocks.c.blocked_id == bindparam("blocked"))
)
SHOW = statement(
    sa.delete(hidden).where(hidden.c.viewer_id == bindparam("viewer"), hidden.c.hidden_id == bindparam("other"))
)


ADD_MUTE = statement(
    insert(mutes).values(muter_id=bindparam("muter"), muted_id=bindparam("muted")).on_conflict_do_nothing()
)
REMOVE_MUTE = statement(
    sa.delete(mutes).where(mutes.c.muter_id == bindparam("muter"), mutes.c.muted_id == bindparam("muted"))
)
ADD_LIMIT = statement(
    insert(limited_members)
    .values(limiter_id=bindparam("limiter"), limited_id=bindparam("limited"))
    .on_conflict_do_nothing()
)
REMOVE_LIMIT = statement(
    sa.delete(limited_members).where(
        limited_members.c.limiter_id == bindparam("limiter"), limited_members.c.limited_id == bindparam("limited")
    )
)


async def add_block(ctx: MutationCtx, blocker: str, blocked: str) -> None:
    """Hide two users from each other because `blocker` wishes it. A second time it does nothing."""
    await ctx.execute(ADD_BLOCK, blocker=blocker, blocked=blocked)
    for viewer, other in _both(blocker, blocked):
        await ctx.execute(HIDE, viewer=viewer, other=other)


async def remove_block(ctx: MutationCtx, blocker: str, blocked: str) -> None:
    """Take back the block by `blocker`. If the other one blocked as well, they stay hidden from each other."""
    await ctx.execute(REMOVE_BLOCK, blocker=blocker, blocked=blocked)
    if not await ctx.run(has_blocked, blocker=UserId(blocked), blocked=UserId(blocker)):
        for viewer, other in _both(blocker, blocked):
            await ctx.execute(SHOW, viewer=viewer, other=other)


async def add_mute(ctx: MutationCtx, muter: str, muted: str) -> None:
    """Keep the second user off the first user's walls, comments and notifications. A second time it does nothing."""
    await ctx.execute(ADD_MUTE, muter=muter, muted=muted)
    await ctx.execute(HIDE, viewer=muting(muter), other=muted)


async def remove_mute(ctx: MutationCtx, muter: str, muted: str) -> None:
    """Take that back. Without a mute it does nothing."""
    await ctx.execute(REMOVE_MUTE, muter=muter, muted=muted)
    await ctx.execute(SHOW, viewer=muting(muter), other=muted)


async def add_limit(ctx: MutationCtx, limiter: str, limited: str) -> None:
    """Have the second user's comments on the first user's posts hidden from now on. A second time it does nothing."""
    await ctx.execute(ADD_LIMIT, limiter=limiter, limited=limited)


async def remove_limit(ctx: MutationCtx, limiter: str, limited: str) -> None:
    """Take that back. Without a limit it does nothing."""
    await ctx.execute(REMOVE_LIMIT, limiter=limiter, limited=limited)


async def hide_from_everyone(ctx: MutationCtx, user_id: str) -> None:
    """Hide a member from all others. A second time it does nothing."""
    await ctx.execute(HIDE, viewer=EVERYONE, other=user_id)


async def show_to_everyone(ctx: MutationCtx, user_id: str) -> None:
    """Take that back. Members with a block between them stay hidden from each other."""
    await ctx.execute(SHOW, viewer=EVERYONE, other=user_id)


def _both(one: str, other: str) -> list[tuple[str, str]]:
    """Both directions in a fixed order: in opposite orders two members who block at once could deadlock."""
    return sorted(((one, other), (other, one)))
