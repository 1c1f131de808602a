"""What the wire asks of the engine behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from reflow.auth.tokens import Identity


class Failure(Protocol):
    """Why a call gave no value."""

    @property
    def message(self) -> str:
        """The words for whoever reads the client's console."""

    @property
    def data(self) -> dict[str, Any] | None:
        """What a deliberate refusal tells the client's code; None for every other failure."""


class Result(Protocol):
    """A query's answer."""

    @property
    def value(self) -> str | None:
        """The value's checked JSON text, one object shared by all who are sent it; None when it failed."""

    @property
    def error(self) -> Failure | None:
        """Why there is no value, or None."""

    @property
    def journal(self) -> str | None:
        """What the client must hand back when it subscribes again."""


class Outcome(Protocol):
    """What became of a mutation, an action or a one-shot query."""

    @property
    def value(self) -> str | None:
        """The value's checked JSON text; None when it failed."""

    @property
    def ts(self) -> int | None:
        """The state in which a mutation's effects first show; None where there are none."""

    @property
    def failure(self) -> Failure | None:
        """Why there is no value, or None."""


class Subscription(Protocol):
    """A live query."""

    @property
    def result(self) -> Result | None:
        """Its answer in the engine's present state; None until there is a first one."""

    @property
    def revision(self) -> int:
        """Grows whenever `result` changes."""

    def cancel(self) -> None:
        """End it. `on_change` is not called again."""


class Engine(Protocol):
    """Functions over a database, and the results that stay live."""

    @property
    def ts(self) -> int:
        """The state all results are in: 0 ≤ ts < 2^63, never decreasing, also over restarts."""

    def subscribe(
        self,
        path: str,
        arguments: dict[str, Any],
        identity: Identity | None,
        journal: str | None,
        on_change: Callable[[], None],
    ) -> Subscription:
        """A live query. Never raises for a bad path or arguments: the result then carries the error.

        `on_change` is called when there is a first or another result, with `ts` already covering it.
        """

    async def mutate(
        self,
        *,
        session: str | None,
        request: int | None,
        path: str,
        arguments: dict[str, Any],
        identity: Identity | None,
    ) -> Outcome:
        """Run a mutation, once per `(session, request)`; a repeat gets the stored outcome.

        Must return before `on_change` is called for its effects, and raise AuthenticationFailed for an identity that
        is no longer good.
        """

    async def run_action(self, *, path: str, arguments: dict[str, Any], identity: Identity | None) -> Outcome:
        """Run an action."""

    async def query(self, *, path: str, arguments: dict[str, Any], identity: Identity | None) -> Outcome:
        """Run a query once."""

    async def authenticate(self, token: str) -> Identity:
        """Whom this token speaks for. Raises AuthenticationFailed."""

    async def unseen(self, session: str, observed_ts: int) -> set[int]:
        """The session's requests whose effects show only after `observed_ts`: those it is about to send again."""

    async def reached(self, ts: int) -> None:
        """Return once `self.ts >= ts`."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A failure the wire itself found, before any function was asked."""

    message: str
    data: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class RefusedResult:
    """A query's answer that is such a failure."""

    error: Refused
    value: str | None = None
    journal: str | None = None


@dataclass(frozen=True, slots=True)
class RefusedSubscription:
    """A subscription that the wire refused: answered at once, never changing."""

    result: RefusedResult
    revision: int = 1

    def cancel(self) -> None:
        """Nothing is running."""


@dataclass(frozen=True, slots=True)
class RefusedOutcome:
    """A call's end that is such a failure."""

    failure: Refused
    value: str | None = None
    ts: int | None = None
