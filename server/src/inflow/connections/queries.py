"""Reading profiles and their connections."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_from, visible_user
from inflow.connections.rules import MOST_ON_PROFILE
from inflow.connections.tables import connections
from inflow.connections.views import SyncFlowConnection, connection_view
from inflow.curators.selects import PROFILES
from inflow.curators.views import profile_view
from inflow.members.access import Member, require_member
from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles, users
from inflow.notifications.checking import last_check, unread_count
from inflow.profiles.views import Profile
from reflow.context import QueryCtx, ReadCtx
from reflow.functions import query
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate
from reflow.postgres.database import Row
from reflow.statements import statement

PROFILE_OF_USER = statement(PROFILES.where(profiles.c.user_id == bindparam("user_id"), hidden_from(profiles.c.user_id)))
PROFILE = statement(PROFILES.where(profiles.c.id == bindparam("profile_id"), hidden_from(profiles.c.user_id)))
ALLOWS_SYNCFLOW = statement(sa.select(profiles.c.allow_syncflow).where(profiles.c.id == bindparam("profile_id")))
FLOWS = statement(
    sa.select(profiles.c.id, connections.c.other_id)
    .select_from(connections)
    .outerjoin(profiles, profiles.c.user_id == connections.c.other_id)
    .where(connections.c.member_id == bindparam("member_id"), connections.c.asked == bindparam("asked"))
    .order_by(connections.c.created_at.desc(), connections.c.other_id.desc())
    .limit(MOST_ON_PROFILE)
)
CONNECTIONS_OF = Pages(
    sa.select(
        connections.c.created_at,
        connections.c.other_id,
        profiles.c.id,
        users.c.username,
        users.c.full_name,
        users.c.image_url,
    )
    .join(users, users.c.id == connections.c.other_id)
    .outerjoin(profiles, profiles.c.user_id == connections.c.other_id)
    .where(connections.c.member_id == bindparam("member_id"), hidden_from(connections.c.other_id)),
    by=(connections.c.created_at.desc(), connections.c.other_id.desc()),
)


@query(path="profiles:getProfile")
async def get_profile(ctx: QueryCtx, *, user_id: UserId) -> Profile | None:
    """A member's profile; null if there is none to be seen. One's own has more in it."""
    viewer = await require_member(ctx)
    return await _shown(ctx, viewer, await ctx.row(PROFILE_OF_USER, user_id=user_id, viewer=viewer.id))


@query(path="profiles:getProfileById")
async def get_profile_by_id(ctx: QueryCtx, *, profile_id: ProfileId) -> Profile | None:
    """A profile; null if there is none to be seen. One's own has more in it."""
    viewer = await require_member(ctx)
    return await _shown(ctx, viewer, await ctx.row(PROFILE, profile_id=profile_id, viewer=viewer.id))


@query(path="profiles:getSyncFlowConnections")
async def get_sync_flow_connections(
    ctx: QueryCtx, *, profile_id: ProfileId, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[SyncFlowConnection]:
    """With whom a member is in flow, newest first; nobody, if the member is not to be seen."""
    viewer = await require_member(ctx)
    shown = await ctx.run(visible_user, viewer=viewer.id, profile_id=profile_id)
    if shown is None:
        return Page(page=[], is_done=True, continue_cursor="")
    return await paginate(ctx, CONNECTIONS_OF, pagination_opts, connection_view, member_id=shown, viewer=viewer.id)


async def _shown(ctx: ReadCtx, viewer: Member, row: Row | None) -> Profile | None:
    if row is None:
        return None
    profile = profile_view(row)
    if profile.user_id == viewer.id:
        profile.notification_count = (await ctx.run(unread_count, member_id=viewer.id)).total
        profile.last_check = await ctx.run(last_check, member_id=viewer.id)
        profile.outgoing_sync_flows = await _flows(ctx, viewer, asked=True)
        profile.incoming_sync_flows = await _flows(ctx, viewer, asked=False)
        profile.allow_syncflow = bool(await ctx.value(ALLOWS_SYNCFLOW, profile_id=profile.id))
    return profile


async def _flows(ctx: ReadCtx, member: Member, *, asked: bool) -> list[ProfileId]:
    return [row.id for row in await ctx.rows(FLOWS, member_id=member.id, asked=asked)]
