"""The interface of the engine for the wire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from reflow.identity import Identity
from reflow.results import Failure, Outcome


class Result(Protocol):
    """A query's answer."""

    @property
    def value(self) -> str | None:
        """The value's checked JSON text, one object shared by all connections that get it; None if it failed."""

    @property
    def error(self) -> Failure | None:
        """Why there is no value, or None."""

    @property
    def journal(self) -> str | None:
        """The text that the client must send back when it subscribes again."""


class Subscription(Protocol):
    """A live query."""

    @property
    def result(self) -> Result | None:
        """Its answer in the engine's current state; None until there is a first one."""

    @property
    def revision(self) -> int:
        """Increases whenever `result` changes."""

    @property
    def is_stale(self) -> bool:
        """Whether `result` may be of an earlier state. `on_change` is called when that changes, too."""

    @property
    def since(self) -> int:
        """The state from which on `result` is true, if it is not stale."""

    @property
    def lane_ts(self) -> int | None:
        """While it is stale: the state for which its query runs now; None if that has not begun."""

    @property
    def late(self) -> tuple[int, Result] | None:
        """While it is stale: the state for which its query ran last, and the answer in that state."""

    def cancel(self) -> None:
        """End it. `on_change` is not called again."""


class Engine(Protocol):
    """Functions over a database, and the results that stay live."""

    @property
    def ts(self) -> int:
        """The state of all results: 0 ≤ ts < 2^63, never decreasing, also over restarts."""

    def subscribe(
        self,
        path: str,
        arguments: dict[str, Any],
        identity: Identity | None,
        journal: str | None,
        on_change: Callable[[], None],
    ) -> Subscription:
        """Subscribe to a query. Never raises for a bad path or arguments: the result then contains the error.

        `on_change` is called when there is a first or another result; `ts` then covers it already.
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
        """Run a mutation, once per `(session, request)`; a repeated call gets the stored outcome.

        Must return before `on_change` is called for its effects, and raise AuthenticationFailed for an identity that is
        no longer valid.
        """

    async def run_action(self, *, path: str, arguments: dict[str, Any], identity: Identity | None) -> Outcome:
        """Run an action."""

    async def query(self, *, path: str, arguments: dict[str, Any], identity: Identity | None) -> Outcome:
        """Run a query once."""

    async def authenticate(self, token: str) -> Identity:
        """The identity of this token. Raises AuthenticationFailed."""

    async def unseen(self, session: str, observed_ts: int) -> set[int]:
        """The session's requests whose effects are visible only after `observed_ts`: the client is about to send them
        again.
        """

    async def reached(self, ts: int) -> None:
        """Return once `self.ts >= ts`."""
