"""The results that a client shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.reflow.conformance.clients import Client

Line = dict[str, Any]


class Failed(Exception):
    """The error of a rejected promise of a client.

    Attributes:
        data: A ConvexError's data; None for every other error.
        is_refusal: Whether it is a ConvexError.
    """

    def __init__(self, error: Line) -> None:
        super().__init__(error["message"])
        self.data = error.get("data")
        self.is_refusal = error["kind"] == "ConvexError"


class Watch:
    """A query on a screen.

    Attributes:
        history: All results so far: values in Convex's JSON, or a :class:`Failed`.
    """

    def __init__(self, client: Client, number: int) -> None:
        self._client = client
        self.number = number
        self.history: list[Any] = []

    @property
    def now(self) -> Any:
        """The current result; None before the first answer."""
        return self.history[-1] if self.history else None

    @property
    def changes(self) -> list[Any]:
        """The history without repetitions. A client that reconnects reports the same result again."""
        return [shown for last, shown in zip([self, *self.history], self.history, strict=False) if shown != last]

    @property
    def rows(self) -> list[Any]:
        """The rows of the paginated list on the screen."""
        rows: list[Any] = self.now["results"]
        return rows

    @property
    def status(self) -> str:
        """The loading status of a paginated list."""
        return str(self.now["status"])

    async def until(self, holds: Callable[[], bool]) -> Any:
        """Wait until there is a result and the condition holds; the result then."""
        await self._client.until(lambda: bool(self.history) and holds())
        return self.now

    async def shows(self, value: Any) -> None:
        """Wait until the result is this value."""
        await self.until(lambda: bool(self.now == value))

    async def lists(self, rows: list[Any], status: str) -> None:
        """Wait until a paginated list shows these rows, in this state."""
        await self.shows({"results": rows, "status": status})

    async def fails(self) -> Failed:
        """Wait until the result is an error; the error."""
        await self.until(lambda: isinstance(self.now, Failed))
        failed: Failed = self.now
        return failed

    async def more(self, size: int, op: str = "more") -> None:
        """Load more of a paginated list."""
        await self._client.do(op, watch=self.number, size=size)

    async def leave(self) -> None:
        """Unsubscribe."""
        await self._client.do("leave", watch=self.number)
