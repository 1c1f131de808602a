"""Reading users."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_from
from inflow.curators.access import can_shape_edge
from inflow.members.access import caller, require_member
from inflow.members.rules import SearchText, searched
from inflow.members.selects import USER_COLUMNS
from inflow.members.tables import profiles, users
from inflow.members.views import User, private, public
from inflow.users.views import Me
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.limits.rate_limits import MINUTE, Pace
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate
from reflow.statements import statement

ME = statement(
    sa.select(*USER_COLUMNS, profiles.c.id.label("profile_id"))
    .join(profiles, profiles.c.user_id == users.c.id)
    .where(users.c.id == bindparam("id"))
)
USERS = Pages(
    sa.select(*USER_COLUMNS).where(hidden_from(users.c.id)),
    by=(users.c.id,),
    whole_table="Everybody is looked at page by page, and told of who joins or leaves within the page.",
)
USERNAME = statement(sa.select(users.c.username).where(users.c.id == bindparam("user_id")))


@query
async def me(ctx: QueryCtx) -> Me | None:
    """The calling member, with what only they may see; null while nobody is signed in, or who is has no user."""
    member = await ctx.run(caller)
    if member is None:
        return None
    row = await ctx.row(ME, id=member.id)
    return None if row is None else Me(profile_id=row.profile_id, **public(row), **private(row))


@query(pace=Pace((10, MINUTE)))
async def get_all_users(ctx: QueryCtx, *, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[User]:
    """All members whom the caller sees, as everybody may see them."""
    member = await require_member(ctx)
    return await paginate(ctx, USERS, pagination_opts, lambda row: User(**public(row)), viewer=member.id)


@query(pace=Pace((10, MINUTE)))
async def validate_curator_status(ctx: QueryCtx, *, username: SearchText) -> bool:
    """Whether the caller shapes the edge, asked by their own username; false for every other name."""
    member = await require_member(ctx)
    own = await ctx.value(USERNAME, user_id=member.id)
    return searched(username) == searched(own) and await can_shape_edge(ctx, member.id)
