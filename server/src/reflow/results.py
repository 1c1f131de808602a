"""Results of calls and queries, as functions give them to the wire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reflow.errors import AppError


class Failure:
    """The reason why there is no value.

    Attributes:
        message: The text that the client may read.
        data: The `errorData` of a deliberate refusal; None for everything else.
    """

    __slots__ = ("data", "message")

    def __init__(self, message: str, data: dict[str, Any] | None = None) -> None:
        self.message = message
        self.data = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Failure) and (self.message, self.data) == (other.message, other.data)

    __hash__ = None  # type: ignore[assignment]  # compared, never a key

    def as_error(self) -> AppError:
        """The refusal that this was made from, for callers in this process; a bug has the code ``internal``."""
        data = {"code": "internal", **(self.data or {})}
        rest = {name: value for name, value in data.items() if name not in {"code", "message"}}
        return AppError(data["code"], self.message, **rest)


class Outcome:
    """The outcome of a mutation or action.

    Attributes:
        value: The result as JSON text; None after a failure.
        ts: The position at which the effects are visible; None if nothing was written, or if it is unknown.
        failure: The reason of a refusal.
    """

    __slots__ = ("failure", "ts", "value")

    def __init__(self, value: str | None = None, ts: int | None = None, failure: Failure | None = None) -> None:
        self.value = value
        self.ts = ts
        self.failure = failure


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The result of a query that did not run.

    Attributes:
        error: The reason.
    """

    error: Failure
    value: str | None = None
    journal: str | None = None


@dataclass(frozen=True, slots=True)
class RefusedSubscription:
    """A subscription with a refusal: unknown function, invalid arguments, or too many subscriptions before it."""

    result: QueryResult
    revision: int = 1
    is_stale: bool = False
    since: int = 0
    lane_ts: None = None
    late: None = None

    def cancel(self) -> None:
        """Does nothing, because nothing is running."""
