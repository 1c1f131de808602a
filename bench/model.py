"""What a community takes of processors: the measured cost of each thing that members do, times how often they do it.

A cost is milliseconds of one core of the machine that `bench/results.md` describes. Row `mixed` measures the costs one
by one, and then compares a mixture with what this says of it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """Milliseconds of a processor: Inflow's processes, and PostgreSQL."""

    inflow: float
    postgres: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.inflow + other.inflow, self.postgres + other.postgres)

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.inflow - other.inflow, self.postgres - other.postgres)

    def __mul__(self, times: float) -> Cost:
        return Cost(self.inflow * times, self.postgres * times)

    @property
    def total(self) -> float:
        return self.inflow + self.postgres

    def __str__(self) -> str:
        return f"{self.inflow:.2f} + {self.postgres:.2f} ms"


@dataclass(frozen=True)
class Costs:
    """Of each thing that members do.

    Attributes:
        second: A second in which nothing happens.
        message: One that both members' open pages show.
        post: One on a wall that no page shows.
        shown: A post on one further page that shows its wall.
        visit: A page that is opened: its token, its socket and the eight queries of a screen.
    """

    second: Cost
    message: Cost
    post: Cost
    shown: Cost
    visit: Cost


@dataclass(frozen=True)
class Load:
    """What happens in some seconds.

    Attributes:
        walls: How many open pages show the wall on which the posts appear.
    """

    seconds: float = 0.0
    messages: float = 0.0
    posts: float = 0.0
    walls: float = 0.0
    visits: float = 0.0


def taken(costs: Costs, load: Load) -> Cost:
    """What it takes of processors, with one process."""
    return (
        costs.second * load.seconds
        + costs.message * load.messages
        + costs.post * load.posts
        + costs.shown * (load.posts * load.walls)
        + costs.visit * load.visits
    )


def processes_for(work: float, following: float, *, busy: float) -> float | None:
    """How many processes it takes, or None where no number is enough.

    Each has one core, of which it uses a part for its share of the work, and another to follow what all of them commit.

    Args:
        work: Cores.
        following: The part of a core that each needs to follow the log.
        busy: The part of its core that a process may use.
    """
    left = busy - following
    return work / left if left > 0 else None
