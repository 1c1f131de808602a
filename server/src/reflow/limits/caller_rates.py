"""Holding callers to the pace of a function, and of all they ask: calls are refused, questions may be put off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from reflow.limits.budget import questions_for
from reflow.live.nodes import caller_of

if TYPE_CHECKING:
    from reflow.auth.tokens import Identity
    from reflow.functions import Function
    from reflow.limits.rate_limits import Pace
    from reflow.live.graph import Graph

PUT_OFF: Final = 60.0
"""Seconds that a subscription may wait for its turn."""


@dataclass(frozen=True, kw_only=True)
class Paces:
    """How much one caller may ask in all, whatever it is; each function's own pace comes on top.

    Attributes:
        calls: Mutations and actions together.
        questions: Queries without a cached answer; one that is expected to read many rows counts as several.
    """

    calls: Pace | None = None
    questions: Pace | None = None


UNPACED: Final = Paces()


def turn(
    graph: Graph,
    overall: Pace | None,
    function: Function[..., Any],
    given: dict[str, Any],
    identity: Identity | None,
    journal: str | None,
    *,
    patience: float,
) -> float:
    """In how many seconds it is this caller's turn to ask this; at once where it is answered already.

    Raises:
        AppError: `rate_limited`; not before so many seconds have gone.
    """
    if identity is None or (overall is None and function.pace is None):
        return 0.0
    if graph.knows(function, given, identity, journal):
        return 0.0
    caller, wait = caller_of(identity), 0.0
    if overall is not None:
        cost = min(questions_for(graph, function), overall.at_once)
        wait = overall.turn(caller, patience=patience, cost=cost)
    if function.pace is not None:
        wait = max(wait, function.pace.turn(caller, patience=patience))
    return wait


def paced(function: Function[..., Any], identity: Identity | None, overall: Pace | None) -> Function[..., Any]:
    """The function, counting one call of this caller however often its transaction has to be tried.

    It refuses from inside the transaction, so that a request that took effect before is recalled, not refused.
    """
    paces = [pace for pace in (overall, function.pace) if pace is not None]
    if not paces or identity is None:
        return function

    async def paced(ctx: Any, **arguments: Any) -> Any:
        while paces:
            paces.pop(0).take(caller_of(identity))
        return await function.call(ctx, **arguments)

    return with_call(function, paced)


def with_call(function: Function[..., Any], call: Any) -> Function[..., Any]:
    """The function with this call in place of its own, and without a pace."""
    return replace(function, call=call, pace=None)
