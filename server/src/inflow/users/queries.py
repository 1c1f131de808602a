"""Queries of users."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.curators.access import can_shape_edge
from inflow.curators.tables import aura
from inflow.members.access import caller, require_member, require_self
from inflow.members.rules import DEFAULT_NOOK, SearchText, UserId, searched
from inflow.members.selects import USER_COLUMNS
from inflow.members.tables import profiles, users
from inflow.members.views import User, private, public
from inflow.users.sign_ins import version_of_sign_ins
from inflow.users.views import AuraProgress, Me, Progress
from reflow import FIRST_PAGE, MINUTE, Page, Pages, PaginationOpts, QueryCtx, RateLimit, paginate, query, statement

USER_WITH_PROFILE = statement(
    sa.select(*USER_COLUMNS, profiles.c.id.label("profile_id"))
    .join(profiles, profiles.c.user_id == users.c.id)
    .where(users.c.id == bindparam("id"))
)
USERS_VISIBLE_TO_VIEWER = Pages(
    sa.select(*USER_COLUMNS).where(not_hidden(users.c.id)),
    by=(users.c.id,),
    whole_table="Everybody is looked at page by page, and told of who joins or leaves within the page.",
)
USERNAME_OF_USER = statement(sa.select(users.c.username).where(users.c.id == bindparam("user_id")))
USER_VISIBLE_TO_VIEWER = statement(
    sa.select(*USER_COLUMNS).where(users.c.clerk_id == bindparam("clerk_id"), not_hidden(users.c.id))
)
AURA_OF_USER = statement(
    sa.select(aura.c.user_id, aura.c.photos_uploaded, aura.c.grids_created, aura.c.syncs, aura.c.has_badge).where(
        aura.c.user_id == bindparam("user_id")
    )
)


@query
async def me(ctx: QueryCtx) -> Me | None:
    """The calling member, with their private fields; null if the caller is not signed in or has no user."""
    member = await ctx.run(caller)
    if member is None:
        return None
    row = await ctx.row(USER_WITH_PROFILE, id=member.id)
    return None if row is None else Me(profile_id=row.profile_id, **public(row), **private(row))


@query(rate_limit=RateLimit((10, MINUTE)))
async def get_all_users(ctx: QueryCtx, *, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[User]:
    """All members, without those hidden from the caller, with their public fields only."""
    member = await require_member(ctx)
    return await paginate(
        ctx, USERS_VISIBLE_TO_VIEWER, pagination_opts, lambda row: User(**public(row)), viewer=member.id
    )


@query(rate_limit=RateLimit((10, MINUTE)))
async def validate_curator_status(ctx: QueryCtx, *, username: SearchText) -> bool:
    """Whether the caller is a curator who may shape nooks, by their own username; false for every other name."""
    member = await require_member(ctx)
    own = await ctx.value(USERNAME_OF_USER, user_id=member.id)
    return searched(username) == searched(own) and await can_shape_edge(ctx, member.id)


@query
async def get_user(ctx: QueryCtx, *, clerk_id: str) -> User | None:
    """A member by identity id; null if there is none that the caller may see."""
    member = await require_member(ctx)
    row = await ctx.row(USER_VISIBLE_TO_VIEWER, clerk_id=clerk_id, viewer=member.id)
    if row is None:
        return None
    return User(**public(row), **(private(row) if row.id == member.id else {}))


@query
async def get_user_by_clerk_id(ctx: QueryCtx, *, clerk_id: str) -> User | None:
    """A member by identity id; null if there is none that the caller may see."""
    return await ctx.run(get_user, clerk_id=clerk_id)


@query
async def get_current_nook(ctx: QueryCtx, *, clerk_id: str) -> str:
    """A member's nook; `scenic` if there is no such member to see."""
    user = await ctx.run(get_user, clerk_id=clerk_id)
    return user.nook if user else DEFAULT_NOOK


@query
async def get_aura_progress(ctx: QueryCtx, *, user_id: UserId) -> AuraProgress:
    """The calling member's progress towards the badge since their last choice of a nook."""
    member = await require_self(ctx, user_id)
    row = await ctx.row(AURA_OF_USER, user_id=member.id)
    if row is None:
        return AuraProgress(progress=Progress(), has_aura_creator_badge=False)
    progress = Progress(photos_uploaded=row.photos_uploaded, grids_created=row.grids_created, sync_flowed=row.syncs)
    return AuraProgress(progress=progress, has_aura_creator_badge=row.has_badge)


@query
async def get_sign_ins_version(ctx: QueryCtx) -> str:
    """A text that changes whenever a session, second step or trusted browser of the caller comes, goes or is renamed.
    An open page then reads the lists again, which come over HTTP.
    """
    return await version_of_sign_ins(ctx, (await require_member(ctx)).clerk_id)
