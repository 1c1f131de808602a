"""Mutations of the caller's own user. Sign-up creates users, and deleting one needs the password, so neither is a
mutation here.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.curators.counting import reset_progress
from inflow.members.access import require_member, require_self
from inflow.members.nooks import choose_nook
from inflow.members.rules import NookName, UserId
from inflow.members.selects import USER_COLUMNS
from inflow.members.tables import users
from inflow.members.views import User, private, public
from reflow import AppError, MutationCtx, mutation, statement

USER_BY_ID = statement(sa.select(*USER_COLUMNS).where(users.c.id == bindparam("user_id")))


@mutation
async def create_user(
    ctx: MutationCtx, *, clerk_id: str, email: str, username: str, full_name: str, date_of_birth: str
) -> User:
    """The calling member, whom sign-up created; the arguments must be the same as at sign-up."""
    member = await require_member(ctx)
    (row,) = await ctx.rows(USER_BY_ID, user_id=member.id)
    signed_up = (row.clerk_id, row.email, row.username, row.full_name, row.date_of_birth.isoformat())
    if signed_up != (clerk_id, email, username, full_name, date_of_birth):
        raise AppError("forbidden", "You can only do this for yourself.")
    return User(**public(row), **private(row))


@mutation
async def delete_user(ctx: MutationCtx, *, user_id: UserId) -> None:
    """Always refused: deleting an account needs its password, so that a page left open does not suffice."""
    await require_self(ctx, user_id)
    raise AppError(
        "forbidden", "Please delete your account under Settings, Security, where your password is asked for."
    )


@mutation
async def update_nook(ctx: MutationCtx, *, user_id: UserId, new_nook: NookName) -> None:
    """Choose a nook. The first choice and every change lock it for seven days; a change costs badge and progress."""
    member = await require_self(ctx, user_id)
    if await choose_nook(ctx, member, new_nook):
        await reset_progress(ctx, member.id)


@mutation
async def update_user_nook(
    ctx: MutationCtx, *, user_id: UserId, nook: NookName, last_nook_change: str | None = None
) -> None:
    """Choose a nook. The time of the change is the server's, whatever the client sends."""
    del last_nook_change
    await update_nook.call(ctx, user_id=user_id, new_nook=nook)


@mutation
async def update_aura_progress(ctx: MutationCtx, *, user_id: UserId) -> None:
    """Always refused: only the server counts a member's actions."""
    del user_id
    await require_member(ctx)
    raise AppError("forbidden", "Your progress is counted as you go; it cannot be set.")
