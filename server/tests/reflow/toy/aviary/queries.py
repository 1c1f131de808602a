"""The birds that clients ask for."""

from __future__ import annotations

from reflow.context import QueryCtx
from reflow.functions import internal_query, query


@internal_query
async def every_bird(ctx: QueryCtx) -> list[str]:
    """All birds. Only other functions may run it."""
    return ["wren", "owl"]


@query
async def list_birds(ctx: QueryCtx) -> list[str]:
    """The birds, in order."""
    return sorted(await ctx.run(every_bird))
