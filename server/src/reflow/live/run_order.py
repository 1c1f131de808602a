"""In which order a cycle runs nodes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflow.live.nodes import Node


def newest_first(nodes: Iterable[Node]) -> list[Node]:
    """By their newest subscription; those without one come last."""
    return sorted(nodes, key=lambda node: -max((each.number for each in node.subscriptions), default=0))


def in_turns(nodes: Iterable[Node]) -> list[Node]:
    """A node of each function in turn, so that a function with thousands of nodes does not delay the others."""
    queues: dict[str, list[Node]] = {}
    for node in nodes:
        queues.setdefault(node.function.path, []).append(node)
    return [node for turn in zip_longest(*queues.values()) for node in turn if node is not None]
