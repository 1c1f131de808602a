"""The nodes of the graph, and the subscriptions to them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from reflow.live.evaluation import failure_of
from reflow.results import QueryResult, RefusedSubscription
from reflow.values import encode

if TYPE_CHECKING:
    from reflow.functions import Function
    from reflow.identity import Identity
    from reflow.live.evaluation import CallerScope, Evaluation
    from reflow.live.graph import Graph

Listener = Callable[[], None]
_numbers = itertools.count(1)
NodeKey = tuple[str, str, str | None, object]


class Node:
    """One query, its arguments, and those of its callers who are equal for it.

    Attributes:
        scope: The list its pages belong to: path and arguments without the page.
        identity: One of its callers, standing for all of them.
        caller_scope: How much of the caller it distinguishes.
        page_bounds: The journal from the client at first, then the one that the first run wrote.
        caller: The first caller who requested it; the node's memory counts against them. None for a stranger.
        weight: Roughly how many bytes it counts as for its caller; 0 while it is idle.
        evaluation: The outcome at the graph's position; None before the first run. While the node is stale, an
            earlier one.
        since: The position from which on the outcome is true.
        revision: The graph's revision at which the outcome last changed.
        seconds: How long its last run took.
        is_held: Whether its graph still has it.
        is_stale: Whether it must run again, or a query that it is built on.
        lane_ts: The position of the slow run in progress that will make it true, or None.
        late: The outcome of its last slow run, with the position at which that was true, while it is stale again.
    """

    __slots__ = (
        "__weakref__",
        "caller",
        "caller_scope",
        "evaluation",
        "function",
        "given",
        "height",
        "identity",
        "is_held",
        "is_stale",
        "key",
        "keys",
        "lane_ts",
        "late",
        "page_bounds",
        "parents",
        "revision",
        "scope",
        "seconds",
        "since",
        "subscriptions",
        "weight",
    )

    def __init__(
        self,
        function: Function[..., Any],
        given: dict[str, Any],
        key: NodeKey,
        caller_scope: CallerScope,
        identity: Identity | None,
    ) -> None:
        self.function = function
        self.given = given
        self.key = key
        self.keys = {key}
        self.caller_scope = caller_scope
        self.identity = identity
        self.caller = caller_of(identity)
        self.weight = 0
        self.scope = scope_of(function, given)
        self.page_bounds = key[2]
        self.evaluation: Evaluation | None = None
        self.since = 0
        self.revision = 0
        self.seconds = 0.0
        self.is_held = True
        self.is_stale = False
        self.lane_ts: int | None = None
        self.late: tuple[int, Evaluation] | None = None
        self.height = 0
        self.parents: set[Node] = set()
        self.subscriptions: set[Subscription] = set()

    @property
    def wanted(self) -> bool:
        """Whether it has any reader."""
        return bool(self.subscriptions or self.parents)


class Subscription:
    """A caller's subscription to a query.

    Attributes:
        result: The newest outcome. None until there is one, and again while the caller has too many screens to update
            at once; the listener is notified of both.
        revision: Increases whenever the outcome changes.
        number: Larger for each newer one.
        is_over: Whether it was cancelled or refused, so that no more answers come.
        refused: The answer, if it was refused after a wait.
    """

    __slots__ = (
        "_on_change",
        "function",
        "given",
        "graph",
        "identity",
        "is_over",
        "journal",
        "node",
        "number",
        "refused",
    )

    def __init__(
        self,
        graph: Graph,
        function: Function[..., Any],
        given: dict[str, Any],
        identity: Identity | None,
        journal: str | None,
        on_change: Listener,
    ) -> None:
        self.graph = graph
        self.function = function
        self.given = given
        self.identity = identity
        self.journal = journal
        self._on_change = on_change
        self.number = next(_numbers)
        self.node: Node | None = None
        self.is_over = False
        self.refused: RefusedSubscription | None = None

    @property
    def result(self) -> Evaluation | QueryResult | None:
        if self.refused is not None:
            return self.refused.result
        return self.node.evaluation if self.node else None

    @property
    def revision(self) -> int:
        return self.node.revision if self.node else 0

    @property
    def is_stale(self) -> bool:
        """Whether the result may be outdated, because the query has not run since a change. The listener is notified
        of both.
        """
        return self.node is not None and self.node.is_stale

    @property
    def since(self) -> int:
        """The position from which on the result is true, if it is not stale."""
        return self.node.since if self.node else 0

    @property
    def lane_ts(self) -> int | None:
        """The position of the slow run in progress that will make a stale result true."""
        return self.node.lane_ts if self.node else None

    @property
    def late(self) -> tuple[int, Evaluation] | None:
        """The outcome of a slow run that a later change outdated, with the position at which it was true."""
        return self.node.late if self.node else None

    @property
    def caller(self) -> Hashable:
        """The caller, whichever of their sessions it is."""
        return caller_of(self.identity)

    def cancel(self) -> None:
        """End the subscription."""
        self.is_over = True
        node, self.node = self.node, None
        if node is not None:
            node.subscriptions.discard(self)
            self.graph.release(node)

    def refuse(self, error: Exception) -> None:
        """Answer with a refusal, which is the last answer."""
        self.refused = RefusedSubscription(QueryResult(failure_of(error)))
        self.is_over = True
        self.notify()

    def notify(self) -> None:
        self._on_change()


def ancestors(nodes: Iterable[Node]) -> set[Node]:
    """The nodes and all that is built on them."""
    found = set(nodes)
    frontier = list(found)
    while frontier:
        for parent in frontier.pop().parents:
            if parent not in found:
                found.add(parent)
                frontier.append(parent)
    return found


def exact_text(given: Mapping[str, Any]) -> str:
    """Arguments as text, equal if and only if the arguments are equal."""
    text = _ENCODER.encode(given)
    # JSON writes None and NaN alike; our encoding distinguishes them.
    return encode(given) if b"null" in text and _may_hide_a_float(given) else text.decode()


def _may_hide_a_float(given: Mapping[str, Any]) -> bool:
    return any(isinstance(value, (float, list, dict)) for value in given.values())


_ENCODER = msgspec.json.Encoder(enc_hook=lambda value: ["Int64", value.value], order="sorted")


def scope_of(function: Function[..., Any], given: Mapping[str, Any]) -> str:
    """The list that a page belongs to."""
    return function.path + exact_text({name: value for name, value in given.items() if name != "pagination_opts"})


def caller_of(identity: Identity | None) -> Hashable:
    """The person behind an identity, whichever of their sessions it is; None for a caller who is not signed in."""
    return None if identity is None else (identity.issuer, identity.subject)
