"""Whether a browser is subscribed, and the key that it subscribes with."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.members.access import require_member
from inflow.push.keys import VapidKeys
from inflow.push.rules import Endpoint, subscription_id_of
from inflow.push.tables import push_subscriptions
from reflow import QueryCtx, query, statement

SUBSCRIPTION_OF_MEMBER = statement(
    sa.select(push_subscriptions.c.id).where(
        push_subscriptions.c.id == bindparam("id"), push_subscriptions.c.member_id == bindparam("member_id")
    )
)


@query
async def get_public_key(ctx: QueryCtx) -> str:
    """The deployment's public key in URL-safe base64, for a browser's `applicationServerKey`."""
    await require_member(ctx)
    return ctx.get(VapidKeys).public


@query
async def is_subscribed(ctx: QueryCtx, *, endpoint: Endpoint) -> bool:
    """Whether pushes for the calling member go to the browser with this endpoint."""
    member = await require_member(ctx)
    return await ctx.row(SUBSCRIPTION_OF_MEMBER, id=subscription_id_of(endpoint), member_id=member.id) is not None
