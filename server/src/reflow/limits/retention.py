"""The memory of the graph's nodes, by caller, and which results without a reader are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from reflow.errors import AppError
from reflow.readset import KeySet

if TYPE_CHECKING:
    from reflow.live.nodes import Node
    from reflow.readset import Watch

IDLE_BYTES = 8 * 1024 * 1024
"""The limit of results without a reader; the most recently used ones are kept longest."""
CALLER_BYTES = 24 * 1024 * 1024
"""The limit of one caller's results with a reader. A page of a hundred posts is about a quarter of a megabyte."""
_PAUSE = 60  # seconds; by then the caller has usually closed some pages
_NODE = 2_048
_ROW = 2_048
_KEPT_VIEW = 1_024
_WATCH = 512
_VALUE = 160  # of a set of keys


def weigh(node: Node) -> int:
    """Roughly how many bytes a node and its result take, estimated from counts of rows, watches and texts."""
    evaluation = node.evaluation
    key = 4 * sum(len(part) for part in node.key[1:3] if isinstance(part, str))
    if evaluation is None:
        return _NODE + key
    # The views have their part of the text each, besides the page's.
    kept = 0 if evaluation.views is None else _KEPT_VIEW * len(evaluation.views) + evaluation.encoded_size
    watches = sum(map(_weigh_watch, evaluation.watches))
    return _NODE + key + _ROW * evaluation.rows_read + kept + watches + evaluation.encoded_size


def _weigh_watch(watch: Watch) -> int:
    """A set of keys that several watches share counts for each of them in part."""
    sets = (part for part in watch.key if isinstance(part, KeySet))
    return _WATCH + sum(_VALUE * len(each.values) // max(1, each.users) for each in sets)


def _weigh_with_children(node: Node) -> int:
    """The same with the queries that a node is built on, because they stay as long as it does. A query below several
    nodes counts for each of them in part.
    """
    children = node.evaluation.children if node.evaluation is not None else ()
    below = sum(_weigh_with_children(child) // max(1, len(child.parents)) for child in children)
    return weigh(node) + below


class Retention:
    """Counts the memory of nodes, and remembers which of them are idle.

    A wanted node counts against the first caller who requested it, also while others share it.

    Args:
        idle_bytes: How many bytes idle nodes may take together.
        caller_bytes: How many bytes the wanted nodes of one caller may take before new queries are refused.

    Attributes:
        freed_bytes: Roughly how many bytes were dropped since this was last set to 0.
    """

    def __init__(self, idle_bytes: int = IDLE_BYTES, caller_bytes: int = CALLER_BYTES) -> None:
        self._most = idle_bytes
        self._most_of_caller = caller_bytes
        self._idle: dict[Node, tuple[int, int]] = {}  # the bytes of each, and the round in which it became idle
        self._idle_bytes = 0
        self._round = 0
        self.freed_bytes = 0
        self._held: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        return len(self._idle)

    def __iter__(self) -> Iterator[Node]:
        return iter(self._idle)

    @property
    def idle_bytes(self) -> int:
        """Roughly how many bytes the idle nodes take, with the nodes that they are built on."""
        return self._idle_bytes

    @property
    def wanted_bytes(self) -> int:
        """Roughly how many bytes the nodes with a reader take."""
        return self._held.total()

    def require_room(self, caller: Hashable) -> None:
        """Refuse a caller whose open pages take too much memory already. Unauthenticated callers have limits of their
        own.

        Raises:
            AppError: `rate_limited`.
        """
        if caller is not None and self._held[caller] > self._most_of_caller:
            raise AppError("rate_limited", "Too much is open at once. Close some pages.", retryAfter=_PAUSE)

    def keep(self, node: Node) -> None:
        """Keep a node's result although it has no reader."""
        if node not in self._idle:
            self._count(node, 0)
            weight = _weigh_with_children(node)
            self._idle[node] = weight, self._round
            self._idle_bytes += weight

    def use(self, node: Node) -> None:
        """Record that a kept node has a reader again."""
        if self._forget(node):
            self._count(node, weigh(node))

    def update(self, node: Node) -> None:
        """Record that a node has a new result."""
        if self._forget(node):
            self.keep(node)
        else:
            self._count(node, weigh(node))

    def drop(self, node: Node) -> None:
        """Record that a node was dropped."""
        self.freed_bytes += weigh(node)
        self._forget(node)
        self._count(node, 0)

    def oldest_beyond(self) -> Node | None:
        """The idle node to drop next, or None while all of them fit."""
        return next(iter(self._idle)) if self._idle_bytes > self._most else None

    def begin_round(self) -> list[Node]:
        """Begin another round. Returns the nodes that became idle before the last round began, and were not used
        since.
        """
        left = [node for node, (_, round_) in self._idle.items() if round_ < self._round]
        self._round += 1
        return left

    def _forget(self, node: Node) -> int:
        weight, _ = self._idle.pop(node, (0, 0))
        self._idle_bytes -= weight
        return weight

    def _count(self, node: Node, weight: int) -> None:
        """Count a node against its caller, replacing its former count."""
        self._held[node.caller] += weight - node.weight
        node.weight = weight
        if not self._held[node.caller]:
            del self._held[node.caller]
