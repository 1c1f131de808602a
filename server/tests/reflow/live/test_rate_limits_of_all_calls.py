"""How many calls one caller may make in all, of whichever functions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from tests.reflow.live.conftest import SECRET, Trusting
from tests.reflow.toy import functions as toy
from tests.reflow.toy import tables

from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.context import MutationCtx
from reflow.functions import Mutation, Registry, mutation
from reflow.limits.caller_rates import CallerRateLimits
from reflow.limits.rate_limits import RateLimit
from reflow.live.engine import Engine
from reflow.postgres.database import Database
from reflow.results import Outcome

ALICE = Identity("https://test", "alice", None, 2e10)
BOB = Identity("https://test", "bob", None, 2e10)
CALLS = 4
AGES = 10_000.0


@mutation(path="rare:once", rate_limit=RateLimit((1, AGES)))
async def rare(ctx: MutationCtx) -> str:
    """A mutation with a low limit of its own."""
    return "done"


@pytest.fixture
async def engine(database: Database) -> AsyncIterator[Engine]:
    known: list[Mutation[..., str]] = [rare]
    engine = Engine(
        Registry([*Registry.of(toy), *known]),
        database,
        WalSource(database, [tables.PUBLICATION]),
        Trusting(),
        secret=SECRET,
        defer=toy.no_jobs,
        rate_limits=CallerRateLimits(calls=RateLimit((CALLS, AGES))),
    )
    await engine.start()
    yield engine
    await engine.stop()


async def send(engine: Engine, body: str, who: Identity | None = ALICE, *, request: int | None = None) -> Outcome:
    """Write a message."""
    session = None if request is None else "a-session"
    given = {"body": body}
    return await engine.mutate(session=session, request=request, path="messages:send", arguments=given, identity=who)


async def act(engine: Engine) -> Outcome:
    """Call an action."""
    return await engine.run_action(path="values:echoAction", arguments={"value": 1}, identity=ALICE)


def is_refused(outcome: Outcome) -> bool:
    """Whether the call passed a limit; if so, the refusal must say when to retry."""
    if outcome.failure is None:
        return False
    data = outcome.failure.data
    assert data is not None
    assert data["code"] == "rate_limited"
    assert isinstance(data["retryAfter"], int)
    assert data["retryAfter"] > 0
    return True


async def test_so_many_calls_are_let_through_and_the_next_is_not(engine: Engine) -> None:
    outcomes = [await send(engine, f"{number}") for number in range(CALLS + 1)]

    assert [is_refused(outcome) for outcome in outcomes] == [False] * CALLS + [True]


async def test_mutations_and_actions_count_together(engine: Engine) -> None:
    outcomes = [await call for call in (send(engine, "1"), act(engine), send(engine, "2"), act(engine))]

    assert [is_refused(outcome) for outcome in outcomes] == [False] * CALLS
    assert is_refused(await send(engine, "3"))
    assert is_refused(await act(engine))


async def test_what_took_effect_before_is_recalled_and_not_refused(engine: Engine) -> None:
    first = await send(engine, "once", request=0)
    for number in range(CALLS):
        await send(engine, f"{number}")

    assert (await send(engine, "once", request=0)).value == first.value
    assert is_refused(await send(engine, "another", request=1))


async def test_what_was_recalled_is_not_counted(engine: Engine) -> None:
    for _ in range(CALLS + 1):
        assert not is_refused(await send(engine, "once", request=0))


async def test_callers_do_not_count_for_each_other(engine: Engine) -> None:
    for number in range(CALLS + 1):
        await send(engine, f"{number}")

    assert not is_refused(await send(engine, "hello", BOB))
    assert not is_refused(await send(engine, "hello", replace(ALICE, issuer="https://elsewhere")))
    assert not is_refused(await send(engine, "hello", None))


async def test_a_functions_own_pace_comes_on_top(engine: Engine) -> None:
    async def once() -> Outcome:
        return await engine.mutate(session=None, request=None, path="rare:once", arguments={}, identity=ALICE)

    outcomes = [await once(), await once(), *[await send(engine, f"{number}") for number in range(CALLS - 1)]]

    # A call that a function's own limit refuses still counts against the limit of all calls: refusing is work, too.
    assert [is_refused(outcome) for outcome in outcomes] == [False, True, False, False, True]


async def test_a_mutation_that_has_to_be_tried_again_counts_once(engine: Engine) -> None:
    async def increment(who: Identity) -> Outcome:
        given = {"name": "visitors"}
        return await engine.mutate(session=None, request=None, path="counters:increment", arguments=given, identity=who)

    people = [replace(ALICE, subject=f"person {number}") for number in range(8)]
    outcomes = await asyncio.gather(*(increment(who) for who in people for _ in range(CALLS)))

    assert [outcome.failure for outcome in outcomes] == [None] * len(outcomes)
