"""The numbers that an engine reports while it works, for the deployment's monitoring system."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, Protocol


class Metrics(Protocol):
    """Receives the numbers. The engine calls it between its own steps, so each method must return at once.

    A `path` is always the path of a registered function, so there are not more of them than functions.
    """

    def cycle(self, seconds: float) -> None:
        """A cycle was published after this time."""

    def resynced(self) -> None:
        """A cycle reads every result again, because commits may have been missed."""

    def evaluated(self, path: str, seconds: float) -> None:
        """A query ran for this long, in a cycle or in a slow lane."""

    def slow_lane_entered(self, path: str) -> None:
        """A query begins to run in a slow lane."""

    def deadline_reached(self, path: str) -> None:
        """A query or a mutation was stopped at its deadline, or mutations ran too long for a serializable query."""

    def mutation_attempted(self, path: str, attempt: int) -> None:
        """A mutation's transaction begins. The first attempt is 1, the others are retries."""

    def mutation_collided(self, path: str) -> None:
        """PostgreSQL aborted a mutation's transaction, because it collided with another one."""

    def mutation_given_up(self, path: str) -> None:
        """A mutation failed after its last attempt."""


class NoMetrics:
    """Ignores all numbers."""

    def cycle(self, seconds: float) -> None:
        """Ignore it."""

    def resynced(self) -> None:
        """Ignore it."""

    def evaluated(self, path: str, seconds: float) -> None:
        """Ignore it."""

    def slow_lane_entered(self, path: str) -> None:
        """Ignore it."""

    def deadline_reached(self, path: str) -> None:
        """Ignore it."""

    def mutation_attempted(self, path: str, attempt: int) -> None:
        """Ignore it."""

    def mutation_collided(self, path: str) -> None:
        """Ignore it."""

    def mutation_given_up(self, path: str) -> None:
        """Ignore it."""


NO_METRICS: Final[Metrics] = NoMetrics()


class Progress:
    """Whether the engine's cycles are published.

    Args:
        metrics: Receives the time of each cycle.
        now: Seconds on a clock that never goes back.
    """

    def __init__(self, metrics: Metrics = NO_METRICS, now: Callable[[], float] = monotonic) -> None:
        self._metrics = metrics
        self._now = now
        self._published_at = now()
        self._waiting_since: float | None = None

    @property
    def last_cycle_age(self) -> float:
        """Seconds since the end of the last published cycle. An engine without work runs no cycles."""
        return self._now() - self._published_at

    @property
    def waiting(self) -> float:
        """Seconds for which work has waited for a cycle to be published and end; 0 while no work waits."""
        return 0.0 if self._waiting_since is None else self._now() - self._waiting_since

    @contextmanager
    def cycle(self) -> Iterator[None]:
        """Wraps a cycle. If it raises, its work goes on waiting."""
        began = self._now()
        if self._waiting_since is None:
            self._waiting_since = began
        yield
        self._published_at = self._now()
        self._waiting_since = None
        self._metrics.cycle(self._published_at - began)
