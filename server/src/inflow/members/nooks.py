"""The stored nooks, and choosing one."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import INSTANT
from inflow.members.access import Member
from inflow.members.rules import NO_SUCH_NOOK, NOOK_LOCK, NOOK_LOCKED
from inflow.members.tables import nooks, users
from reflow import AppError, MutationCtx, statement

NOOK_BY_NAME = statement(sa.select(nooks.c.name).where(nooks.c.name == bindparam("name")))
ADD_NOOK = statement(sa.insert(nooks).values(name=bindparam("name"), hue=bindparam("hue")))
NOOK_OF_USER = statement(sa.select(users.c.nook, users.c.last_nook_change).where(users.c.id == bindparam("user_id")))
CHOOSE_NOOK = statement(
    sa.update(users)
    .where(users.c.id == bindparam("user_id"))
    .values(nook=bindparam("nook"), last_nook_change=bindparam("at", type_=INSTANT))
)


async def choose_nook(ctx: MutationCtx, member: Member, nook: str) -> bool:
    """Store a member's choice of a nook. Returns whether the nook changed; a first choice is no change.

    Raises:
        AppError: `invalid`, there is no such nook; `nook_locked`, the last choice was less than seven days ago.
    """
    if await ctx.row(NOOK_BY_NAME, name=nook) is None:
        raise AppError("invalid", NO_SUCH_NOOK)
    now = await ctx.now()
    (before,) = await ctx.rows(NOOK_OF_USER, user_id=member.id)
    is_first = before.last_nook_change is None
    if not is_first and before.last_nook_change > now - NOOK_LOCK:
        raise AppError("nook_locked", NOOK_LOCKED)
    if not is_first and before.nook == nook:
        return False
    await ctx.execute(CHOOSE_NOOK, user_id=member.id, nook=nook, at=now)
    return not is_first


async def add_nook(ctx: MutationCtx, name: str, hue: int) -> None:
    """Store a new nook under an unused name."""
    await ctx.execute(ADD_NOOK, name=name, hue=hue)
