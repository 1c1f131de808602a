"""Changing users."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import INSTANT
from inflow.users.access import require_self
from inflow.users.rules import NOOK_LOCK, NOOK_LOCKED, OfferedNook, UserId
from inflow.users.tables import users
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.statements import statement

CHOOSE_NOOK = statement(
    sa.update(users)
    .where(
        users.c.id == bindparam("user_id"),
        sa.or_(users.c.last_nook_change.is_(None), users.c.last_nook_change <= bindparam("unlocked", type_=INSTANT)),
    )
    .values(nook=bindparam("new_nook"), last_nook_change=bindparam("at"))
    .returning(users.c.id)
)


@mutation
async def update_nook(ctx: MutationCtx, *, user_id: UserId, new_nook: OfferedNook) -> None:
    """Choose a nook. The first choice and every change lock it for seven days."""
    member = await require_self(ctx, user_id)
    now = await ctx.now()
    if await ctx.row(CHOOSE_NOOK, user_id=member.id, new_nook=new_nook, at=now, unlocked=now - NOOK_LOCK) is None:
        raise AppError("nook_locked", NOOK_LOCKED)


@mutation
async def update_user_nook(
    ctx: MutationCtx, *, user_id: UserId, nook: OfferedNook, last_nook_change: str | None = None
) -> None:
    """Choose a nook. The time of the change is the server's, whatever the client sends."""
    del last_nook_change
    await update_nook.call(ctx, user_id=user_id, new_nook=nook)
