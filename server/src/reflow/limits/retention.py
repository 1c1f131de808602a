"""How much memory the graph's nodes hold, for each caller, and which results without a reader are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from reflow.errors import AppError

if TYPE_CHECKING:
    from reflow.live.nodes import Node

IDLE_BYTES = 8 * 1024 * 1024
"""Results without a reader are kept up to this size, the most recently left ones longest."""
CALLER_BYTES = 24 * 1024 * 1024
"""Results with a reader, of one caller. A page of a hundred posts is about a quarter of a megabyte."""
_PAUSE = 60  # seconds; by then some of it is usually closed
_NODE = 2_048
_ROW = 2_048
_WATCH = 512


def weigh(node: Node) -> int:
    """About how many bytes a node and its result hold, from what is counted anyway: rows, watches and texts."""
    evaluation = node.evaluation
    key = 4 * sum(len(part) for part in node.key[1:3] if isinstance(part, str))
    if evaluation is None:
        return _NODE + key
    return _NODE + key + _ROW * evaluation.rows_read + _WATCH * len(evaluation.watches) + evaluation.encoded_size


def _weigh_with_children(node: Node) -> int:
    """The same with the queries that a node is built on: they stay as long as it does. One that several nodes are built
    on counts for each of them in part."""
    children = node.evaluation.children if node.evaluation is not None else ()
    below = sum(_weigh_with_children(child) // max(1, len(child.parents)) for child in children)
    return weigh(node) + below


class Retention:
    """Counts what nodes hold, and remembers which of them are idle.

    A wanted node counts against the caller who asked for it first, also while others share it.

    Args:
        idle_bytes: How much idle nodes may hold together.
        caller_bytes: How much the wanted nodes of one caller may hold before new questions are refused.

    Attributes:
        freed_bytes: About how much was dropped since this was last set to 0.
    """

    def __init__(self, idle_bytes: int = IDLE_BYTES, caller_bytes: int = CALLER_BYTES) -> None:
        self._most = idle_bytes
        self._most_of_caller = caller_bytes
        self._idle: dict[Node, tuple[int, int]] = {}  # how much each holds, and in which round it was left
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
        """About how much the idle nodes hold, with what they are built on."""
        return self._idle_bytes

    def require_room(self, caller: Hashable) -> None:
        """Refuse a caller whose open pages hold very much already. Callers without a name have limits of their own.

        Raises:
            AppError: `rate_limited`.
        """
        if caller is not None and self._held[caller] > self._most_of_caller:
            raise AppError("rate_limited", "Too much is open at once. Close some pages.", retryAfter=_PAUSE)

    def keep(self, node: Node) -> None:
        """TransitionGate a node's result although it has no reader."""
        if node not in self._idle:
            self._count(node, 0)
            weight = _weigh_with_children(node)
            self._idle[node] = weight, self._round
            self._idle_bytes += weight

    def use(self, node: Node) -> None:
        """A kept node has a reader again."""
        if self._forget(node):
            self._count(node, weigh(node))

    def update(self, node: Node) -> None:
        """A node has a new result."""
        if self._forget(node):
            self.keep(node)
        else:
            self._count(node, weigh(node))

    def drop(self, node: Node) -> None:
        """A node is gone."""
        self.freed_bytes += weigh(node)
        self._forget(node)
        self._count(node, 0)

    def oldest_beyond(self) -> Node | None:
        """The idle node to drop next, or None while all of them fit."""
        return next(iter(self._idle)) if self._idle_bytes > self._most else None

    def begin_round(self) -> list[Node]:
        """Begin another round; the nodes that were idle before the last one began, and were not used since."""
        left = [node for node, (_, round_) in self._idle.items() if round_ < self._round]
        self._round += 1
        return left

    def _forget(self, node: Node) -> int:
        weight, _ = self._idle.pop(node, (0, 0))
        self._idle_bytes -= weight
        return weight

    def _count(self, node: Node, weight: int) -> None:
        """Count a node against its caller, instead of as it was counted before."""
        self._held[node.caller] += weight - node.weight
        node.weight = weight
        if not self._held[node.caller]:
            del self._held[node.caller]
