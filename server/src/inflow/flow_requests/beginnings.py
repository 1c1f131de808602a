"""What begins together with a flow. This feature does not know; whoever puts the product together says it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from reflow.context import MutationCtx

Beginning = Callable[[MutationCtx, str, str], Awaitable[object]]
"""Makes for two users, in the transaction that connects them, what belongs to it and they do not have yet."""


class Beginnings:
    """All that begins when two members come into flow: a tool, because it stands above the requests."""

    def __init__(self, *beginnings: Beginning) -> None:
        self._beginnings = beginnings

    async def begin(self, ctx: MutationCtx, one: str, other: str) -> None:
        """Let it begin, for two users who are being connected."""
        for beginning in self._beginnings:
            await beginning(ctx, one, other)
