"""The graph of evaluated queries, kept true by re-running what a commit touched.

A node is one query with its arguments and as much of its caller as it asked about; every connection that wants the
same thing shares it. All nodes are true at one position of the database's history, `ts`. A *cycle* takes the next
position: it finds the nodes that the commits in between touch, runs them again in one snapshot, lets what has not
changed stop there, and publishes the rest in one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any

import structlog

from reflow.auth.tokens import Identity
from reflow.limits.retention import IDLE_BYTES, Retention
from reflow.live.evaluation import CallerScope, Evaluation
from reflow.live.index import PredicateIndex
from reflow.live.nodes import Node, NodeKey, Subscription, ancestors, exact_text

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch
    from reflow.changes.transactions import Values
    from reflow.dependencies import Dependencies
    from reflow.functions import Function
    from reflow.limits.budget import EvaluationBudget

log = structlog.get_logger(__name__)


class Graph:
    """All nodes, and the index that finds those a change touches.

    Args:
        secret: Signs the cursors of pages.
        tools: What queries find at :meth:`~reflow.context.Ctx.tool`.
        idle_bytes: How much the nodes without a reader may hold together, which are kept until a change touches them.
    """

    def __init__(self, secret: bytes, dependencies: Dependencies, *, idle_bytes: int = IDLE_BYTES) -> None:
        self.secret = secret
        self.dependencies = dependencies
        self.ts = 0
        self.revision = 0
        self._nodes: dict[NodeKey, Node] = {}
        self._facets: dict[str, CallerScope] = {}
        self._index: PredicateIndex[Node] = PredicateIndex()
        self.retention = Retention(idle_bytes)
        # How many rows a function's last evaluation read, those of the queries it builds on included: what the next one
        # is expected to cost.
        self.rows_of: dict[str, int] = {}
        # In the order in which they came: the first is answered first.
        self.unanswered: dict[Node, None] = {}
        # Nodes to run again: those that failed by accident or that time outdates, when they are asked again; and those
        # that stand on something that was dropped while they ran.
        self._dirty: set[Node] = set()
        self._heard: dict[str, Callable[[Values], None]] = {}
        # Functions whose statements have failed in the database before: they run in savepoints from then on.
        self.fragile: set[str] = set()

    def __len__(self) -> int:
        return len(set(self._nodes.values()))

    @property
    def is_behind(self) -> bool:
        """Whether some node waits to be run, whatever is committed."""
        return bool(self.unanswered or self._dirty)

    def attach(self, subscription: Subscription) -> None:
        """Give a subscription its node; a new one is answered by the next cycle."""
        node = self.node(subscription.function, subscription.given, subscription.identity, subscription.journal)
        subscription.node = node
        node.subscriptions.add(subscription)
        self.retention.use(node)
        if node.evaluation is None:
            self.unanswered[node] = None
        elif node.evaluation.is_accident or node.evaluation.is_timed:
            self._dirty.add(node)

    def knows(
        self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None, journal: str | None
    ) -> bool:
        """Whether this question has an answer already, that costs nothing."""
        caller_scope = self._facets.get(function.path, CallerScope.NOTHING)
        node = self._nodes.get((function.path, exact_text(given), journal, caller_scope.of(identity)))
        return node is not None and node.evaluation is not None

    def node(
        self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None, journal: str | None
    ) -> Node:
        """The node for this question, new or shared."""
        caller_scope = self._facets.get(function.path, CallerScope.NOTHING)
        key = (function.path, exact_text(given), journal, caller_scope.of(identity))
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(function, given, key, caller_scope, _anybody_like(identity))
        return node

    def holds(self, node: Node) -> bool:
        """Whether the node has not been dropped."""
        return any(self._nodes.get(key) is node for key in node.keys)

    def specialise(self, node: Node, caller_scope: CallerScope) -> None:
        """The query asks about its caller after all: give everyone who shared this node one of their own kind."""
        path = node.function.path
        self._facets[path] = max(caller_scope, self._facets.get(path, CallerScope.NOTHING))
        subscriptions = list(node.subscriptions)
        self.forget(node)
        for subscription in subscriptions:
            subscription.journal = node.page_bounds
            self.attach(subscription)

    def release(self, node: Node) -> None:
        """Nobody may want this node any more: keep it warm if it has an answer which only a change can outdate."""
        self._let_go([node])

    def forget(self, node: Node) -> None:
        """Drop a node and what it alone was built on."""
        self._let_go(self._dropped(node))

    def drop_unused(self) -> None:
        """Drop the idle nodes that no caller has come back to since the last but one time this was called."""
        for node in self.retention.begin_round():
            if not node.wanted:
                self.forget(node)

    def _let_go(self, nodes: Iterable[Node]) -> None:
        """Keep warm or drop those that nobody wants, then what a dropped one was built on, however far that goes."""
        loose = list(nodes)
        while True:
            if not loose:
                oldest = self.retention.oldest_beyond()
                if oldest is None:
                    return
                loose += self._dropped(oldest)
                continue
            node = loose.pop()
            if node.wanted:
                continue
            self.unanswered.pop(node, None)
            if node.evaluation is None or node.evaluation.is_accident or node.evaluation.is_timed:
                loose += self._dropped(node)
            else:
                self.retention.keep(node)

    def _dropped(self, node: Node) -> list[Node]:
        """Drop this node alone; those it was built on, which have one reader less."""
        self.retention.drop(node)
        self.unanswered.pop(node, None)
        self._dirty.discard(node)
        for key in node.keys:
            if self._nodes.get(key) is node:
                del self._nodes[key]
        children: list[Node] = []
        if node.evaluation is not None:
            self._index.replace(node, node.evaluation.watches, ())
            children += node.evaluation.children
        for child in children:
            child.parents.discard(node)
        node.evaluation = None
        node.subscriptions.clear()
        return children

    def listen(self, signal: str, heard: Callable[[Values], None]) -> None:
        """Be told the values of each signal of this name, before the queries that watch it run again."""
        self._heard[signal] = heard

    def _hear(self, cut: SnapshotBatch) -> None:
        for transaction in cut.transactions if self._heard else ():
            for change in transaction.changes:
                if change.table in self._heard and change.new is not None:
                    self._heard[change.table](change.new)

    def postpone(self, node: Node) -> list[Subscription]:
        """Drop a node and all that is built on it; their subscriptions, which have no answer until they are attached
        again."""
        above = ancestors([node])
        waiting: list[Subscription] = []
        for each in above:
            for subscription in each.subscriptions:
                subscription.node, subscription.journal = None, each.page_bounds
                waiting.append(subscription)
            each.subscriptions.clear()
        self._drop_all(above)
        _notify(waiting)
        return waiting

    def observed(self, nodes: set[Node], budget: EvaluationBudget) -> set[Node]:
        """The nodes that have a subscriber, directly or through queries built on them.

        The others are dropped with everything built on them: without a run they would be outdated.
        """
        unobserved = [node for node in nodes if not budget.callers_of(node)]
        self._drop_all(ancestors(unobserved))
        return nodes.difference(unobserved)

    def _drop_all(self, nodes: Iterable[Node]) -> None:
        children: list[Node] = []
        for node in nodes:
            children += self._dropped(node)
        self._let_go(children)

    def touched(self, cut: SnapshotBatch) -> set[Node]:
        """The nodes whose outcome may differ at the cut."""
        self._hear(cut)
        if cut.resync_required:
            found = {node for node in self._nodes.values() if node.evaluation is not None}
        else:
            found = set()
            for transaction in cut.transactions:
                for table in transaction.whole_tables:
                    found |= self._index.match_table(table)
                for change in transaction.changes:
                    found |= self._index.match(change)
            found |= self._dirty
        return found

    def publish(self, ts: int, fresh: Mapping[Node, Evaluation]) -> None:
        """Move every node to the new position in one step, then tell the listeners."""
        self.ts = max(self.ts, ts)
        self.revision += 1
        told: list[Subscription] = []
        for node, evaluation in fresh.items():
            if self.holds(node) and self._settle(node, evaluation):
                told += node.subscriptions
        for node in fresh:
            self.release(node)
        _notify(told)

    def _settle(self, node: Node, evaluation: Evaluation) -> bool:
        before = node.evaluation
        self._index.replace(node, before.watches if before else (), evaluation.watches)
        self._dirty.discard(node)
        for child in evaluation.children:
            child.parents.add(node)
            self.retention.use(child)
            if child.evaluation is None:
                self._dirty.add(node)
        left = (before.children if before else frozenset()) - evaluation.children
        for child in left:
            child.parents.discard(node)
        self._let_go(left)
        node.height = 1 + max((child.height for child in evaluation.children), default=-1)
        _lift(node)
        self.unanswered.pop(node, None)
        if evaluation.journal is not None and evaluation.journal != node.page_bounds:
            node.page_bounds = evaluation.journal
            alias = (*node.key[:2], node.page_bounds, node.key[3])
            if self._nodes.setdefault(alias, node) is node:
                node.keys.add(alias)
        self.rows_of[node.function.path] = evaluation.rows_read + evaluation.rows_below
        if not evaluation.differs(before):
            # Readers keep the encoded text that they share; only what it depends on is new.
            assert before is not None
            before.watches, before.children, before.journal, before.is_timed = (
                evaluation.watches,
                evaluation.children,
                evaluation.journal,
                evaluation.is_timed,
            )
            return False
        node.evaluation = evaluation
        node.revision = self.revision
        self.retention.update(node)
        return True


def _notify(subscriptions: Iterable[Subscription]) -> None:
    for subscription in subscriptions:
        try:
            subscription.notify()
        except Exception:  # one listener's mistake is not the others' loss
            log.exception("a subscriber could not be told")


def _lift(node: Node) -> None:
    """Have all that is built on it stand higher."""
    frontier = [node]
    while frontier:
        below = frontier.pop()
        for parent in below.parents:
            if parent.height <= below.height:
                parent.height = below.height + 1
                frontier.append(parent)


def _anybody_like(identity: Identity | None) -> Identity | None:
    """What all callers of a node have in common: the person, and not one of their sessions or tokens."""
    if identity is None:
        return None
    return Identity(identity.issuer, identity.subject, None, inf)
