"""The engine reports what it does, in numbers, and whether its cycles are published."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import asyncpg
import pytest
from tests.reflow.live.conftest import SECRET, Trusting
from tests.reflow.toy import edges, functions, tables
from tests.reflow.until import until
from tests.world import Person

from reflow.changes import WalSource
from reflow.context import QueryCtx
from reflow.dependencies import Dependencies
from reflow.functions import Registry, query
from reflow.live import retries
from reflow.live.engine import Engine
from reflow.metrics import NoMetrics, Progress
from reflow.postgres.database import Database


@query(path="metrics:endless", deadline=0.2)
async def endless(ctx: QueryCtx) -> None:
    """Never returns."""
    await asyncio.Event().wait()


class Counted(NoMetrics):
    """Counts the reports."""

    def __init__(self) -> None:
        self.reports: Counter[object] = Counter()

    def cycle(self, seconds: float) -> None:
        self.reports["cycle"] += seconds >= 0

    def resynced(self) -> None:
        self.reports["resync"] += 1

    def evaluated(self, path: str, seconds: float) -> None:
        self.reports["evaluated", path] += seconds >= 0

    def slow_lane_entered(self, path: str) -> None:
        self.reports["slow", path] += 1

    def deadline_reached(self, path: str) -> None:
        self.reports["deadline", path] += 1

    def mutation_attempted(self, path: str, attempt: int) -> None:
        self.reports["attempt", path, attempt] += 1

    def mutation_collided(self, path: str) -> None:
        self.reports["collision", path] += 1

    def mutation_given_up(self, path: str) -> None:
        self.reports["given up", path] += 1


@pytest.fixture
def counted() -> Counted:
    return Counted()


@pytest.fixture
async def engine(database: Database, counted: Counted) -> AsyncIterator[Engine]:
    registry = Registry.of(functions, edges)
    source = WalSource(database, [tables.PUBLICATION])
    given = {"secret": SECRET, "defer": functions.no_jobs, "dependencies": Dependencies(functions.Stamp("toy"))}
    engine = Engine(registry, database, source, Trusting(), metrics=counted, **given)
    await engine.start()
    yield engine
    await engine.stop()


async def test_calls_and_cycles_are_reported(alice: Person, counted: Counted) -> None:
    screen = await alice.watch(functions.list_messages, channel="general")
    before = counted.reports.copy()
    await alice.do(functions.send, body="Low tide")

    more = counted.reports - before
    assert len(screen.now) == 1
    assert before["resync"] == 1, "at the start, earlier commits are unknown"
    assert more["resync"] == 0
    assert more["cycle"] >= 1
    assert more["evaluated", functions.list_messages.path] >= 1
    assert more["attempt", functions.send.path, 1] == 1


async def test_retries_are_reported_and_giving_up_too(
    alice: Person, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "_CONTENTION", 0.0)

    assert await alice.send("errors:collides", name="reported") is not None

    path = edges.collides.path
    attempts = edges.attempts.count("reported")
    assert attempts > 1
    assert [counted.reports["attempt", path, number + 1] for number in range(attempts)] == [1] * attempts
    assert counted.reports["collision", path] == attempts
    assert counted.reports["given up", path] == 1


async def test_a_retry_for_another_reason_is_no_collision(
    alice: Person, counted: Counted, toy_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "_LOCKED", 0.0)
    operator = await asyncpg.connect(toy_dsn)
    async with operator.transaction():
        await operator.execute("LOCK TABLE messages IN ACCESS EXCLUSIVE MODE")
        assert await alice.send("messages:send", body="never") is not None
    await operator.close()

    assert counted.reports["given up", "messages:send"] == 1
    assert counted.reports["collision", "messages:send"] == 0


async def test_a_deadline_is_reported_with_its_slow_run(alice: Person, counted: Counted) -> None:
    alice.open(endless)
    await until(lambda: counted.reports["deadline", endless.path] > 0)

    assert counted.reports["slow", endless.path] >= 1


def test_work_waits_from_the_first_cycle_that_fails_until_one_is_published() -> None:
    now, counted = [100.0], Counted()
    progress = Progress(counted, now=lambda: now[0])

    assert progress.waiting == 0
    for _ in range(3):
        with pytest.raises(ValueError, match="failed"), progress.cycle():
            now[0] += 5
            raise ValueError("failed")
    now[0] += 1
    failing = progress.waiting, progress.last_cycle_age
    with progress.cycle():
        now[0] += 2
        running = progress.waiting
    now[0] += 4

    assert failing == (16, 16)
    assert running == 18
    assert (progress.waiting, progress.last_cycle_age) == (0, 4)
    assert counted.reports["cycle"] == 1
