"""Queries that find members and read profiles and connections."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.access import has_limited, has_muted, not_hidden, visible_user
from inflow.blocks.tables import blocks, limited_members, mutes
from inflow.connections.tables import connections
from inflow.curators.tables import aura
from inflow.grids.selects import visible_grids
from inflow.grids.tables import grids
from inflow.members.access import Member, require_member, require_own_profile
from inflow.members.rules import ProfileId, SearchText, UserId, just_behind, numbers_of, searched
from inflow.members.tables import profile_words, profiles, users
from inflow.notifications.unread import last_check, unread_count
from inflow.posts.tables import posts
from inflow.posts.visibility import visible_posts
from inflow.profiles.rules import MOST_ON_PROFILE, SUGGESTED, place_of
from inflow.profiles.selects import PROFILES
from inflow.profiles.views import (
    BlockedUser,
    Profile,
    ProfileCounts,
    SyncFlowConnection,
    blocked_view,
    connection_view,
    profile_view,
)
from reflow import (
    FIRST_PAGE,
    MINUTE,
    Page,
    Pages,
    PaginationOpts,
    QueryCtx,
    RateLimit,
    ReadCtx,
    Row,
    paginate,
    query,
    statement,
)

_SEEN = not_hidden(profiles.c.user_id)
_OTHER = profile_words.alias("other")
BLOCKED_BY = Pages(
    sa.select(
        blocks.c.created_at,
        blocks.c.blocked_id,
        profiles.c.id,
        users.c.username,
        users.c.full_name,
        users.c.image_url,
    )
    .join(users, users.c.id == blocks.c.blocked_id)
    .outerjoin(profiles, profiles.c.user_id == blocks.c.blocked_id)
    .where(blocks.c.blocker_id == bindparam("blocker")),
    by=(blocks.c.created_at.desc(), blocks.c.blocked_id.desc()),
)


def _listed(by: sa.ColumnElement[str], other: sa.ColumnElement[str], created_at: sa.ColumnElement[datetime]) -> Pages:
    """The members whom the viewer put on a list of theirs, newest first, without those whom the viewer does not see.

    Args:
        by: The column of the members whose lists these are.
        other: The column of the members on them.
    """
    return Pages(
        sa.select(created_at, other, profiles.c.id, users.c.username, users.c.full_name, users.c.image_url)
        .join(users, users.c.id == other)
        .outerjoin(profiles, profiles.c.user_id == other)
        .where(by == bindparam("viewer"), not_hidden(other)),
        by=(created_at.desc(), other.desc()),
    )


MUTED_BY_VIEWER = _listed(mutes.c.muter_id, mutes.c.muted_id, mutes.c.created_at)
LIMITED_BY_VIEWER = _listed(limited_members.c.limiter_id, limited_members.c.limited_id, limited_members.c.created_at)


def _begins_in(words: sa.FromClause) -> sa.ColumnElement[bool]:
    return sa.and_(
        words.c.initial == sa.any_(bindparam("initials", type_=ARRAY(sa.SmallInteger))),
        words.c.word >= bindparam("beginning"),
        words.c.word < bindparam("behind"),
    )


# The count is compared with "<": with EXISTS, or with "= 0", PostgreSQL estimates that few rows remain, and reads all
# matches before it sorts the first page.
_FOUND_BEFORE = (
    sa.select(sa.func.count(_OTHER.c.place))
    .where(
        _OTHER.c.user_id == profile_words.c.user_id,
        _begins_in(_OTHER),
        sa.tuple_(_OTHER.c.initial, _OTHER.c.word, _OTHER.c.place)
        < sa.tuple_(profile_words.c.initial, profile_words.c.word, profile_words.c.place),
    )
    .scalar_subquery()
)
FOUND = Pages(
    # The select starts from the words. The members they belong to are read for one page only, and watched by key.
    sa.select(
        profile_words.c.initial,
        profile_words.c.word,
        profile_words.c.user_id,
        *(column for column in PROFILES.selected_columns if column is not profiles.c.user_id),
    )
    .select_from(profile_words)
    .join(users, users.c.id == profile_words.c.user_id)
    .outerjoin(profiles, profiles.c.user_id == profile_words.c.user_id)
    .outerjoin(aura, aura.c.user_id == profile_words.c.user_id)
    .where(_begins_in(profile_words), _FOUND_BEFORE < 1, not_hidden(profile_words.c.user_id)),
    # Beginnings of names have smaller numbers than pieces inside names, so they come first.
    by=(profile_words.c.initial, profile_words.c.word, profile_words.c.user_id),
)
EVERYBODY = Pages(
    PROFILES.where(_SEEN),
    by=(profiles.c.id,),
    whole_table="Everybody is looked at page by page, and told of who joins or leaves within the page.",
)
OTHERS = Pages(
    PROFILES.where(_SEEN, profiles.c.user_id != bindparam("viewer")),
    by=(profiles.c.id,),
    whole_table="Nine of everybody: told of who joins or leaves between the first of them and the last.",
)
# Starts from the badges, in their order: few of many members have one, and an index lists those.
_BADGES = (
    sa.select(aura.c.user_id, *(column for column in PROFILES.selected_columns if column is not profiles.c.user_id))
    .select_from(aura)
    .join(users, users.c.id == aura.c.user_id)
    .join(profiles, profiles.c.user_id == aura.c.user_id)
    .where(aura.c.has_badge == sa.true(), not_hidden(aura.c.user_id))
)
CURATORS = Pages(
    _BADGES,
    by=(aura.c.user_id,),
    whole_table="A badge is earned seldom, and everybody who looks at curators is told.",
)
CURATORS_OF_NOOK = Pages(
    _BADGES.where(users.c.nook == bindparam("nook")),
    by=(aura.c.user_id,),
    whole_table="A badge is earned seldom, and everybody who looks at curators is told.",
)
PROFILE_OF_USER = statement(PROFILES.where(profiles.c.user_id == bindparam("user_id"), not_hidden(profiles.c.user_id)))
VISIBLE_PROFILE_BY_ID = statement(
    PROFILES.where(profiles.c.id == bindparam("profile_id"), not_hidden(profiles.c.user_id))
)
SYNCFLOW_SETTING_OF_PROFILE = statement(
    sa.select(profiles.c.allow_syncflow).where(profiles.c.id == bindparam("profile_id"))
)
FLOWS_OF_MEMBER = statement(
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
    .where(connections.c.member_id == bindparam("member_id"), not_hidden(connections.c.other_id)),
    by=(connections.c.created_at.desc(), connections.c.other_id.desc()),
)
FOTOS_OF_USER = statement(
    sa.select(sa.func.count(posts.c.id)).where(
        posts.c.author_id == bindparam("user_id"), posts.c.is_video == sa.false(), visible_posts()
    )
)
GRIDS_OF_USER = statement(
    sa.select(sa.func.count(grids.c.id)).where(grids.c.author_id == bindparam("user_id"), visible_grids())
)
COUNT_OF_FLOWS = statement(
    sa.select(sa.func.count(connections.c.other_id)).where(
        connections.c.member_id == bindparam("user_id"), not_hidden(connections.c.other_id)
    )
)


@query
async def get_profile(ctx: QueryCtx, *, user_id: UserId) -> Profile | None:
    """A member's profile; null if there is none that the caller may see. The caller's own profile has more fields."""
    viewer = await require_member(ctx)
    return await _shown(ctx, viewer, await ctx.row(PROFILE_OF_USER, user_id=user_id, viewer=viewer.id))


@query
async def get_profile_by_id(ctx: QueryCtx, *, profile_id: ProfileId) -> Profile | None:
    """A profile; null if there is none that the caller may see. The caller's own profile has more fields."""
    viewer = await require_member(ctx)
    return await _shown(ctx, viewer, await ctx.row(VISIBLE_PROFILE_BY_ID, profile_id=profile_id, viewer=viewer.id))


