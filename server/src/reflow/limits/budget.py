"""Limits one caller's share of a cycle, so that others' updates do not wait for that caller's screens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from reflow.errors import AppError
from reflow.limits.rate_limits import RateLimit

if TYPE_CHECKING:
    from reflow.functions import Function
    from reflow.live.graph import Graph
    from reflow.live.nodes import Node

MOST = 250
"""One caller's budget in one cycle for updates after a change. A query costs ten, and one for each row of its last
run.
"""
MOST_OF_NEW = 100
"""One caller's budget in one cycle for new queries, for which others' changes wait."""
MOST_UNCOUNTED = 40
"""One caller's cost in one cycle that is not counted over time. What is above it is, by `update_rate`."""
_QUERY = 10
_QUESTION = 25
_SEVERAL = 2


def expected_cost(graph: Graph, function: Function[..., Any]) -> int:
    """The expected cost of a query's next run."""
    return _QUERY + graph.rows_of.get(function.path, 0)


def query_cost(graph: Graph, function: Function[..., Any]) -> float:
    """The number of new queries that a query's next run counts as, for its caller."""
    return max(1.0, expected_cost(graph, function) / _QUESTION)


def update_rate() -> RateLimit:
    """The rate at which one caller's larger updates may run, in all cycles together."""
    return RateLimit((2_500, 0.5))


class EvaluationBudget:
    """Splits the due queries of a cycle into those that run now and those for which their only caller waits.

    Queries with several callers always run now.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._all = 0
        self._spent: Counter[Hashable] = Counter()
        self._callers: dict[Node, frozenset[Hashable]] = {}

    def callers_of(self, node: Node) -> frozenset[Hashable]:
        """The callers who would notice a change, directly or through queries built on it: none, one, or two of
        several.
        """
        found = self._callers.get(node)
        if found is None:
            found = self._callers[node] = self._find_callers(node)
        return found

    def split(self, nodes: set[Node]) -> tuple[set[Node], set[Node]]:
        """Split the nodes that a change touched into those to run now and those that are too much for their only
        caller.

        A caller with too many of them waits for all, so that no other caller waits for any. A single one always runs.
        """
        costs = {node: expected_cost(self._graph, node.function) for node in nodes}
        self._all += sum(costs.values())
        if self._all <= MOST_UNCOUNTED:
            return nodes, set()  # while the total is low, finding the callers is not worth it
        due: dict[Hashable, list[Node]] = {}
        for node in nodes:
            if len(callers := self.callers_of(node)) == 1:
                (caller,) = callers
                due.setdefault(caller, []).append(node)
        late: set[Node] = set()
        for caller, theirs in due.items():
            cost = sum(costs[node] for node in theirs)
            if len(theirs) > 1 and not self._has_room(caller, cost):
                late.update(theirs)
            else:
                self._spent[caller] += cost
        return nodes - late, late

    def first(self, nodes: Iterable[Node]) -> set[Node]:
        """The nodes without an answer, in order of arrival, that are answered in this cycle: at least the first one of
        every caller.
        """
        now: set[Node] = set()
        for node in nodes:
            cost = expected_cost(self._graph, node.function)
            self._all += cost
            callers = self.callers_of(node)
            if self._all > MOST_OF_NEW and len(callers) == 1:
                (caller,) = callers
                if self._spent[caller] and self._spent[caller] + cost > MOST_OF_NEW:
                    continue
                self._spent[caller] += cost
            now.add(node)
        return now

    def _has_room(self, caller: Hashable, cost: int) -> bool:
        """Whether this much more of a caller may run in this cycle, after what ran in the last seconds."""
        if self._spent[caller] + cost > MOST:
            return False
        if cost <= MOST_UNCOUNTED:
            return True
        try:
            self._graph.update_rate.reserve(caller, max_wait=0, cost=cost)
        except AppError:
            return False
        return True

    def _find_callers(self, node: Node) -> frozenset[Hashable]:
        found: set[Hashable] = set()
        for subscription in node.subscriptions:
            found.add(subscription.caller)
            if len(found) == _SEVERAL:
                return frozenset(found)
        for parent in node.parents:
            found |= self.callers_of(parent)
            if len(found) >= _SEVERAL:
                break
        return frozenset(found)
