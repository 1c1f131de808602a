"""The caller of a mutation may be cancelled at any moment; the mutation has then taken effect as a whole, or not at
all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World

from reflow.context import MutationCtx
from reflow.functions import mutation
from reflow.live.engine import Engine
from reflow.postgres.database import Database

_LEFT_OPEN = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'reflow' AND backend_xid IS NOT NULL
"""
_CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'reflow'"
)


@mutation(path="cancellation:sendTwo")
async def send_two(ctx: MutationCtx, *, body: str) -> None:
    """Write two rows that belong together."""
    for part in ("first", "second"):
        await ctx.value(toy.ADD, channel=part, author_id="x", body=body, rank=0)


@pytest.fixture
async def small(toy_dsn: str) -> AsyncIterator[Database]:
    """A database with so few connections that a lost one shows."""
    database = Database(toy_dsn, size=2)
    yield database
    await database.close()


@pytest.fixture
async def engine(small: Database) -> AsyncIterator[Engine]:
    engine = toy_engine(small)
    await engine.start()
    yield engine
    await engine.stop()


@pytest.fixture
def world(engine: Engine, small: Database) -> World:
    return World(engine, small)


async def _cut_off_after(turns: int, task: asyncio.Task[object]) -> bool:
    """Let the task run for this many turns of the loop, then cancel it. Returns whether it was done before."""
    for _ in range(turns):
        if task.done():
            return True
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return False


async def test_a_mutation_cut_off_anywhere_is_whole_or_not_there(world: World, toy_dsn: str) -> None:
    engine, bob = world.engine, Person(world, "bob")
    first, second = await bob.watch(toy.list_messages, channel="first"), await bob.watch(toy.bodies, channel="second")
    turns, step = 0, 1
    while True:
        work = asyncio.create_task(engine.run_mutation(send_two, {"body": f"after {turns}"}, None))
        if await _cut_off_after(turns, work):
            break
        turns += step
        step = 1 + turns // 40
    reader = await asyncpg.connect(toy_dsn)
    await world.settle()

    assert [message.body for message in first.now] == second.now
    assert await reader.fetchval(_LEFT_OPEN) == 0
    # Two connections of the pool, the cut's and the one that nudges the log.
    assert await reader.fetchval(_CONNECTIONS) <= 4
    await reader.close()
    assert await engine.run_mutation(toy.increment, {"name": "after all"}, None) == 1


async def test_connecting_cut_off_anywhere_leaves_no_connection(toy_dsn: str) -> None:
    database = Database(toy_dsn, size=2)
    turns = 0
    while not await _cut_off_after(turns, work := asyncio.create_task(_use(database))):
        turns += 1
    await work
    await database.close()

    reader = await asyncpg.connect(toy_dsn)
    while await reader.fetchval(_CONNECTIONS):
        pass  # the server notices a moment later
    await reader.close()


async def _use(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.text("SELECT 1")


async def test_screens_do_not_wait_for_slow_mutations(world: World) -> None:
    bob = Person(world, "bob")
    writing = [
        asyncio.create_task(
            world.engine.mutate(
                session="s",
                request=number,
                path=path,
                arguments={"body": "slow", "gate": "slow mutations"},
                identity=None,
            )
        )
        for number, path in enumerate(["messages:sendSlowly", "messages:sendGated"])
    ]
    await until(lambda: world.database.is_busy)

    screens = [bob.open(toy.counter, name=f"{number}") for number in range(40)]
    await until(lambda: all(screen.answered for screen in screens))

    toy.gates.setdefault("slow mutations", asyncio.Event()).set()
    assert all(outcome.failure is None for outcome in await asyncio.gather(*writing))
