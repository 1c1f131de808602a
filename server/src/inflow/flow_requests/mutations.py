"""Sending and settling flow requests, and blocking a member."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.blocks.access import visible_user
from inflow.connections.access import are_connected, have_in_common
from inflow.connections.pairs import connect
from inflow.core.ids import new_id
from inflow.core.tables import INSTANT
from inflow.flow_requests.queries import pending_request
from inflow.flow_requests.rules import (
    ENOUGH_REQUESTS,
    FRIENDS_OF_FRIENDS,
    IN_BUCKET,
    IN_FLOW_ALREADY,
    NOT_SENT,
    NOT_TO_ONESELF,
    TAKES_NONE,
    FlowRequestId,
)
from inflow.flow_requests.settling import ACCEPT, CANCEL, REJECT, settle
from inflow.flow_requests.tables import flow_requests
from inflow.flow_requests.views import Moved
from inflow.members.access import require_member, require_own_profile
from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles
from inflow.messages.conversations import ensure_conversation
from inflow.notifications.notify import notify
from inflow.notifications.rules import ASKED, IN_FLOW
from inflow.policies.access import require_may_write
from inflow.safety.access import requesters_of
from inflow.standing.new_members import NewMemberRules, did_enough
from reflow import DAY, HOUR, MINUTE, AppError, MutationCtx, RateLimit, mutation, statement

SYNCFLOW_SETTING_OF_USER = statement(
    sa.select(profiles.c.allow_syncflow).where(profiles.c.user_id == bindparam("user_id"))
)
# A request made at the same moment is invisible here; the conflict makes the call run again and find it.
ADD_REQUEST = statement(
    insert(flow_requests)
    .values(id=bindparam("id"), sender_id=bindparam("sender_id"), receiver_id=bindparam("receiver_id"))
    .on_conflict_do_nothing()
)

REQUESTS_SINCE = statement(
    sa.select(sa.func.count())
    .select_from(flow_requests)
    .where(
        flow_requests.c.sender_id == bindparam("user_id"),
        flow_requests.c.created_at > bindparam("since", type_=INSTANT),
    )
)


@mutation(spelling="snake", rate_limit=RateLimit((30, HOUR), (200, DAY)))
async def request_sync(ctx: MutationCtx, *, sender_id: ProfileId, receiver_id: ProfileId) -> Moved:
    """Ask another member to syncflow. If they have sent a request already, this accepts it, and both are in flow."""
    member = await require_own_profile(ctx, sender_id)
    if sender_id == receiver_id:
        raise AppError("invalid", NOT_TO_ONESELF)
    await require_may_write(ctx, member)
    other = await ctx.run(visible_user, viewer=member.id, profile_id=receiver_id)
    if other is None:
        raise AppError("not_found", NOT_SENT)
    if await are_connected(ctx, member.id, other):
        raise AppError("conflict", IN_FLOW_ALREADY)
    if await pending_request(ctx, member.id, other) is not None:
        raise AppError("conflict", IN_BUCKET)
    theirs = await pending_request(ctx, other, member.id)
    if theirs is not None:
        return await accept.call(ctx, request_id=theirs.id)
    if await did_enough(ctx, member, ctx.get(NewMemberRules).requests, REQUESTS_SINCE):
        raise AppError("rate_limited", ENOUGH_REQUESTS)
    return await _ask(ctx, member.id, other)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def accept(ctx: MutationCtx, *, request_id: FlowRequestId) -> Moved:
    """Accept a request to the caller: both members are in flow from now on, and have a conversation."""
    member = await require_member(ctx)
    sender, receiver = await settle(ctx, ACCEPT, request_id, member)
    await connect(ctx, sender, receiver)
    await ensure_conversation(ctx, sender, receiver)
    await notify(ctx, to=sender, kind="sync_flow", sender=receiver, subject=IN_FLOW)
    return Moved(id=request_id, status="accepted")


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def reject(ctx: MutationCtx, *, request_id: FlowRequestId) -> None:
    """Bounce a request to the caller. The sender is not notified; the request disappears from their list."""
    member = await require_member(ctx)
    await settle(ctx, REJECT, request_id, member)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def cancel(ctx: MutationCtx, *, request_id: FlowRequestId) -> None:
    """Detach: take back a request of the caller's own."""
    member = await require_member(ctx)
    await settle(ctx, CANCEL, request_id, member)


async def _ask(ctx: MutationCtx, sender: UserId, receiver: UserId) -> Moved:
    """Store a request. A receiver who takes none looks like a member who does not exist."""
    if not await ctx.value(SYNCFLOW_SETTING_OF_USER, user_id=receiver):
        raise AppError("not_found", NOT_SENT)
    await _require_taken(ctx, sender, receiver)
    request_id = FlowRequestId(new_id())
    await ctx.execute(ADD_REQUEST, id=request_id, sender_id=sender, receiver_id=receiver)
    await notify(ctx, to=receiver, kind="sync_flow", sender=sender, subject=ASKED)
    return Moved(id=request_id, status="pending")


async def _require_taken(ctx: MutationCtx, sender: UserId, receiver: UserId) -> None:
    """Check that the receiver takes requests from this sender.

    Raises:
        AppError: `forbidden`.
    """
    requesters = await ctx.run(requesters_of, user_id=receiver)
    if requesters == "no_one":
        raise AppError("forbidden", TAKES_NONE)
    if requesters == "friends_of_friends" and not await have_in_common(ctx, sender, receiver):
        raise AppError("forbidden", FRIENDS_OF_FRIENDS)
