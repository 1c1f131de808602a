"""The query of the caller's own export."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.exports.tables import exports
from inflow.exports.views import Export, export_view
from inflow.members.access import require_signed_in
from reflow import QueryCtx, query, statement

EXPORT_OF_ACCOUNT = statement(
    sa.select(
        *(exports.c.id, exports.c.state, exports.c.done, exports.c.total, exports.c.byte_size),
        *(exports.c.created_at, exports.c.made_at, exports.c.expires_at),
    ).where(exports.c.account_id == bindparam("account_id"))
)


@query
async def get_export(ctx: QueryCtx) -> Export | None:
    """The archive that the caller had made of their data, while it is made and until it expires; null if there is none.
    Applicants get theirs too.
    """
    require_signed_in(ctx)
    if ctx.identity is None:
        return None
    row = await ctx.row(EXPORT_OF_ACCOUNT, account_id=ctx.identity.subject)
    return None if row is None else export_view(row)