@query
async def get_counts(ctx: QueryCtx, *, profile_id: ProfileId) -> ProfileCounts | None:
    """How many fotos, grids and flows of a member the caller sees; null if they do not see the member."""
    viewer = await require_member(ctx)
    shown = await ctx.run(visible_user, viewer=viewer.id, profile_id=profile_id)
    if shown is None:
        return None
    given = {"user_id": shown, "viewer": viewer.id}
    return ProfileCounts(
        fotos=await ctx.value(FOTOS_OF_USER, **given),
        grids=await ctx.value(GRIDS_OF_USER, **given),
        flows=await ctx.value(COUNT_OF_FLOWS, **given),
    )


@query
async def get_sync_flow_connections(
    ctx: QueryCtx, *, profile_id: ProfileId, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[SyncFlowConnection]:
    """The members in flow with a member, newest first; empty if the caller may not see that member."""
    viewer = await require_member(ctx)
    shown = await ctx.run(visible_user, viewer=viewer.id, profile_id=profile_id)
    if shown is None:
        return Page(page=[], is_done=True, continue_cursor="")
    return await paginate(ctx, CONNECTIONS_OF, pagination_opts, connection_view, member_id=shown, viewer=viewer.id)


@query(rate_limit=RateLimit((10, 2.0)))
async def search(ctx: QueryCtx, *, text: SearchText, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[Profile]:
    """The members with this text in their username or full name. Those with a word that begins with it come first.

    One or two letters find beginnings only.
    """
    member = await require_member(ctx)
    beginning = searched(text)
    given = {
        "viewer": member.id,
        "initials": numbers_of(beginning),
        "beginning": beginning,
        "behind": just_behind(beginning),
    }
    return await paginate(ctx, FOUND, pagination_opts, profile_view, **given)


@query(rate_limit=RateLimit((10, MINUTE)))
async def get_all_profiles(ctx: QueryCtx, *, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[Profile]:
    """All members whom the caller sees, in no order."""
    member = await require_member(ctx)
    return await paginate(ctx, EVERYBODY, pagination_opts, profile_view, viewer=member.id)


@query
async def get_suggested(ctx: QueryCtx, *, seed: int = 0) -> list[Profile]:
    """Nine other members, chosen at random: the same ones for the same seed."""
    member = await require_member(ctx)
    behind = await _some(ctx, member.id, (place_of(seed, member.id),))
    before = [] if len(behind) == SUGGESTED else await _some(ctx, member.id, None)
    known = {profile.id for profile in behind}
    return [*behind, *(profile for profile in before if profile.id not in known)][:SUGGESTED]


@query(rate_limit=RateLimit((60, MINUTE)))
async def get_curators(
    ctx: QueryCtx, *, nook_type: str | None = None, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Profile]:
    """The curators of one nook, or of all, without those hidden from the caller."""
    member = await require_member(ctx)
    if nook_type is None:
        return await paginate(ctx, CURATORS, pagination_opts, profile_view, viewer=member.id)
    return await paginate(ctx, CURATORS_OF_NOOK, pagination_opts, profile_view, viewer=member.id, nook=nook_type)


@query
async def get_blocked_users(
    ctx: QueryCtx, *, profile_id: ProfileId, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[BlockedUser]:
    """The members whom the calling member blocked, newest first."""
    member = await require_own_profile(ctx, profile_id)
    return await paginate(ctx, BLOCKED_BY, pagination_opts, blocked_view, blocker=member.id)


@query
async def get_muted(ctx: QueryCtx, *, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[BlockedUser]:
    """The members whom the caller muted, newest first, without those whom the caller does not see."""
    member = await require_member(ctx)
    return await paginate(ctx, MUTED_BY_VIEWER, pagination_opts, blocked_view, viewer=member.id)


@query
async def is_muted(ctx: QueryCtx, *, profile_id: ProfileId) -> bool:
    """Whether the caller muted this member; false for a member whom they do not see."""
    member = await require_member(ctx)
    other = await ctx.run(visible_user, viewer=member.id, profile_id=profile_id)
    return other is not None and await ctx.run(has_muted, muter=member.id, muted=other)


@query
async def get_limited(ctx: QueryCtx, *, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[BlockedUser]:
    """The members whom the caller limited, newest first, without those whom the caller does not see."""
    member = await require_member(ctx)
    return await paginate(ctx, LIMITED_BY_VIEWER, pagination_opts, blocked_view, viewer=member.id)


@query
async def is_limited(ctx: QueryCtx, *, profile_id: ProfileId) -> bool:
    """Whether the caller limited this member; false for a member whom they do not see."""
    member = await require_member(ctx)
    other = await ctx.run(visible_user, viewer=member.id, profile_id=profile_id)
    return other is not None and await ctx.run(has_limited, limiter=member.id, limited=other)


async def _shown(ctx: ReadCtx, viewer: Member, row: Row | None) -> Profile | None:
    if row is None:
        return None
    profile = profile_view(row)
    if profile.user_id == viewer.id:
        profile.notification_count = (await ctx.run(unread_count, member_id=viewer.id)).total
        profile.last_check = await ctx.run(last_check, member_id=viewer.id)
        profile.outgoing_sync_flows = await _flows(ctx, viewer, asked=True)
        profile.incoming_sync_flows = await _flows(ctx, viewer, asked=False)
        profile.allow_syncflow = bool(await ctx.value(SYNCFLOW_SETTING_OF_PROFILE, profile_id=profile.id))
    return profile


async def _flows(ctx: ReadCtx, member: Member, *, asked: bool) -> list[ProfileId]:
    return [row.id for row in await ctx.rows(FLOWS_OF_MEMBER, member_id=member.id, asked=asked)]


async def _some(ctx: QueryCtx, viewer: str, after: tuple[str] | None) -> list[Profile]:
    """The first `SUGGESTED` other members after an id, or from the beginning."""
    select, bounds = OTHERS.range(after, None)
    given = {"viewer": viewer, **bounds, "limit": SUGGESTED}
    rows = await ctx.rows_unwatched(select, **given)
    end = OTHERS.key(rows[-1]) if len(rows) == SUGGESTED else None
    watched, bounds = OTHERS.range(after, end)
    ctx.watch(watched, {**given, **bounds}, rows)
    return [profile_view(row) for row in rows]
