"""Asking to syncflow, and what becomes of it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.blocks.access import are_hidden, has_blocked, visible_user
from inflow.blocks.pairs import add_block
from inflow.connections.access import are_connected
from inflow.connections.pairs import connect, sever
from inflow.core.ids import new_id
from inflow.flow_requests.queries import pending_request
from inflow.flow_requests.rules import (
    IN_BUCKET,
    IN_FLOW_ALREADY,
    NO_PROFILE,
    NOT_ONESELF,
    NOT_SENT,
    NOT_THERE,
    NOT_TO_ONESELF,
    FlowRequestId,
)
from inflow.flow_requests.tables import flow_requests
from inflow.flow_requests.views import Moved
from inflow.members.access import require_member, require_own_profile, user_of_profile
from inflow.members.rules import ProfileId, UserId
from inflow.members.tables import profiles
from inflow.messages.conversations import ensure_conversation
from inflow.notifications.notify import notify, withdraw, withdraw_between
from inflow.notifications.rules import ASKED, IN_FLOW
from reflow.context import MutationCtx
from reflow.errors import AppError
from reflow.functions import mutation
from reflow.limits.rate_limits import DAY, HOUR, MINUTE, Pace
from reflow.statements import Statement, statement

ALLOWS_SYNCFLOW = statement(sa.select(profiles.c.allow_syncflow).where(profiles.c.user_id == bindparam("user_id")))
# A request made at the same moment is not seen but collided with, and then the whole call begins again and sees it.
ADD_REQUEST = statement(
    insert(flow_requests)
    .values(id=bindparam("id"), sender_id=bindparam("sender_id"), receiver_id=bindparam("receiver_id"))
    .on_conflict_do_nothing()
)


def _settling(status: str, *whose: sa.ColumnElement[bool]) -> Statement:
    """Move a pending request on. There is no way back, and no second time."""
    return statement(
        sa.update(flow_requests)
        .where(flow_requests.c.status == "pending", *whose)
        .values(status=status, settled_at=sa.func.now())
        .returning(flow_requests.c.id, flow_requests.c.sender_id, flow_requests.c.receiver_id)
    )


_THIS = flow_requests.c.id == bindparam("id")
ACCEPT = _settling("accepted", _THIS, flow_requests.c.receiver_id == bindparam("by"))
REJECT = _settling("rejected", _THIS, flow_requests.c.receiver_id == bindparam("by"))
CANCEL = _settling("cancelled", _THIS, flow_requests.c.sender_id == bindparam("by"))
CANCEL_FROM_TO = _settling(
    "cancelled", flow_requests.c.sender_id == bindparam("sender"), flow_requests.c.receiver_id == bindparam("receiver")
)


@mutation(spelling="snake", pace=Pace((30, HOUR), (200, DAY)))
async def request_sync(ctx: MutationCtx, *, sender_id: ProfileId, receiver_id: ProfileId) -> Moved:
    """Ask another member to syncflow. If they have asked already, this is the answer, and both are in flow."""
    member = await require_own_profile(ctx, sender_id)
    if sender_id == receiver_id:
        raise AppError("invalid", NOT_TO_ONESELF)
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
    return await _ask(ctx, member.id, other)


@mutation(pace=Pace((60, MINUTE)))
async def accept(ctx: MutationCtx, *, request_id: FlowRequestId) -> Moved:
    """Accept a request to oneself: both are in flow from now on, and have a conversation."""
    sender, receiver = await _settle(ctx, ACCEPT, request_id)
    await connect(ctx, sender, receiver)
    await ensure_conversation(ctx, sender, receiver)
    await notify(ctx, to=sender, kind="sync_flow", sender=receiver, subject=IN_FLOW)
    return Moved(id=request_id, status="accepted")


@mutation(pace=Pace((60, MINUTE)))
async def reject(ctx: MutationCtx, *, request_id: FlowRequestId) -> None:
    """Bounce a request to oneself. The one who asked is not told; the request is gone from their list."""
    await _settle(ctx, REJECT, request_id)


@mutation(pace=Pace((60, MINUTE)))
async def cancel(ctx: MutationCtx, *, request_id: FlowRequestId) -> None:
    """Detach: take back a request of one's own."""
    await _settle(ctx, CANCEL, request_id)


@mutation(path="profiles:blockUser", pace=Pace((60, MINUTE)))
async def block_user(ctx: MutationCtx, *, blocker_id: ProfileId, blocked_id: ProfileId) -> None:
    """Block another member: whatever was between the two ends, and neither sees the other any more."""
    member = await require_own_profile(ctx, blocker_id)
    if blocker_id == blocked_id:
        raise AppError("invalid", NOT_ONESELF)
    other = await ctx.run(user_of_profile, profile_id=blocked_id)
    if other is None:
        raise AppError("not_found", NO_PROFILE)
    if await are_hidden(ctx, member.id, other):
        # Blocked by oneself already, nothing more is to be done; blocked by them, they are not there.
        if await ctx.run(has_blocked, blocker=member.id, blocked=other):
            return
        raise AppError("not_found", NO_PROFILE)
    for sender, receiver in ((member.id, other), (other, member.id)):
        await ctx.row(CANCEL_FROM_TO, sender=sender, receiver=receiver)
    await sever(ctx, member.id, other)
    await withdraw_between(ctx, member.id, other)
    await add_block(ctx, member.id, other)


async def _ask(ctx: MutationCtx, sender: UserId, receiver: UserId) -> Moved:
    """Write a request where none is, if the receiver takes any; who takes none looks like who is not there."""
    if not await ctx.value(ALLOWS_SYNCFLOW, user_id=receiver):
        raise AppError("not_found", NOT_SENT)
    request_id = FlowRequestId(new_id())
    await ctx.execute(ADD_REQUEST, id=request_id, sender_id=sender, receiver_id=receiver)
    await notify(ctx, to=receiver, kind="sync_flow", sender=sender, subject=ASKED)
    return Moved(id=request_id, status="pending")


async def _settle(ctx: MutationCtx, settling: Statement, request_id: FlowRequestId) -> tuple[UserId, UserId]:
    """Settle a request as the calling member, and take back what its receiver was told; sender and receiver.

    Raises:
        AppError: `unauthenticated`, or `not_found` for none, for one that is settled, and for one of others.
    """
    member = await require_member(ctx)
    row = await ctx.row(settling, id=request_id, by=member.id)
    if row is None:
        raise AppError("not_found", NOT_THERE)
    await withdraw(ctx, to=row.receiver_id, kind="sync_flow", sender=row.sender_id, subject=ASKED)
    return row.sender_id, row.receiver_id
