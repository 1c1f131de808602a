"""The runs of one slow lane, all in one snapshot."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Iterable
from math import inf
from typing import TYPE_CHECKING

from reflow.errors import timed_out
from reflow.live.evaluation import Evaluation, NeedsNarrowerScope, TooSlow
from reflow.live.later_changes import touched
from reflow.live.nodes import Node, ancestors
from reflow.live.recompute import RecomputePass
from reflow.live.slow_queries import LONG_AFTER

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch, Transaction
    from reflow.changes.snapshots import Snapshot
    from reflow.live.evaluation import CallerScope
    from reflow.live.graph import Graph
    from reflow.postgres.database import Connection

_ENDING = 0.25  # seconds for a stopped statement to end


class LanePass(RecomputePass):
    """The runs of one lane, all in one snapshot.

    Attributes:
        cycle: The number of the cycle in which it began.
        ts: The position of that cycle.
        snapshot: Which transactions it sees; None in the snapshot of that cycle. It sees all that the cycle sees.
        is_later: Whether its snapshot shows changes since that cycle which concern its outcomes, or the result of a
            serializable query that a page may show beside them. The outcomes are then not of the cycle's moment.
        roots: The slow queries that have not begun to run.
        closure: What is stale because of these alone.
        has_late: Whether later changes outdated an outcome.
        refused: The queries that were not answered in time.

    Args:
        patience: Seconds after which a query is stopped, to run again beside the long ones.
    """

    def __init__(
        self,
        graph: Graph,
        cut: SnapshotBatch,
        cycle: int,
        roots: Iterable[Node],
        patience: float = inf,
    ) -> None:
        super().__init__(graph, cut, 0, is_patient=True)
        self.cycle = cycle
        self.ts = cut.ts
        self.snapshot: Snapshot | None = None
        self.is_later = False
        self._patience = patience
        self.roots = deque(dict.fromkeys(roots))
        self.all_roots = frozenset(self.roots)
        self.closure = ancestors(self.all_roots) - ancestors(graph.due.keys() - self.all_roots)
        self.has_late = False
        self.refused: set[Node] = set()
        self._begun: dict[Node, float] = {}
        self._used: dict[Node, Evaluation] = {}
        self._reported: set[Node] = set()

    def take_fresh(self) -> dict[Node, Evaluation]:
        """The outcomes since the last call."""
        found = {node: evaluation for node, evaluation in self.fresh.items() if node not in self._reported}
        self._reported.update(found)
        return found

    @property
    def held_up(self) -> Collection[Node]:
        """The slow queries that have not begun because all that run take long."""
        is_held_up = bool(self._begun) and self._clock() - max(self._begun.values()) >= LONG_AFTER
        return self.roots if is_held_up else ()

    @property
    def since(self) -> int:
        """The position from which on outcomes that are true now are certainly true."""
        return self.graph.ts if self.is_later else self.ts

    def still_true(self, fresh: dict[Node, Evaluation], later: list[Transaction] | None) -> dict[Node, Evaluation]:
        """Those of the outcomes that are true now, given the transactions since the cycle; None if they are unknown."""
        outdated = touched(fresh, self._unseen(fresh, later))
        found: dict[Node, Evaluation] = {}
        for node, evaluation in fresh.items():  # children before the nodes that are built on them
            is_built_well = all(child in found or self._is_true_now(child) for child in evaluation.children)
            if node in self.refused or (node not in outdated and is_built_well):
                found[node] = evaluation
            elif node.evaluation is not None:
                self.has_late = True
        return found

    def _unseen(self, fresh: dict[Node, Evaluation], later: list[Transaction] | None) -> list[Transaction] | None:
        """Those of the transactions that the snapshot does not show. The others decide whether the outcomes are of the
        cycle's moment.
        """
        if self.snapshot is None or later is None:
            self.is_later |= self.snapshot is not None
            return later
        seen = [transaction for transaction in later if self.snapshot.sees(transaction.xid)]
        concerned = touched(fresh, seen) | self.graph.matching(seen)
        self.is_later |= any(node in fresh or node.function.is_serializable for node in concerned)
        return [transaction for transaction in later if not self.snapshot.sees(transaction.xid)]

    def specialise(self, node: Node, caller_scope: CallerScope) -> None:
        super().specialise(node, caller_scope)
        self.graph.install({}, self.ts, due=node.parents)

    def refuse(self, node: Node) -> None:
        """Give a query that was not answered in time its refusal."""
        self.fresh[node] = _refused(node)
        self.refused.add(node)

    async def run_root(self, node: Node, connection: Connection) -> bool:
        """Run a slow query until its deadline, or until it is too long for this lane. Returns whether the connection
        can still be used.
        """
        began = self._begun[node] = self._clock()
        task = asyncio.ensure_future(self._evaluate(node, connection))
        try:
            await asyncio.wait({task}, timeout=min(node.function.deadline, self._patience))
        finally:
            is_over = task.done()
            task.cancel()
            del self._begun[node]
        if is_over:
            try:
                task.result()
            except NeedsNarrowerScope as asks:
                self.specialise(node, asks.caller_scope)
            except TooSlow:
                is_over = False
        if not is_over:
            await asyncio.wait({task}, timeout=_ENDING)  # code that does not end by then is left behind
            self.graph.slow.add_long(node)
            if self._patience >= node.function.deadline:
                self.graph.slow.report(node, self._clock() - began)
                self.refuse(node)
        return is_over

    async def run_above(self, connection: Connection) -> None:
        """Run what is built on changed outcomes, for the pages that wait for this moment."""
        above = self.closure - self.all_roots - self.fresh.keys()
        for node in sorted(above, key=lambda node: node.height):
            if node in self.graph.due or self._has_changed_below(node):
                async with asyncio.timeout(node.function.deadline):
                    await self._evaluate(node, connection)

    def outcome_of_moment(self, node: Node) -> Evaluation | None:
        """A stale node's outcome in this snapshot; None if it is unknown."""
        if node in self.fresh:
            return self.fresh[node]
        if node in self.all_roots or node in self.graph.due or self._has_changed_below(node):
            return None
        if any(child.is_stale and self.outcome_of_moment(child) is None for child in _children(node)):
            return None
        return node.evaluation

    def _has_changed_below(self, node: Node) -> bool:
        """Whether a query that the node is built on has another outcome here than the node was made of."""
        return any(child in self.fresh and self.fresh[child].differs(child.evaluation) for child in _children(node))

    def _is_true(self, node: Node) -> bool:
        if node.is_stale or node.since > self.ts or node.evaluation is None:
            return False
        self._used[node] = node.evaluation
        return True

    def _is_true_now(self, child: Node) -> bool:
        used = self.fresh.get(child) or self._used.get(child)
        return used is not None and not child.is_stale and not used.differs(child.evaluation)


def _children(node: Node) -> frozenset[Node]:
    return node.evaluation.children if node.evaluation is not None else frozenset()


def _refused(node: Node) -> Evaluation:
    """The outcome of a run that was not over in time. It depends on what the last one depended on."""
    before = node.evaluation
    watches, children = (before.watches, before.children) if before else ((), frozenset())
    return Evaluation(None, timed_out(), node.page_bounds, watches, children, node.function.returns)
