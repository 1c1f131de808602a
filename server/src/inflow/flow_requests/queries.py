"""Queries of flow requests. Only their senders and receivers can read them."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.blocks.access import not_hidden, visible_user
from inflow.connections.access import are_connected
from inflow.connections.tables import connections
from inflow.core.tables import TEXT
from inflow.flow_requests.rules import MOST_STANDINGS, PER_CIRCLE, FlowRequestId
from inflow.flow_requests.selects import REQUESTS
from inflow.flow_requests.tables import flow_requests
from inflow.flow_requests.views import Circle, FlowRequest, ProfileStanding, Standing, request_view
from inflow.members.access import require_member, require_own_profile, user_of_profile
from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles
from reflow import AppError, Pages, QueryCtx, ReadCtx, Statement, query, statement

WIRE_SPELLING = "snake"

_PENDING = flow_requests.c.status == "pending"
_TO_VIEWER = (flow_requests.c.receiver_id == bindparam("viewer"), _PENDING, not_hidden(flow_requests.c.sender_id))
_BY_VIEWER = (flow_requests.c.sender_id == bindparam("viewer"), _PENDING, not_hidden(flow_requests.c.receiver_id))
_NEWEST_FIRST = (flow_requests.c.created_at.desc(), flow_requests.c.id.desc())

INCOMING = Pages(REQUESTS.where(*_TO_VIEWER), by=_NEWEST_FIRST)
OUTGOING = Pages(REQUESTS.where(*_BY_VIEWER), by=_NEWEST_FIRST)
COUNT_TO_VIEWER = statement(sa.select(sa.func.count()).select_from(flow_requests).where(*_TO_VIEWER))
COUNT_BY_VIEWER = statement(sa.select(sa.func.count()).select_from(flow_requests).where(*_BY_VIEWER))
REQUEST_OF_VIEWER = statement(
    sa.select(flow_requests.c.created_at, flow_requests.c.id).where(
        flow_requests.c.id == bindparam("id"),
        sa.or_(flow_requests.c.sender_id == bindparam("viewer"), flow_requests.c.receiver_id == bindparam("viewer")),
    )
)
PENDING_OF_PAIR = statement(
    REQUESTS.where(
        flow_requests.c.sender_id == bindparam("sender"), flow_requests.c.receiver_id == bindparam("receiver"), _PENDING
    )
)

_OTHERS = bindparam("others", type_=ARRAY(TEXT))
VISIBLE_USERS = statement(
    sa.select(profiles.c.id, profiles.c.user_id)
    .where(profiles.c.id == sa.any_(bindparam("profile_ids", type_=ARRAY(TEXT))), not_hidden(profiles.c.user_id))
    .order_by(profiles.c.id)
)
CONNECTIONS_TO = statement(
    sa.select(connections.c.other_id).where(
        connections.c.member_id == bindparam("viewer"), connections.c.other_id == sa.any_(_OTHERS)
    )
)
PENDING_TO, PENDING_FROM = (
    statement(
        sa.select(flow_requests.c.id, flow_requests.c.sender_id, flow_requests.c.receiver_id).where(
            viewer == bindparam("viewer"), other == sa.any_(_OTHERS), _PENDING
        )
    )
    for viewer, other in (
        (flow_requests.c.sender_id, flow_requests.c.receiver_id),
        (flow_requests.c.receiver_id, flow_requests.c.sender_id),
    )
)


@query
async def get_incoming(ctx: QueryCtx, *, profile_id: ProfileId, cursor: FlowRequestId | None = None) -> Circle:
    """The pending requests to the calling member, one circle at a time."""
    member = await require_own_profile(ctx, profile_id)
    return await _circle(ctx, INCOMING, COUNT_TO_VIEWER, member.id, cursor)


@query
async def get_outgoing(ctx: QueryCtx, *, profile_id: ProfileId, cursor: FlowRequestId | None = None) -> Circle:
    """The pending requests by the calling member, one circle at a time."""
    member = await require_own_profile(ctx, profile_id)
    return await _circle(ctx, OUTGOING, COUNT_BY_VIEWER, member.id, cursor)


@query
async def check_existing_request(
    ctx: QueryCtx, *, profile1_id: ProfileId, profile2_id: ProfileId
) -> FlowRequest | None:
    """The pending request between the calling member and another one, in either direction; null if there is none."""
    one, other = await _both(ctx, profile1_id, profile2_id)
    return await pending_request(ctx, one, other) or await pending_request(ctx, other, one)


@query
async def check_pending(ctx: QueryCtx, *, sender_id: ProfileId, receiver_id: ProfileId) -> bool:
    """Whether a request by the first to the second is pending; the caller must be one of them."""
    sender, receiver = await _both(ctx, sender_id, receiver_id)
    return await pending_request(ctx, sender, receiver) is not None


@query
async def get_standing(ctx: QueryCtx, *, profile_id: ProfileId) -> Standing:
    """The state between the calling member and another one: in flow, a pending request of either, or nothing."""
    member = await require_member(ctx)
    other = await ctx.run(visible_user, viewer=member.id, profile_id=profile_id)
    if other is None:
        return Standing(synced=False, outgoing=None, incoming=None)
    outgoing, incoming = await pending_request(ctx, member.id, other), await pending_request(ctx, other, member.id)
    return Standing(
        synced=await are_connected(ctx, member.id, other),
        outgoing=outgoing.id if outgoing else None,
        incoming=incoming.id if incoming else None,
    )


@query
async def get_standings(
    ctx: QueryCtx, *, profile_ids: Annotated[list[ProfileId], Meta(max_length=MOST_STANDINGS)]
) -> list[ProfileStanding]:
    """The same for several members at once. Those whom the caller does not see are missing."""
    member = await require_member(ctx)
    others = await ctx.rows(VISIBLE_USERS, viewer=member.id, profile_ids=sorted(set(profile_ids)))
    given = {"viewer": member.id, "others": sorted(row.user_id for row in others)}
    synced = {row.other_id for row in await ctx.rows(CONNECTIONS_TO, **given)}
    outgoing = {row.receiver_id: row.id for row in await ctx.rows(PENDING_TO, **given)}
    incoming = {row.sender_id: row.id for row in await ctx.rows(PENDING_FROM, **given)}
    return [
        ProfileStanding(
            profile_id=row.id,
            synced=row.user_id in synced,
            outgoing=outgoing.get(row.user_id),
            incoming=incoming.get(row.user_id),
        )
        for row in others
    ]


async def pending_request(ctx: ReadCtx, sender: UserId | None, receiver: UserId | None) -> FlowRequest | None:
    """The pending request of one user to another; None if there is none."""
    row = await ctx.row(PENDING_OF_PAIR, sender=sender, receiver=receiver)
    return None if row is None else request_view(row)


async def _circle(
    ctx: QueryCtx, pages: Pages, how_many: Statement, viewer: UserId, cursor: FlowRequestId | None
) -> Circle:
    """The requests after the one that the cursor names, which may have been settled since."""
    after = None
    if cursor is not None:
        row = await ctx.row(REQUEST_OF_VIEWER, id=cursor, viewer=viewer)
        if row is None:
            raise AppError("invalid_cursor", "This list has changed; please begin again.")
        after = (row.created_at, row.id)
    select, bounds = pages.range(after, None)
    rows = await ctx.rows(select, viewer=viewer, **bounds, limit=PER_CIRCLE + 1)
    shown = [request_view(row) for row in rows[:PER_CIRCLE]]
    return Circle(
        requests=shown,
        total=await ctx.value(how_many, viewer=viewer),
        next_cursor=shown[-1].id if len(rows) > PER_CIRCLE else None,
    )


async def _both(ctx: ReadCtx, one: ProfileId, other: ProfileId) -> tuple[UserId | None, UserId | None]:
    """The users of these profiles; one of them must be the caller.

    Raises:
        AppError: `unauthenticated` or `forbidden`.
    """
    member = await require_member(ctx)
    users = await ctx.run(user_of_profile, profile_id=one), await ctx.run(user_of_profile, profile_id=other)
    if member.id not in users:
        raise AppError("forbidden", "You can only do this for yourself.")
    return users
