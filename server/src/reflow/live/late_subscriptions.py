"""Subscriptions that wait for their turn, because their callers ask for very much at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from math import inf
from typing import TYPE_CHECKING

from reflow.errors import AppError

if TYPE_CHECKING:
    from reflow.limits.rate_limits import RateLimit
    from reflow.live.graph import Graph
    from reflow.live.nodes import Subscription


class LateSubscriptions:
    """Attaches subscriptions when their turn comes.

    Args:
        query_rate: The rate at which one caller may make new queries; None for any rate.
        attach: Connects a subscription to its node.
    """

    def __init__(self, graph: Graph, query_rate: RateLimit | None, attach: Callable[[Subscription], None]) -> None:
        self._graph = graph
        self._query_rate = query_rate
        self._attach = attach

    def attach(self, subscription: Subscription) -> None:
        """Attach a subscription that waited, unless its caller's results take too much memory by now."""
        if subscription.is_over:
            return
        try:
            self._graph.retention.require_room(subscription.caller)
        except AppError as error:
            subscription.refuse(error)
        else:
            self._attach(subscription)
            if subscription.result is not None:
                subscription.notify()  # its node has an answer already, of another subscription

    def attach_in_turn(self, postponed: Iterable[tuple[Subscription, float]]) -> None:
        """Attach these again at the rate at which their callers may make new queries.

        Args:
            postponed: Each with the number of queries that it counts as.
        """
        for subscription, queries in postponed:
            wait = 0.0
            if self._query_rate is not None and subscription.identity is not None:
                wait = self._query_rate.reserve(subscription.caller, max_wait=inf, cost=queries)
            asyncio.get_running_loop().call_later(wait, self.attach, subscription)
