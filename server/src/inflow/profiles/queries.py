"""Reading one's own profile. What members see of each other stands higher, where it is known who is hidden."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import caller
from inflow.members.selects import USER_COLUMNS
from inflow.members.tables import profiles, users
from inflow.members.views import private, public
from inflow.profiles.views import Me
from reflow.context import QueryCtx
from reflow.functions import query
from reflow.statements import statement

ME = statement(
    sa.select(*USER_COLUMNS, profiles.c.id.label("profile_id"))
    .join(profiles, profiles.c.user_id == users.c.id)
    .where(users.c.id == bindparam("id"))
)


@query(path="users:me")
async def me(ctx: QueryCtx) -> Me | None:
    """The calling member, with what only they may see; null while nobody is signed in, or who is has no user."""
    member = await ctx.run(caller)
    if member is None:
        return None
    row = await ctx.row(ME, id=member.id)
    return None if row is None else Me(profile_id=row.profile_id, **public(row), **private(row))
