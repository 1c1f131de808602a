"""How often one caller may run a query anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest
from tests.reflow.live.conftest import SECRET, Trusting
from tests.reflow.toy import functions as toy
from tests.reflow.toy import tables
from tests.reflow.until import until
from tests.world import Person, World

from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.context import QueryCtx
from reflow.functions import Registry, query
from reflow.limits.caller_rates import CallerRateLimits
from reflow.limits.rate_limits import RateLimit
from reflow.limits.retention import Retention
from reflow.live.engine import Engine
from reflow.live.nodes import Subscription
from reflow.postgres.database import Database
from reflow.results import Outcome, RefusedSubscription

ALICE = Identity("https://test", "alice", None, 2e10)
BOB = Identity("https://test", "bob", None, 2e10)
SOON, NEVER = "dear:soon", "dear:never"
# Where a test counts queries, no time passes for the limit.
STILL = 1e9


def _dear(path: str, rate_limit: RateLimit) -> object:
    @query(path=path, rate_limit=rate_limit)
    async def dear(ctx: QueryCtx, *, channel: str) -> int:
        return len(await ctx.rows(toy.MESSAGES, channel=channel))

    return dear


@pytest.fixture
def rate_limits() -> CallerRateLimits:
    """No limits except those of single functions."""
    return CallerRateLimits()


@pytest.fixture
async def engine(database: Database, rate_limits: CallerRateLimits) -> AsyncIterator[Engine]:
    dear = [_dear(SOON, RateLimit((2, 0.5))), _dear(NEVER, RateLimit((2, 1000.0)))]
    engine = Engine(
        Registry([*Registry.of(toy), *dear]),  # type: ignore[list-item]  # made by the decorator
        database,
        WalSource(database, [tables.PUBLICATION]),
        Trusting(),
        secret=SECRET,
        defer=toy.no_jobs,
        rate_limits=rate_limits,
    )
    await engine.start()
    yield engine
    await engine.stop()


def _ask(
    engine: Engine, path: str, channel: str, who: Identity = ALICE
) -> tuple[Subscription | RefusedSubscription, asyncio.Event]:
    answered = asyncio.Event()
    return engine.subscribe(path, {"channel": channel}, who, None, answered.set), answered


async def _answered(event: asyncio.Event) -> None:
    async with asyncio.timeout(60):
        await event.wait()


async def test_a_subscription_that_comes_too_early_is_answered_when_its_turn_is(engine: Engine) -> None:
    answered: list[str] = []
    asked = [
        engine.subscribe(SOON, {"channel": channel}, ALICE, None, partial(answered.append, channel))
        for channel in ("one", "two", "three")
    ]

    await until(lambda: all(subscription.result is not None for subscription in asked))
    assert answered[-1] == "three"


async def test_one_that_was_cancelled_meanwhile_is_never_run(engine: Engine) -> None:
    early, late, last = (_ask(engine, SOON, channel) for channel in ("one", "two", "three"))
    gone, _ = _ask(engine, SOON, "four")
    gone.cancel()
    after, _ = _ask(engine, SOON, "five")

    await until(lambda: all(each.result is not None for each in (early[0], late[0], last[0], after)))

    assert gone.result is None


async def test_far_too_many_are_refused_and_what_is_open_is_not_counted(engine: Engine, world: World) -> None:
    open_one, answered = _ask(engine, NEVER, "general")
    await _answered(answered)
    _ask(engine, NEVER, "other")

    assert isinstance(_ask(engine, NEVER, "third")[0], RefusedSubscription)
    refused = await engine.query(path=NEVER, arguments={"channel": "third"}, identity=ALICE)
    assert refused.failure is not None
    assert refused.failure.data is not None
    assert refused.failure.data["code"] == "rate_limited"
    # Updates of a subscription, and the same query again, cost nothing.
    for number in range(3):
        await Person(world, "bob").do(toy.send, body=f"{number}")
    again = await engine.query(path=NEVER, arguments={"channel": "general"}, identity=ALICE)
    assert again.value == "3"
    assert open_one.result is not None
    assert open_one.result.value == "3"
    assert not isinstance(_ask(engine, NEVER, "bobs", BOB)[0], RefusedSubscription)


class TestOfAllQuestions:
    """The limit for all queries of one caller together."""

    @pytest.fixture
    def rate_limits(self) -> CallerRateLimits:
        return CallerRateLimits(queries=RateLimit((3, 0.75)))

    async def test_so_many_are_answered_at_once_and_the_next_when_its_turn_is(self, engine: Engine) -> None:
        clock = asyncio.get_running_loop().time
        began = clock()
        asked = [_ask(engine, path, "one") for path in ("messages:list", "messages:count", "messages:bodies")]
        late, answered_late = _ask(engine, "messages:isEmpty", "one")

        for _, answered in asked:
            await _answered(answered)
        await _answered(answered_late)

        assert late.result is not None
        assert clock() - began >= 0.24

    async def test_a_page_that_comes_back_is_not_counted_for_what_is_known(self, engine: Engine) -> None:
        first = [_ask(engine, "messages:list", f"{number}", BOB) for number in range(3)]
        for _, answered in first:
            await _answered(answered)

        again = [_ask(engine, "messages:list", f"{number % 3}") for number in range(60)]
        assert all(subscription.result is not None for subscription, _ in again)

    async def test_a_question_whose_turn_comes_when_too_much_is_open_is_refused(
        self, engine: Engine, rate_limits: CallerRateLimits, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rate_limits.queries, "_now", lambda: STILL)
        asked = [_ask(engine, "messages:list", f"{number}") for number in range(4)]
        # From now on everything is too much, also on a machine that has answered none of the first three yet.
        engine.graph.retention = Retention(caller_bytes=-1)
        for _, answered in asked:
            await _answered(answered)

        results = [subscription.result for subscription, _ in asked]
        refused = [result.error.data for result in results if result is not None and result.error is not None]
        assert [data and data["code"] for data in refused] == ["rate_limited"]

    async def test_callers_do_not_count_for_each_other(self, engine: Engine) -> None:
        for number in range(60):
            _ask(engine, "messages:list", f"{number}")
        bobs, answered = _ask(engine, "messages:list", "bobs", BOB)

        await _answered(answered)
        assert bobs.result is not None

    async def test_one_question_over_http_too_many_is_refused(self, engine: Engine) -> None:
        outcomes = [
            await engine.query(path="messages:list", arguments={"channel": f"{number}"}, identity=ALICE)
            for number in range(4)
        ]

        assert [outcome.failure is None for outcome in outcomes] == [True, True, True, False]


class TestOfLargeQuestions:
    """A query's cost is the cost of the last run of the same query."""

    @pytest.fixture
    def rate_limits(self) -> CallerRateLimits:
        return CallerRateLimits(queries=RateLimit((3, 1_000.0)))

    async def test_one_that_reads_very_many_rows_counts_as_several(self, engine: Engine, world: World) -> None:
        for number in range(100):
            await Person(world, "bob").do(toy.send, body=f"{number}", channel="many")
        await _list(engine, "many", BOB)

        assert (await _list(engine, "one", ALICE)).failure is None, "as all at once, never as more"
        refused = await _list(engine, "two", ALICE)
        assert refused.failure is not None
        assert refused.failure.data is not None
        assert refused.failure.data["code"] == "rate_limited"
        assert (await _list(engine, "three", BOB)).failure is None, "those of others are counted by themselves"


async def _list(engine: Engine, channel: str, identity: Identity) -> Outcome:
    return await engine.query(path="messages:list", arguments={"channel": channel}, identity=identity)
