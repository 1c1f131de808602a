"""The graph of evaluated queries. After each commit it runs the queries again that the commit touched.

A node is one query with its arguments and the part of its caller that it reads; every connection with the same needs
shares it. A *cycle* advances to the next position of the database's history, `ts`: it finds the nodes that the commits
since then touch, runs them again in one snapshot, stops where a result has not changed, and publishes the rest in one
step. Nodes that it has no time for are *due*. A due node, and all that is built on it, is *stale*: its result is of an
earlier position. All other nodes are true at `ts`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any

from reflow.identity import Identity
from reflow.limits.budget import update_rate
from reflow.limits.retention import IDLE_BYTES, Retention
from reflow.live.evaluation import CallerScope, Evaluation
from reflow.live.index import PredicateIndex
from reflow.live.nodes import Node, NodeKey, Subscription, ancestors, exact_text
from reflow.live.slow_queries import SlowQueries
from reflow.metrics import NO_METRICS, Metrics

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch, Transaction
    from reflow.changes.transactions import Values
    from reflow.dependencies import Dependencies
    from reflow.functions import Function
    from reflow.limits.budget import EvaluationBudget

log = logging.getLogger(__name__)


class Graph:
    """All nodes, and the index that finds the nodes that a change touches.

    Args:
        secret: Signs the cursors of pages.
        dependencies: The objects that queries get from :meth:`~reflow.context.Ctx.get`.
        metrics: Receives numbers for monitoring.
        idle_bytes: How many bytes nodes without a reader may take together; they are kept until a change touches them.
    """

    def __init__(
        self, secret: bytes, dependencies: Dependencies, metrics: Metrics = NO_METRICS, *, idle_bytes: int = IDLE_BYTES
    ) -> None:
        self.secret = secret
        self.dependencies = dependencies
        self.metrics = metrics
        self.ts = 0
        self.revision = 0
        self._nodes: dict[NodeKey, Node] = {}
        self._facets: dict[str, CallerScope] = {}
        self._index: PredicateIndex[Node] = PredicateIndex()
        self.retention = Retention(idle_bytes)
        self.update_rate = update_rate()
        # How many rows a function's last evaluation read, including the queries it builds on: the expected cost of the
        # next one.
        self.rows_of: dict[str, int] = {}
        # In order of arrival: the first is answered first.
        self.unanswered: dict[Node, None] = {}
        # Nodes to run again: those that failed unintentionally or that time outdates, once they have a new reader; and
        # those built on a node that was dropped while they ran.
        self._dirty: set[Node] = set()
        # Nodes that must run again because a change touched them, in the order in which they run.
        self.due: dict[Node, None] = {}
        self._stale: set[Node] = set()
        # Nodes whose last run took too long: they show a refusal, and changes do not touch them until their next run.
        self.timed_out: set[Node] = set()
        self.slow = SlowQueries(metrics)
        self._heard: dict[str, Callable[[Values], None]] = {}
        self._urgent: set[str] = set()
        # Functions with statements that have failed in the database: they run in savepoints from then on.
        self.fragile: set[str] = set()

    def __len__(self) -> int:
        return len(set(self._nodes.values()))

    @property
    def stale_count(self) -> int:
        """How many nodes show a result of an earlier position."""
        return len(self._stale)

    @property
    def is_behind(self) -> bool:
        """Whether a cycle must run a node even without a new commit."""
        if self._dirty:
            return True
        return any(not self.slow.holds(node) for nodes in (self.unanswered, self.due) for node in nodes)

    def attach(self, subscription: Subscription) -> None:
        """Connect a subscription to its node; the next cycle answers a new node."""
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
        """Whether this query has an answer already, so that it costs nothing."""
        caller_scope = self._facets.get(function.path, CallerScope.NOTHING)
        node = self._nodes.get((function.path, exact_text(given), journal, caller_scope.of(identity)))
        return node is not None and node.evaluation is not None

    def node(
        self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None, journal: str | None
    ) -> Node:
        """The node for this query, new or shared."""
        caller_scope = self._facets.get(function.path, CallerScope.NOTHING)
        key = (function.path, exact_text(given), journal, caller_scope.of(identity))
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(function, given, key, caller_scope, _anybody_like(identity))
        return node

    def holds(self, node: Node) -> bool:
        """Whether the node has not been dropped."""
        return node.is_held

    def specialise(self, node: Node, caller_scope: CallerScope) -> None:
        """Handle a query that reads more of its caller: each subscriber of this node moves to a narrower node."""
        path = node.function.path
        self._facets[path] = max(caller_scope, self._facets.get(path, CallerScope.NOTHING))
        subscriptions = list(node.subscriptions)
        self.forget(node)
        for subscription in subscriptions:
            subscription.journal = node.page_bounds
            self.attach(subscription)

    def release(self, node: Node) -> None:
        """Keep or drop a node that may have no readers now: keep it idle if it has an answer that only a change can
        outdate.
        """
        self._let_go([node])

    def forget(self, node: Node) -> None:
        """Drop a node, and the nodes that only it was built on."""
        self._let_go(self._dropped(node))

    def drop_unused(self) -> None:
        """Drop the idle nodes that no caller has used since the call before the last one."""
        for node in self.retention.begin_round():
            if not node.wanted:
                self.forget(node)

    def _let_go(self, nodes: Iterable[Node]) -> None:
        """Keep or drop nodes without readers, then the nodes that a dropped one was built on, and so on."""
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
            if self._is_useless(node):
                loose += self._dropped(node)
            else:
                self.retention.keep(node)

    def _is_useless(self, node: Node) -> bool:
        """Whether the node would have to run before anybody could read it."""
        evaluation = node.evaluation
        if evaluation is None or evaluation.is_accident or evaluation.is_timed:
            return True
        return node in self.due or node in self.timed_out

    def _dropped(self, node: Node) -> list[Node]:
        """Drop this node alone; returns the nodes that it was built on, which have one reader less."""
        self.retention.drop(node)
        node.is_held = False
        self.unanswered.pop(node, None)
        self._dirty.discard(node)
        self.due.pop(node, None)
        self._stale.discard(node)
        self.timed_out.discard(node)
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

    def listen(self, signal: str, heard: Callable[[Values], None], *, at_once: bool = True) -> None:
        """Call `heard` with the values of each signal of this name, before the queries that watch it run again: in a
        cycle that it begins, or with `at_once=False` in the next one, within a second.
        """
        self._heard[signal] = heard
        if at_once:
            self._urgent.add(signal)

    def _hear(self, cut: SnapshotBatch) -> None:
        for transaction in cut.transactions if self._heard else ():
            for change in transaction.changes:
                if change.table in self._heard and change.new is not None:
                    self._heard[change.table](change.new)

    def postpone(self, node: Node) -> list[Subscription]:
        """Drop a node and all that is built on it; returns their subscriptions, which have no answer until they are
        attached again.
        """
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
        """The nodes with a subscriber, directly or through queries built on them.

        The others are dropped with everything built on them, because they would be outdated without a run.
        """
        unobserved = [node for node in nodes if not budget.callers_of(node)]
        self._drop_all(ancestors(unobserved))
        return nodes.difference(unobserved)

    def _drop_all(self, nodes: Iterable[Node]) -> None:
        children: list[Node] = []
        for node in nodes:
            children += self._dropped(node)
        self._let_go(children)

    def matters(self, transactions: Iterable[Transaction]) -> bool:
        """Whether these may change a result, or hold a signal that is listened to."""
        return any(
            any(self._index.match_table(table) for table in transaction.whole_tables)
            or any(change.table in self._urgent or self._index.match(change) for change in transaction.changes)
            for transaction in transactions
        )

    def matching(self, transactions: Iterable[Transaction]) -> set[Node]:
        """The nodes whose outcome these may change."""
        return self._index.match_all(transactions)

    def touched(self, cut: SnapshotBatch) -> set[Node]:
        """The nodes whose outcome may be different at the cut."""
        self._hear(cut)
        if cut.resync_required:
            self.metrics.resynced()
            found = {node for node in self._nodes.values() if node.evaluation is not None}
        else:
            found = self.matching(cut.transactions) | self._dirty
        return found - self.timed_out if self.timed_out else found

    def publish(self, ts: int, fresh: Mapping[Node, Evaluation], due: Iterable[Node] = ()) -> None:
        """Move every node to the new position in one step, then notify the listeners.

        Args:
            fresh: The outcomes of the nodes that ran at this position.
            due: All nodes whose outcome may be different at this position, and that have not run.
        """
        self.ts = max(self.ts, ts)
        self.due = dict.fromkeys(node for node in due if self.holds(node))
        self.install(fresh, self.ts)

    def install(self, fresh: Mapping[Node, Evaluation], since: int, due: Iterable[Node] = ()) -> None:
        """Give these nodes their outcomes, and notify the listeners.

        Args:
            since: The position from which on the outcomes are true.
            due: Nodes that must run again after that.
        """
        self.revision += 1
        told: dict[Subscription, None] = {}
        for node, evaluation in fresh.items():
            if self.holds(node) and self._settle(node, evaluation, since):
                told |= dict.fromkeys(node.subscriptions)
        self.due |= dict.fromkeys(node for node in due if self.holds(node))
        for node in fresh:
            self.release(node)
        _notify(told | self._mark_stale(fresh, since))

    def _mark_stale(self, fresh: Mapping[Node, Evaluation], since: int) -> dict[Subscription, None]:
        """Find the stale nodes again; returns the subscriptions for which that has changed.

        Args:
            fresh: The nodes that have just run.
            since: The position from which on nodes that are not stale any more are certainly true, as far as they have
                not run.
        """
        if not self.due and not self._stale:
            return {}
        stale = ancestors(self.due)
        changed = stale ^ self._stale
        for node in changed:
            node.is_stale = node in stale
            node.late = None
        for node in sorted(self._stale - stale, key=lambda node: node.height):
            if node not in fresh and node.evaluation is not None:
                node.since = max(since, *(child.since for child in node.evaluation.children), 0)
        self._stale = stale
        return dict.fromkeys(subscription for node in changed for subscription in node.subscriptions)

    def notify(self, nodes: Iterable[Node]) -> None:
        """Notify the listeners of these nodes."""
        _notify(dict.fromkeys(subscription for node in nodes for subscription in node.subscriptions))

    def _settle(self, node: Node, evaluation: Evaluation, since: int) -> bool:
        before = node.evaluation
        self._index.replace(node, before.watches if before else (), evaluation.watches)
        self._dirty.discard(node)
        was_due = node in self.due
        self.due.pop(node, None)
        self.timed_out.discard(node)
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
        if node.key in node.keys and len(node.keys) > 1 and _has_outgrown(node, evaluation):
            # Callers with the page bounds still find it; others get a page of their own.
            node.keys.discard(node.key)
            del self._nodes[node.key]
        self.rows_of[node.function.path] = evaluation.rows_read + evaluation.rows_below
        if not evaluation.differs(before):
            # Readers keep the shared encoded text; only the dependencies are new.
            assert before is not None
            before.watches, before.children, before.journal, before.is_timed = (
                evaluation.watches,
                evaluation.children,
                evaluation.journal,
                evaluation.is_timed,
            )
            before.take_views(evaluation)
            if was_due:
                node.since = since  # in between, it may have been another one
            return False
        evaluation.forget_comparison()
        node.evaluation = evaluation
        node.since = since
        node.revision = self.revision
        self.retention.update(node)
        return True


def _has_outgrown(node: Node, evaluation: Evaluation) -> bool:
    """Whether a page between fixed bounds has become more than twice as long as its callers asked for."""
    asked = getattr(node.given.get("pagination_opts"), "num_items", None)
    rows = getattr(evaluation.returned, "page", None)
    return node.key[2] is None and asked is not None and rows is not None and len(rows) > 2 * asked


def _notify(subscriptions: Iterable[Subscription]) -> None:
    for subscription in subscriptions:
        try:
            subscription.notify()
        except Exception:  # a listener's error must not affect the others
            log.exception("a subscriber could not be told")


def _lift(node: Node) -> None:
    """Increase the height of all nodes built on this one."""
    frontier = [node]
    while frontier:
        below = frontier.pop()
        for parent in below.parents:
            if parent.height <= below.height:
                parent.height = below.height + 1
                frontier.append(parent)


def _anybody_like(identity: Identity | None) -> Identity | None:
    """The identity that all callers of a node share: the person, without a session or token."""
    if identity is None:
        return None
    return Identity(identity.issuer, identity.subject, None, inf)
