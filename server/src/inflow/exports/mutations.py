"""Cancelling an export, or deleting a finished one."""

from __future__ import annotations

from inflow.exports.tables import DELETE_EXPORT_OF
from inflow.members.access import require_signed_in
from reflow import HOUR, MutationCtx, RateLimit, mutation


@mutation(rate_limit=RateLimit((30, HOUR)))
async def cancel_export(ctx: MutationCtx) -> None:
    """Stop making the caller's archive, or delete the finished one. Does nothing if there is none."""
    require_signed_in(ctx)
    assert ctx.identity is not None, "signed in"
    row = await ctx.row(DELETE_EXPORT_OF, account_id=ctx.identity.subject)
    if row is not None:
        await ctx.defer("remove_export", export_id=row.id)
