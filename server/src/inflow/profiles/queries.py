"""Reading profiles."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.profiles.tables import profiles
from inflow.profiles.views import Me, Profile
from inflow.users.access import caller, require_signed_in
from inflow.users.queries import USER_COLUMNS
from inflow.users.rules import ProfileId, UserId
from inflow.users.tables import users
from inflow.users.views import private, public
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.statements import statement
from reflow.store import Row

_PROFILE = sa.select(
    profiles.c.id, profiles.c.user_id, users.c.username, users.c.full_name, users.c.image_url, users.c.nook
).join(users, users.c.id == profiles.c.user_id)

ME = statement(
    sa.select(*USER_COLUMNS, profiles.c.id.label("profile_id"))
    .join(profiles, profiles.c.user_id == users.c.id)
    .where(users.c.id == bindparam("id"))
)
PROFILE_OF_USER = statement(_PROFILE.where(profiles.c.user_id == bindparam("user_id")))
PROFILE = statement(_PROFILE.where(profiles.c.id == bindparam("profile_id")))


@query(path="users:me")
async def me(ctx: QueryCtx) -> Me | None:
    """The calling member, with what only they may see; null while nobody is signed in, or who is has no user."""
    member = await ctx.run(caller)
    if member is None:
        return None
    row = await ctx.row(ME, id=member.id)
    return None if row is None else Me(profile_id=row.profile_id, **public(row), **private(row))


@query
async def get_profile(ctx: QueryCtx, *, user_id: UserId) -> Profile | None:
    """A member's profile; null if there is none."""
    require_signed_in(ctx)
    row = await ctx.row(PROFILE_OF_USER, user_id=user_id)
    return _view(row) if row else None


@query
async def get_profile_by_id(ctx: QueryCtx, *, profile_id: ProfileId) -> Profile | None:
    """A profile; null if there is none."""
    require_signed_in(ctx)
    row = await ctx.row(PROFILE, profile_id=profile_id)
    return _view(row) if row else None


def _view(row: Row) -> Profile:
    return Profile(
        id=row.id,
        user_id=row.user_id,
        username=row.username,
        full_name=row.full_name,
        image_url=row.image_url,
        nook_type=row.nook,
    )
