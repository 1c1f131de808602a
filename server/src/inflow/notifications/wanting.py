"""Whether a member wants pushes at all. The feature that sends them says so; without it none is promised."""

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
WANT_PUSH = statement(
    _wanting.on_conflict_do_update(index_elements=["member_id"], set_={"push": _wanting.excluded.push})
)


async def want_push(ctx: MutationCtx, member_id: str, *, wanted: bool) -> None:
    """Have a job `push` promised with each notification of this member from now on, or none any more."""
    await ctx.execute(WANT_PUSH, member_id=member_id, push=wanted)
