"""Mutations that count many of a member's actions at once."""

from __future__ import annotations

from inflow.curators.counting import count, count_back
from reflow.context import MutationCtx
from reflow.functions import mutation


@mutation(path="tests:does")
async def does(ctx: MutationCtx, *, user_id: str, photos: int = 0, grids: int = 0, syncs: int = 0) -> None:
    """Count this many actions."""
    await count(ctx, user_id, "photos", photos)
    await count(ctx, user_id, "grids", grids)
    await count(ctx, user_id, "syncs", syncs)


@mutation(path="tests:takesBack")
async def takes_back(ctx: MutationCtx, *, user_id: str, photos: int = 0, grids: int = 0) -> None:
    """Take back this many actions."""
    await count_back(ctx, user_id, "photos", [await ctx.now()] * photos)
    await count_back(ctx, user_id, "grids", [await ctx.now()] * grids)
