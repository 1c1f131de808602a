"""The failure of a query affects no other query, and ends with its cause."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam
from tests.reflow.toy import functions as toy
from tests.reflow.toy.tables import counters
from tests.reflow.until import until
from tests.world import Person, Watch, World

from reflow.context import MutationCtx, QueryCtx
from reflow.errors import AppError
from reflow.functions import mutation, query
from reflow.live.engine import Engine
from reflow.statements import statement

SHARE = statement(sa.select(sa.literal(100) / counters.c.value).where(counters.c.name == bindparam("name")))


@query(path="failures:share")
async def share(ctx: QueryCtx, *, name: str) -> int:
    """A hundred, divided by the counter: the statement fails for a counter at zero."""
    return int(await ctx.value(SHARE, name=name))


@query(path="failures:shareOrRefusal")
async def share_or_refusal(ctx: QueryCtx, *, name: str) -> int:
    """The same, by an author who catches the error of a failed statement."""
    try:
        return int(await ctx.value(SHARE, name=name))
    except asyncpg.PostgresError:
        raise AppError("refused", "Not that one.") from None


_failing = {"on": True}


@query(path="failures:sometimes")
async def sometimes(ctx: QueryCtx) -> str:
    """A bug that occurs only while a switch is on."""
    if _failing["on"]:
        raise RuntimeError("today I feel bad")
    return "well"


@query(path="failures:told")
async def told(ctx: QueryCtx) -> str:
    """A query that runs the one with the bug."""
    return f"I am {await ctx.run(sometimes)}"


@query(path="failures:cancelled")
async def cancelled(_ctx: QueryCtx) -> str:
    """A query that awaits something which was cancelled."""
    raise asyncio.CancelledError


@mutation(path="failures:tooBig")
async def too_big(ctx: MutationCtx, *, rank: int) -> None:
    """Write a number that its column cannot hold."""
    _tried.append(rank)
    await ctx.value(toy.ADD, channel="general", author_id="x", body="x", rank=rank)


_tried: list[int] = []


async def _set(world: World, name: str, value: int) -> None:
    async with world.database.transaction() as connection:
        sql = "INSERT INTO counters VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2"
        await connection.text(sql, name, value)


async def test_a_statement_that_failed_is_tried_again_when_what_it_reads_changes(bob: Person, world: World) -> None:
    await _set(world, "people", 0)
    screen = await bob.watch(share, name="people")
    assert screen.evaluation.error is not None
    world.watches.remove(screen)

    await _set(world, "people", 4)
    await world.settle()

    assert screen.now == 25


async def test_an_author_who_catches_a_failed_statement_spoils_nobody_elses_screen(bob: Person, world: World) -> None:
    await _set(world, "people", 0)
    screens = [bob.open(toy.counter, name="people") for _ in range(3)]
    careless = bob.open(share_or_refusal, name="people")
    more = [bob.open(toy.count, channel=channel) for channel in ("a", "b", "c")]
    await world.engine.catch_up()

    await _set(world, "people", 5)
    await world.engine.catch_up()

    assert [screen.now for screen in screens] == [5, 5, 5]
    assert [screen.now for screen in more] == [0, 0, 0]
    assert careless.now == 20
    assert world.engine.graph.fragile == {"failures:shareOrRefusal"}


async def test_a_statement_that_fails_among_many_starts_no_alarm(
    bob: Person, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await _set(world, "people", 0)
    good = [bob.open(toy.counter, name=f"{number}") for number in range(30)]
    bad = bob.open(share, name="people")
    await world.show([*good, bad])

    assert "cycle failed" not in caplog.messages


async def test_a_cancellation_within_a_query_is_its_failure_alone(bob: Person, world: World) -> None:
    await _set(world, "people", 0)
    good = [bob.open(toy.counter, name=f"{number}") for number in range(30)]
    bob.open(share, name="people")  # its statement fails while two connections are used
    await world.engine.catch_up()

    failed = bob.open(cancelled)
    await world.engine.catch_up()
    await _set(world, "7", 8)
    await until(lambda: good[7].now == 8)

    assert failed.evaluation.error is not None


async def test_asking_again_is_another_try(bob: Person, world: World) -> None:
    _failing["on"] = True
    first, built = bob.open(sometimes), bob.open(told)
    await world.engine.catch_up()
    assert first.evaluation.error is not None

    _failing["on"] = False
    second = bob.open(sometimes)
    await until(lambda: first.evaluation.error is None)
    await until(lambda: built.evaluation.error is None)

    assert (first.now, second.now, built.now) == ("well", "well", "I am well")


async def test_a_value_that_its_column_cannot_hold_is_not_tried_twice(engine: Engine) -> None:
    _tried.clear()

    engine._registry._functions.setdefault(too_big.path, too_big)
    outcome = await engine.mutate(session="s", request=0, path=too_big.path, arguments={"rank": 2**40}, identity=None)

    assert outcome.failure is not None
    assert _tried == [2**40]


async def test_people_who_keep_coming_do_not_hold_up_those_who_came(bob: Person, world: World) -> None:
    opened: list[Watch[Any]] = [bob.open(toy.counter, name="0")]
    first = opened[0]
    crowd = asyncio.create_task(_keep_opening(bob, opened))
    try:
        await until(lambda: first.answered)
    finally:
        crowd.cancel()
        await asyncio.gather(crowd, return_exceptions=True)
    for screen in opened:
        screen.close()


async def _keep_opening(bob: Person, opened: list[Watch[Any]]) -> None:
    while True:
        opened.append(bob.open(toy.counter, name=f"{len(opened)}"))
        await asyncio.sleep(0)
