"""Holding callers to the pace of a function: mutations are refused, questions may be put off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from reflow.auth import Identity
    from reflow.functions import Function
    from reflow.graph import Graph

PUT_OFF: Final = 60.0
"""Seconds that a subscription may wait for its turn."""


def turn(
    graph: Graph,
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
    if function.pace is None or identity is None or graph.knows(function, given, identity, journal):
        return 0.0
    return function.pace.turn((identity.issuer, identity.subject), patience=patience)


def paced(function: Function[..., Any], identity: Identity | None) -> Function[..., Any]:
    """The function, counting one call of this caller however often its transaction has to be tried.

    It refuses from inside the transaction, so that a request that took effect before is recalled, not refused.
    """
    pace, counted = function.pace, False
    if pace is None or identity is None:
        return function

    async def paced(ctx: Any, **arguments: Any) -> Any:
        nonlocal counted
        if not counted:
            pace.take((identity.issuer, identity.subject))
            counted = True
        return await function.call(ctx, **arguments)

    return with_call(function, paced)


def with_call(function: Function[..., Any], call: Any) -> Function[..., Any]:
    """The function, doing this instead."""
    return type(function)(
        kind=function.kind,
        path=function.path,
        call=call,
        arguments=function.arguments,
        returns=function.returns,
        doc=function.doc,
    )
