"""What happens to birds."""

from __future__ import annotations

from tests.reflow.toy.aviary.queries import list_birds

from reflow.context import MutationCtx
from reflow.functions import internal_mutation, mutation


@internal_mutation
async def feed(ctx: MutationCtx) -> int:
    """Feed them. Only actions may run it."""
    return len(await ctx.run(list_birds))


@mutation
async def count_birds(ctx: MutationCtx) -> int:
    """How many there are."""
    return len(await ctx.run(list_birds))
