"""Whether a member wants pushes. The feature that sends them sets this; by default no push job is scheduled."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.notifications.tables import notification_settings
from reflow.context import MutationCtx
from reflow.statements import statement

_wanting = insert(notification_settings).values(
    member_id=bindparam("member_id"), push=bindparam("push", type_=sa.Boolean)
)
SET_PUSH_WANTED = statement(
    _wanting.on_conflict_do_update(index_elements=["member_id"], set_={"push": _wanting.excluded.push})
)


async def set_push_wanted(ctx: MutationCtx, member_id: str, *, wanted: bool) -> None:
    """Schedule a job `push` with each later notification of this member, or stop doing so."""
    await ctx.execute(SET_PUSH_WANTED, member_id=member_id, push=wanted)
