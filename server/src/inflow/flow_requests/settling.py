"""Settling a request that is pending: accepted, rejected or cancelled, once and for good."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.flow_requests.rules import (
    NOT_THERE,
    FlowRequestId,
)
from inflow.flow_requests.tables import flow_requests
from inflow.members.access import Member
from inflow.members.rules import UserId
from inflow.notifications.notify import withdraw
from inflow.notifications.rules import ASKED
from reflow import AppError, MutationCtx, Statement, statement


def _settling(status: str, *whose: sa.ColumnElement[bool]) -> Statement:
    """Settle a pending request. A settled one does not match."""
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


async def settle(ctx: MutationCtx, settling: Statement, request_id: FlowRequestId, by: Member) -> tuple[UserId, UserId]:
    """Settle a request as this member, and withdraw the receiver's notification of it.

    Returns:
        The sender and the receiver.

    Raises:
        AppError: `not_found`, the same for no request, for a settled one, and for one that this member may not settle.
    """
    row = await ctx.row(settling, id=request_id, by=by.id)
    if row is None:
        raise AppError("not_found", NOT_THERE)
    await withdraw(ctx, to=row.receiver_id, kind="sync_flow", sender=row.sender_id, subject=ASKED)
    return row.sender_id, row.receiver_id


async def cancel_between(ctx: MutationCtx, one: UserId, other: UserId) -> None:
    """Cancel the pending request between two users, whichever of them made it."""
    for sender, receiver in ((one, other), (other, one)):
        await ctx.row(CANCEL_FROM_TO, sender=sender, receiver=receiver)
