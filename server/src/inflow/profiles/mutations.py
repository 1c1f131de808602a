"""Changing one's own profile."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.profiles.access import require_own_profile
from inflow.profiles.tables import profiles
from inflow.users.access import require_self
from inflow.users.rules import ProfileId, UserId
from inflow.users.tables import users
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.statements import statement

SET_PRIVACY = statement(
    sa.update(profiles).where(profiles.c.id == bindparam("profile_id")).values(allow_syncflow=bindparam("allow"))
)
OWN = statement(
    sa.select(profiles.c.id, users.c.username, users.c.full_name)
    .join(users, users.c.id == profiles.c.user_id)
    .where(profiles.c.user_id == bindparam("user_id"))
)


@mutation
async def create_profile(
    ctx: MutationCtx, *, user_id: UserId, username: str, full_name: str, image_url: str, nook_type: str
) -> ProfileId:
    """The calling member's profile, which signing up made. Its picture and nook are chosen by calls of their own."""
    del image_url, nook_type
    member = await require_self(ctx, user_id)
    (own,) = await ctx.rows(OWN, user_id=member.id)
    if (own.username, own.full_name) != (username, full_name):
        raise AppError("forbidden", "You can only do this for yourself.")
    return ProfileId(own.id)


@mutation
async def update_privacy(ctx: MutationCtx, *, profile_id: ProfileId, allow_syncflow: bool) -> None:
    """Say whether other members may ask to syncflow. What was asked before stays."""
    await require_own_profile(ctx, profile_id)
    await ctx.execute(SET_PRIVACY, profile_id=profile_id, allow=allow_syncflow)
