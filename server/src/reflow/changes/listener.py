"""Listeners in the process that hear of every change of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from reflow.changes.transactions import Change


class ChangeListener(Protocol):
    """Gets every change of a table, in the process."""

    def changed(self, change: Change) -> None:
        """A row was written, and is visible."""

    def uncertain(self) -> None:
        """Changes may have been missed."""
