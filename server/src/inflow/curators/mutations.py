"""Choosing a nook, which ends what was earned in the one before."""

from __future__ import annotations

from inflow.curators.counting import begin_again
from inflow.members.access import require_member, require_self
from inflow.members.nooks import choose_nook
from inflow.members.rules import NookName, UserId
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation


@mutation(path="users:updateNook")
async def update_nook(ctx: MutationCtx, *, user_id: UserId, new_nook: NookName) -> None:
    """Choose a nook. The first choice and every change lock it for seven days; a change costs badge and progress."""
    member = await require_self(ctx, user_id)
    if await choose_nook(ctx, member, new_nook):
        await begin_again(ctx, member.id)


@mutation(path="users:updateUserNook")
async def update_user_nook(
    ctx: MutationCtx, *, user_id: UserId, nook: NookName, last_nook_change: str | None = None
) -> None:
    """Choose a nook. The time of the change is the server's, whatever the client sends."""
    del last_nook_change
    await update_nook.call(ctx, user_id=user_id, new_nook=nook)


@mutation(path="users:updateAuraProgress")
async def update_aura_progress(ctx: MutationCtx, *, user_id: UserId) -> None:
    """Refused always: what a member has done is counted where they do it, and by nobody else."""
    del user_id
    await require_member(ctx)
    raise AppError("forbidden", "Your progress is counted as you go; it cannot be set.")
