"""What other features may do with the record of refused uploads."""

from __future__ import annotations

from inflow.media.tables import DELETE_REFUSALS_OF_FILE
from reflow import MutationCtx


async def forget_refusals(ctx: MutationCtx, owner_id: str, sha256: str) -> None:
    """Take all refusals of this file off its owner's record."""
    await ctx.execute(DELETE_REFUSALS_OF_FILE, owner_id=owner_id, sha256=sha256)
