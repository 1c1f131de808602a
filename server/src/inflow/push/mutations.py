"""Subscribing a browser to pushes, and unsubscribing it."""

from __future__ import annotations

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.members.access import require_member
from inflow.notifications.preferences import set_push_wanted
from inflow.push.encryption import require_point
from inflow.push.keys import base64url_decode
from inflow.push.rules import MOST_BROWSERS, SUBSCRIBING, Endpoint, is_push_address, subscription_id_of
from inflow.push.tables import push_subscriptions
from inflow.push.views import SubscriptionKeys
from reflow import AppError, MutationCtx, mutation, statement

_COLUMNS = ("id", "member_id", "session_id", "endpoint", "p256dh", "auth")
_subscribing = insert(push_subscriptions).values({name: bindparam(name) for name in _COLUMNS})
# The member who subscribed last is the one who uses the browser.
SUBSCRIBE = statement(
    _subscribing.on_conflict_do_update(
        index_elements=["id"],
        set_={name: _subscribing.excluded[name] for name in _COLUMNS[1:]} | {"created_at": sa.func.now()},
    )
)
_newest = (
    sa.select(push_subscriptions.c.id)
    .where(push_subscriptions.c.member_id == bindparam("member_id"))
    .order_by(push_subscriptions.c.created_at.desc(), push_subscriptions.c.id)
    .limit(MOST_BROWSERS)
)
DELETE_OLDER_SUBSCRIPTIONS = statement(
    sa.delete(push_subscriptions).where(
        push_subscriptions.c.member_id == bindparam("member_id"), push_subscriptions.c.id.not_in(_newest)
    )
)
UNSUBSCRIBE = statement(
    sa.delete(push_subscriptions).where(
        push_subscriptions.c.id == bindparam("id"), push_subscriptions.c.member_id == bindparam("member_id")
    )
)
ANY_SUBSCRIPTION = statement(
    sa.select(push_subscriptions.c.id).where(push_subscriptions.c.member_id == bindparam("member_id")).limit(1)
)


@mutation(rate_limit=SUBSCRIBING)
async def subscribe(ctx: MutationCtx, *, endpoint: Endpoint, keys: SubscriptionKeys) -> None:
    """Send the caller's pushes to this browser until the session ends, in place of the member who had it before."""
    member = await require_member(ctx)
    if not is_push_address(endpoint):
        raise AppError("invalid", "This browser's push service cannot be used.", field="endpoint")
    p256dh, auth = _checked(keys)
    try:
        await ctx.execute(
            SUBSCRIBE,
            id=subscription_id_of(endpoint),
            member_id=member.id,
            session_id=ctx.identity.session if ctx.identity else None,
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
        )
    except asyncpg.ForeignKeyViolationError:
        raise AppError("unauthenticated", "Please log in.") from None  # the session has just ended
    await ctx.execute(DELETE_OLDER_SUBSCRIPTIONS, member_id=member.id)
    await set_push_wanted(ctx, member.id, wanted=True)


@mutation
async def unsubscribe(ctx: MutationCtx, *, endpoint: Endpoint) -> None:
    """Stop sending the caller's pushes to this browser. Without a subscription it does nothing."""
    member = await require_member(ctx)
    await ctx.execute(UNSUBSCRIBE, id=subscription_id_of(endpoint), member_id=member.id)
    if await ctx.row(ANY_SUBSCRIPTION, member_id=member.id) is None:
        await set_push_wanted(ctx, member.id, wanted=False)


def _checked(keys: SubscriptionKeys) -> tuple[bytes, bytes]:
    try:
        p256dh, auth = base64url_decode(keys.p256dh), base64url_decode(keys.auth)
        require_point(p256dh)
    except ValueError:
        raise AppError("invalid", "This browser's push service cannot be used.", field="keys") from None
    if len(auth) != 16:
        raise AppError("invalid", "This browser's push service cannot be used.", field="keys")
    return p256dh, auth
