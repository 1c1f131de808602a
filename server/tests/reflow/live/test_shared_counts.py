"""A caller goes to several processes, which count their calls together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import pytest
from tests.reflow.live.conftest import SECRET, Trusting
from tests.reflow.toy import functions as toy
from tests.reflow.toy import tables

from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.errors import AppError
from reflow.functions import Registry
from reflow.limits.caller_rates import CallerRateLimits
from reflow.limits.rate_limits import RateLimit, SlidingWindow
from reflow.limits.shared_counts import USED, SharedCounts
from reflow.live.engine import Engine
from reflow.postgres.database import Database

ALICE = Identity("https://test", "alice", None, 2e10)
BOB = Identity("https://test", "bob", None, 2e10)
CALLS = 8
AGES = 10_000.0


A_CALL = AGES / CALLS
"""Seconds until one more call is allowed."""


@asynccontextmanager
async def process(database: Database) -> AsyncIterator[Engine]:
    """One of the processes."""
    calls = RateLimit((CALLS, AGES))
    engine = Engine(
        Registry.of(toy),
        database,
        WalSource(database, [tables.PUBLICATION]),
        Trusting(),
        secret=SECRET,
        defer=toy.no_jobs,
        rate_limits=CallerRateLimits(calls=calls),
    )
    counts = SharedCounts(database)
    counts.share("calls", calls, 2)
    engine.graph.listen(USED, counts.heard, at_once=False)
    await engine.start()
    telling = asyncio.create_task(counts.run())
    yield engine
    telling.cancel()
    await engine.stop()


@pytest.fixture
async def processes(database: Database) -> AsyncIterator[list[Engine]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(process(database)) for _ in range(2)]


async def test_what_a_caller_used_in_two_processes_counts_in_both(processes: list[Engine]) -> None:
    here, there = processes
    assert [await refused_for(here) for _ in range(CALLS)] == [0] * CALLS
    assert [await refused_for(there) for _ in range(CALLS)] == [0] * CALLS

    # A burst too many, and the call that is refused. Neither counts what it told itself.
    waits = A_CALL * (CALLS + 1)
    for each in (here, there):
        assert waits - A_CALL < await refused_when_told(each, waits - A_CALL) <= waits + 1


async def test_another_caller_may_call(processes: list[Engine]) -> None:
    here, there = processes
    assert [await refused_for(here) for _ in range(CALLS)] == [0] * CALLS
    assert [await refused_for(there) for _ in range(CALLS)] == [0] * CALLS

    await refused_when_told(there, A_CALL * 2)

    assert await refused_for(there, BOB) == 0


@pytest.mark.parametrize("error", [OSError("away"), asyncpg.TargetServerAttributeNotMatched("no primary")])
async def test_while_the_database_is_away_each_process_counts_alone_and_tells_later(
    processes: list[Engine], database: Database, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    here, there = processes
    lost = asyncio.Event()

    def away(*_: object, **__: object) -> object:
        lost.set()
        raise error

    with monkeypatch.context() as broken:
        assert [await refused_for(here) for _ in range(CALLS)] == [0] * CALLS
        broken.setattr(database, "transaction", away)
        async with asyncio.timeout(60):
            await lost.wait()
        assert 0 < await refused_for(here) <= A_CALL + 1
    assert [await refused_for(here, BOB) for _ in range(2)] == [0] * 2

    assert [await refused_for(there) for _ in range(CALLS)] == [0] * CALLS
    await refused_when_told(there, A_CALL * 2)


def test_a_message_is_counted_once_and_one_that_cannot_be_read_not_at_all(database: Database) -> None:
    limit = RateLimit((CALLS, AGES))
    teller, hearer = SharedCounts(database), SharedCounts(database)
    hearer.share("calls", limit, 1)
    told = teller.message([("calls", ("https://test", "alice"), CALLS - 1.0)])

    for values in (told, told, {"used": '["a", 1, 2, [["calls", null, 1]]]'}, {"used": None}, {}):
        hearer.heard(values)

    limit.take(("https://test", "alice"))
    with pytest.raises(AppError):
        limit.take(("https://test", "alice"))


def test_a_caller_who_is_only_told_of_is_forgotten() -> None:
    now = 0.0
    window = SlidingWindow((10, 60.0), now=lambda: now)
    for now in range(1_000):  # noqa: B007  # the clock
        window.charge("alice", 1)

    assert window.used("alice") == 60


async def refused_for(engine: Engine, who: Identity = ALICE) -> int:
    """Write a message; for how many seconds it is refused, or 0 if it is written."""
    outcome = await engine.mutate(
        session=None, request=None, path="messages:send", arguments={"body": "hello"}, identity=who
    )
    if outcome.failure is None:
        return 0
    assert outcome.failure.data is not None
    return int(outcome.failure.data["retryAfter"])


async def refused_when_told(engine: Engine, more_than: float) -> int:
    """The same once it is more than so many seconds."""
    async with asyncio.timeout(60):
        while (waits := await refused_for(engine)) <= more_than:
            pass
    return waits
