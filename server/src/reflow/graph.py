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

from reflow.auth import Identity
from reflow.evaluation import Evaluation, Facet
from reflow.index import PredicateIndex
from reflow.nodes import Node, NodeKey, Subscription, fingerprint

if TYPE_CHECKING:
    from reflow.changes import Cut
    from reflow.changes.transactions import Values
    from reflow.functions import Function
    from reflow.tools import Tools

log = structlog.get_logger(__name__)


class Graph:
    """All nodes, and the index that finds those a change touches.

    Args:
        secret: Signs the cursors of pages.
        tools: What queries find at :meth:`~reflow.context.Ctx.tool`.
        keep: How many nodes nobody is subscribed to are kept warm, until a change touches them.
    """

    def __init__(self, secret: bytes, tools: Tools, *, keep: int = 2_000) -> None:
        self.secret = secret
        self.tools = tools
        self.ts = 0
        self.revision = 0
        self._nodes: dict[NodeKey, Node] = {}
        self._facets: dict[str, Facet] = {}
        self._index: PredicateIndex[Node] = PredicateIndex()
        self._idle: dict[Node, None] = {}
        self._keep = keep
        self.unanswered: set[Node] = set()
        # Nodes to run again: those that failed by accident or that time outdates, when they are asked again; and those
        # that stand on something that was dropped while they ran.
        self._again: set[Node] = set()
        self._heard: dict[str, Callable[[Values], None]] = {}
        # Functions whose statements have failed in the database before: they run in savepoints from then on.
        self.fragile: set[str] = set()

    def __len__(self) -> int:
        return len(set(self._nodes.values()))

    @property
    def is_behind(self) -> bool:
        """Whether some node waits to be run, whatever is committed."""
        return bool(self.unanswered or self._again)

    def attach(self, subscription: Subscription) -> None:
        """Give a subscription its node; a new one is answered by the next cycle."""
        node = self.node(subscription.function, subscription.given, subscription.identity, subscription.journal)
        subscription.node = node
        node.subscriptions.add(subscription)
        self._idle.pop(node, None)
        if node.evaluation is None:
            self.unanswered.add(node)
        elif node.evaluation.is_accident or node.evaluation.is_timed:
            self._again.add(node)

    def knows(
        self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None, journal: str | None
    ) -> bool:
        """Whether this question has an answer already, that costs nothing."""
        facet = self._facets.get(function.path, Facet.NOTHING)
        node = self._nodes.get((function.path, fingerprint(given), journal, facet.of(identity)))
        return node is not None and node.evaluation is not None

    def node(
        self, function: Function[..., Any], given: dict[str, Any], identity: Identity | None, journal: str | None
    ) -> Node:
        """The node for this question, new or shared."""
        facet = self._facets.get(function.path, Facet.NOTHING)
        key = (function.path, fingerprint(given), journal, facet.of(identity))
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(function, given, key, facet, _anybody_like(identity))
        return node

    def narrow(self, node: Node, facet: Facet) -> None:
        """The query asks about its caller after all: give everyone who shared this node one of their own kind."""
        path = node.function.path
        self._facets[path] = max(facet, self._facets.get(path, Facet.NOTHING))
        subscriptions = list(node.subscriptions)
        self.forget(node)
        for subscription in subscriptions:
            subscription.journal = node.pin
            self.attach(subscription)

    def release(self, node: Node) -> None:
        """Nobody may want this node any more: keep it warm if it has an answer which only a change can outdate."""
        self._let_go([node])

    def forget(self, node: Node) -> None:
        """Drop a node and what it alone was built on."""
        self._let_go(self._dropped(node))

    def _let_go(self, nodes: Iterable[Node]) -> None:
        """Keep warm or drop those that nobody wants, then what a dropped one was built on, however far that goes."""
        loose = list(nodes)
        while loose or len(self._idle) > self._keep:
            if not loose:
                loose += self._dropped(next(iter(self._idle)))
                continue
            node = loose.pop()
            if node.wanted:
                continue
            self.unanswered.discard(node)
            if node.evaluation is None or node.evaluation.is_accident or node.evaluation.is_timed:
                loose += self._dropped(node)
            else:
                self._idle[node] = None

    def _dropped(self, node: Node) -> list[Node]:
        """Drop this node alone; those it was built on, which have one reader less."""
        self._idle.pop(node, None)
        self.unanswered.discard(node)
        self._again.discard(node)
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

    def _hear(self, cut: Cut) -> None:
        for transaction in cut.transactions if self._heard else ():
            for change in transaction.changes:
                if change.table in self._heard and change.new is not None:
                    self._heard[change.table](change.new)

    def touched(self, cut: Cut) -> set[Node]:
        """The nodes whose outcome may differ at the cut. Idle ones are dropped rather than run again."""
        self._hear(cut)
        if cut.gap:
            found = {node for node in self._nodes.values() if node.evaluation is not None}
        else:
            found = set()
            for transaction in cut.transactions:
                for table in transaction.whole_tables:
                    found |= self._index.match_table(table)
                for change in transaction.changes:
                    found |= self._index.match(change)
            found |= self._again
        while idle := [node for node in found if not node.wanted]:
            # Forgetting one may leave the nodes it was built on without a reader, so look again.
            for node in idle:
                found.discard(node)
                self.forget(node)
        return found

    def publish(self, ts: int, fresh: Mapping[Node, Evaluation]) -> None:
        """Move every node to the new position in one step, then tell the listeners."""
        self.ts = max(self.ts, ts)
        self.revision += 1
        told: list[Subscription] = []
        for node, evaluation in fresh.items():
            if any(self._nodes.get(key) is node for key in node.keys) and self._settle(node, evaluation):
                told += node.subscriptions
        for node in fresh:
            self.release(node)
        for subscription in told:
            try:
                subscription.notify()
            except Exception:  # one listener's mistake is not the others' loss
                log.exception("a subscriber could not be told")

    def _settle(self, node: Node, evaluation: Evaluation) -> bool:
        before = node.evaluation
        self._index.replace(node, before.watches if before else (), evaluation.watches)
        self._again.discard(node)
        for child in evaluation.children:
            child.parents.add(node)
            self._idle.pop(child, None)
            if child.evaluation is None:
                self._again.add(node)
        left = (before.children if before else frozenset()) - evaluation.children
        for child in left:
            child.parents.discard(node)
        self._let_go(left)
        node.height = 1 + max((child.height for child in evaluation.children), default=-1)
        _lift(node)
        self.unanswered.discard(node)
        if evaluation.journal is not None and evaluation.journal != node.pin:
            node.pin = evaluation.journal
            alias = (*node.key[:2], node.pin, node.key[3])
            if self._nodes.setdefault(alias, node) is node:
                node.keys.add(alias)
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
        return True


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
