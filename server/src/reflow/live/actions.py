"""The context that actions run in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from reflow.errors import timed_out

if TYPE_CHECKING:
    from reflow.functions import Mutation, Query
    from reflow.identity import Identity
    from reflow.live.engine import Engine

T = TypeVar("T")

LONGEST_ACTION = 600.0
"""The default limit of an action's time, in seconds."""


class ActionContext:
    """The context of an action."""

    def __init__(self, engine: Engine, identity: Identity | None) -> None:
        self._engine = engine
        self.identity = identity

    @property
    def signed_in(self) -> bool:
        return self.identity is not None

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def get(self, kind: type[T]) -> T:
        return self._engine.dependencies.of(kind)

    async def query(self, query: Query[Any, Any], /, **given: Any) -> Any:
        evaluation = await self._engine.run_query(query, query.complete(given), self.identity)
        if evaluation.raised is not None:
            raise evaluation.raised
        return evaluation.returned

    async def mutate(self, mutation: Mutation[Any, Any], /, **given: Any) -> Any:
        return await self._engine.run_mutation(mutation, mutation.complete(given), self.identity)


async def within(seconds: float, work: Awaitable[T]) -> T:
    """The work's result. The work is cancelled if it takes longer; the caller is answered even if it ignores that.

    Raises:
        AppError: ``timed_out``.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
    if not done:
        raise timed_out()
    return task.result()
