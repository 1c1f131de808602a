"""Rate limits of callers, per function and in all: calls are refused, queries may be delayed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from reflow.limits.budget import query_cost
from reflow.live.nodes import caller_of

if TYPE_CHECKING:
    from reflow.functions import Function
    from reflow.identity import Identity
    from reflow.limits.rate_limits import RateLimit
    from reflow.live.graph import Graph

PUT_OFF: Final = 60.0
"""Seconds that a subscription may wait for its turn."""


@dataclass(frozen=True, kw_only=True)
class CallerRateLimits:
    """The limits of one caller over all functions; each function's own limit applies in addition.

    Attributes:
        calls: Mutations and actions together.
        queries: Queries without a cached answer; one that is expected to read many rows counts as several.
    """

    calls: RateLimit | None = None
    queries: RateLimit | None = None


UNLIMITED: Final = CallerRateLimits()


def reserve(
    graph: Graph,
    overall: RateLimit | None,
    function: Function[..., Any],
    given: dict[str, Any],
    identity: Identity | None,
    journal: str | None,
    *,
    max_wait: float,
) -> float:
    """In how many seconds this caller may run this query; 0 if its answer is cached.

    Raises:
        AppError: `rate_limited`, if that is later than `max_wait` seconds.
    """
    if identity is None or (overall is None and function.rate_limit is None):
        return 0.0
    if graph.knows(function, given, identity, journal):
        return 0.0
    caller, wait = caller_of(identity), 0.0
    if overall is not None:
        cost = min(query_cost(graph, function), overall.burst)
        wait = overall.reserve(caller, max_wait=max_wait, cost=cost)
    if function.rate_limit is not None:
        wait = max(wait, function.rate_limit.reserve(caller, max_wait=max_wait))
    return wait


def rate_limited(
    function: Function[..., Any], identity: Identity | None, overall: RateLimit | None
) -> Function[..., Any]:
    """The function with rate limits: it counts one call of this caller, however often its transaction is retried.

    It refuses inside the transaction, so that a request that took effect before gets its stored answer.
    """
    rate_limits = [rate_limit for rate_limit in (overall, function.rate_limit) if rate_limit is not None]
    if not rate_limits or identity is None:
        return function

    async def rate_limited(ctx: Any, **arguments: Any) -> Any:
        while rate_limits:
            rate_limits.pop(0).take(caller_of(identity))
        return await function.call(ctx, **arguments)

    return with_call(function, rate_limited)


def with_call(function: Function[..., Any], call: Any) -> Function[..., Any]:
    """The function with this call in place of its own, and without a rate limit."""
    return replace(function, call=call, rate_limit=None)
