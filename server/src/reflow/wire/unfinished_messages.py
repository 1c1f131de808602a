"""How much memory the incomplete messages of a process take: of each caller, and of all together."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

CALLER_EXTENSION: Final = "reflow.caller"
"""The name of a WebSocket's ASGI extension. Its value is a function that the application calls with the caller."""

Identify = Callable[[Hashable], None]


class UnfinishedMessages:
    """A budget of memory for incomplete messages.

    A frame's limit is not enough: it allows one large message on each of a caller's connections at the same time.

    Args:
        each: The most bytes of one caller.
        everybody: The most bytes of all callers.
        small: A message of so few bytes is always accepted, so that large ones of others cannot keep it out.

    Attributes:
        total: The bytes in memory now.
    """

    def __init__(self, each: int, everybody: int, small: int = 256 * 1024) -> None:
        self.total = 0
        self._each = each
        self._everybody = everybody
        self._small = small
        self._by_caller: dict[Hashable, int] = {}

    def change(self, caller: Hashable, before: int, now: int) -> bool:
        """Count a message of the caller's that has grown or gone; whether it fits into the budget."""
        self.total += now - before
        held = self._by_caller.get(caller, 0) + now - before
        if held:
            self._by_caller[caller] = held
        else:
            self._by_caller.pop(caller, None)
        return now <= max(before, self._small) or (held <= self._each and self.total <= self._everybody)
