"""Who is calling, and what nobody else may do in their name."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.users.rules import UserId
from inflow.users.tables import users
from reflow.context import Ctx, QueryCtx, ReadCtx
from reflow.errors import AppError
from reflow.functions import query
from reflow.statements import statement


class Member(msgspec.Struct, frozen=True):
    """The member who is calling."""

    id: UserId
    clerk_id: str
    nook: str


CALLER = statement(
    sa.select(users.c.id, users.c.clerk_id, users.c.nook).where(users.c.clerk_id == bindparam("clerk_id"))
)


@query
async def caller(ctx: QueryCtx) -> Member | None:
    """The calling member; None for a stranger. Not published: other calls build on it."""
    if ctx.identity is None:
        return None
    row = await ctx.row(CALLER, clerk_id=ctx.identity.subject)
    return None if row is None else Member(id=row.id, clerk_id=row.clerk_id, nook=row.nook)


def require_signed_in(ctx: Ctx) -> None:
    """Somebody is calling, never mind who: the answer is the same for all who are signed in, and shared by them.

    Raises:
        AppError: `unauthenticated`.
    """
    if not ctx.signed_in:
        raise AppError("unauthenticated", "Please sign in.")


async def require_member(ctx: ReadCtx) -> Member:
    """The member who is calling.

    Raises:
        AppError: `unauthenticated`.
    """
    require_signed_in(ctx)
    member = await ctx.run(caller)
    if member is None:
        raise AppError("unauthenticated", "Please sign in.")
    return member


async def require_self(ctx: ReadCtx, user_id: UserId) -> Member:
    """The calling member, who must be the one that the arguments name as the actor.

    Raises:
        AppError: `unauthenticated`, or `forbidden` for another member's id.
    """
    member = await require_member(ctx)
    if member.id != user_id:
        raise AppError("forbidden", "You can only do this for yourself.")
    return member
