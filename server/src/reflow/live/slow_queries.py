"""Which queries run beside the cycles: serializable ones, and those that are too slow, by how long their last runs
took.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from reflow.live.deadlines import DeadlineReports
from reflow.metrics import NO_METRICS, Metrics

if TYPE_CHECKING:
    from reflow.live.nodes import Node

SLOW_AFTER = 0.05
"""Seconds after which a query counts as slow."""
LONG_AFTER = 0.5
"""Seconds after which a slow query counts as long. Long ones run beside the other slow ones."""
_REMEMBERED = 10.0  # seconds in which the new queries of a function count as slow too


class SlowQueries:
    """Which queries run in a slow lane: those whose last run was slow, and new ones of a function that was slow just
    now.

    Args:
        metrics: Receives the time of each run.

    Attributes:
        allowance: Seconds that a run may take more, because the machine is busy and the last snapshot took so long.
    """

    def __init__(self, metrics: Metrics = NO_METRICS) -> None:
        self._metrics = metrics
        self.allowance = 0.0
        self._until: dict[str, float] = {}
        self._long_until: dict[str, float] = {}
        self._reports = DeadlineReports(metrics)

    def holds(self, node: Node) -> bool:
        """Whether the node's next run is expected to be slow. One of a serializable query may wait for mutations."""
        if node.function.is_serializable:
            return True
        if node.evaluation is not None or node.seconds > SLOW_AFTER:
            return node.seconds > SLOW_AFTER
        until = self._until.get(node.function.path)
        return until is not None and monotonic() < until

    def is_long(self, node: Node) -> bool:
        """Whether a slow node's next run is expected to take so long that other slow ones must not wait for it. If one
        query of a function was long just now, the others may wait for the same lock. It is forgotten soon, because on a
        busy machine any query may have been long once.
        """
        return monotonic() < self._long_until.get(node.function.path, 0)

    def measure(self, node: Node, seconds: float) -> None:
        """Record how long a run took."""
        node.seconds = max(0.0, seconds - self.allowance)
        self._metrics.evaluated(node.function.path, seconds)
        if node.seconds > SLOW_AFTER:
            self._until[node.function.path] = monotonic() + _REMEMBERED
        if node.seconds > LONG_AFTER:
            self.add_long(node)

    def add_long(self, node: Node) -> None:
        """Record that a node's run was long, whether or not it came to its end."""
        node.seconds = max(node.seconds, 2 * LONG_AFTER)
        self._long_until[node.function.path] = monotonic() + _REMEMBERED

    def add(self, node: Node, *, is_cause: bool = False) -> None:
        """Record that a node's run was stopped because it took too long.

        Args:
            is_cause: Whether it ran itself, and did not wait for another query.
        """
        node.seconds = max(node.seconds, 2 * SLOW_AFTER)
        if is_cause:
            self._until[node.function.path] = monotonic() + _REMEMBERED

    def report(self, node: Node, seconds: float, event: str = "a query took too long") -> None:
        """Count and log a run that reached its deadline."""
        self._reports.report(node.function.path, node.given, seconds, event)
