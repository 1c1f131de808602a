"""What the engine asks of those around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from reflow.auth.tokens import Identity
    from reflow.changes import Change


class Verifies(Protocol):
    """Says whose token it is."""

    async def verify(self, token: str) -> Identity:
        """Whose token this is; raises AuthenticationFailed."""


class Follower(Protocol):
    """Hears of every change of a table, in the process."""

    def changed(self, change: Change) -> None:
        """A row was written, and is visible."""

    def uncertain(self) -> None:
        """Changes may have been missed."""
