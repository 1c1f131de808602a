"""Making choices."""

from __future__ import annotations

from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.members.access import require_member
from inflow.safety.rules import Commenters, Requesters
from inflow.safety.tables import safety_settings
from reflow import MINUTE, MutationCtx, RateLimit, mutation, statement

_choosing = insert(safety_settings).values(user_id=bindparam("user_id"), commenters=bindparam("commenters"))
SET_COMMENTERS = statement(
    _choosing.on_conflict_do_update(index_elements=["user_id"], set_={"commenters": _choosing.excluded.commenters})
)

_limiting = insert(safety_settings).values(user_id=bindparam("user_id"), requesters=bindparam("requesters"))
SET_REQUESTERS = statement(
    _limiting.on_conflict_do_update(index_elements=["user_id"], set_={"requesters": _limiting.excluded.requesters})
)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def set_commenters(ctx: MutationCtx, *, commenters: Commenters) -> None:
    """Choose who may comment on the caller's fotos and flicks from now on. Comments that are there stay."""
    member = await require_member(ctx)
    await ctx.execute(SET_COMMENTERS, user_id=member.id, commenters=commenters)


@mutation(rate_limit=RateLimit((60, MINUTE)))
async def set_requesters(ctx: MutationCtx, *, requesters: Requesters) -> None:
    """Choose who may send the caller requests to syncflow from now on. Requests that were sent stay."""
    member = await require_member(ctx)
    await ctx.execute(SET_REQUESTERS, user_id=member.id, requesters=requesters)
