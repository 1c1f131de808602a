"""Making and deleting users, as far as calls do: signing up makes them, and a password is needed to delete one."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import require_member, require_self
from inflow.members.rules import UserId
from inflow.members.selects import USER_COLUMNS
from inflow.members.tables import users
from inflow.members.views import User, private, public
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.statements import statement

OWN = statement(sa.select(*USER_COLUMNS).where(users.c.id == bindparam("user_id")))


@mutation
async def create_user(
    ctx: MutationCtx, *, clerk_id: str, email: str, username: str, full_name: str, date_of_birth: str
) -> User:
    """The calling member, whom signing up made; whatever it is given must be what they signed up with."""
    member = await require_member(ctx)
    (row,) = await ctx.rows(OWN, user_id=member.id)
    signed_up = (row.clerk_id, row.email, row.username, row.full_name, row.date_of_birth.isoformat())
    if signed_up != (clerk_id, email, username, full_name, date_of_birth):
        raise AppError("forbidden", "You can only do this for yourself.")
    return User(**public(row), **private(row))


@mutation
async def delete_user(ctx: MutationCtx, *, user_id: UserId) -> None:
    """Refused always: a page that somebody left open is not enough to delete an account, its password is needed."""
    await require_self(ctx, user_id)
    raise AppError(
        "forbidden", "Please delete your account under Settings, Security, where your password is asked for."
    )
