"""A hook before a mutation's transaction runs once, and never for a request that has taken effect before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.reflow.live.conftest import SECRET, Trusting
from tests.reflow.toy import functions as toy
from tests.reflow.toy import tables
from tests.world import Person, World, refusal

from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.context import Ctx, MutationCtx
from reflow.dependencies import Dependencies
from reflow.errors import AppError
from reflow.functions import Registry, mutation
from reflow.live.engine import Engine
from reflow.postgres.database import Database
from reflow.results import Outcome

ALICE = Identity("https://test", "alice", None, 2e10)


class Shouting:
    """A hook that puts texts into capitals before they are sent; it records its calls."""

    def __init__(self) -> None:
        self.asked: list[str | None] = []

    async def __call__(self, identity: Identity | None, given: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(identity and identity.subject)
        if given["body"] == "unspeakable":
            raise AppError("refused", "Not that.")
        if given["body"] == "too much":
            raise OSError("No space left on device")
        return {**given, "body": given["body"].upper()}


async def shout(ctx: Ctx, given: dict[str, Any]) -> dict[str, Any]:
    return await ctx.get(Shouting)(ctx.identity, given)


@mutation(path="messages:send", before_transaction=shout)
async def send(ctx: MutationCtx, *, body: str) -> int:
    """Write a message; its id."""
    return await toy.send.call(ctx, body=body)


@pytest.fixture
def shouting() -> Shouting:
    return Shouting()


@pytest.fixture
async def engine(database: Database, shouting: Shouting) -> AsyncIterator[Engine]:
    source = WalSource(database, [tables.PUBLICATION])
    engine = Engine(
        Registry([*(each for each in Registry.of(toy) if each.path != send.path), send]),
        database,
        source,
        Trusting(),
        secret=SECRET,
        defer=toy.no_jobs,
        dependencies=Dependencies(shouting),
    )
    await engine.start()
    yield engine
    await engine.stop()


async def _send(engine: Engine, body: str) -> Outcome:
    return await engine.mutate(session="s", request=0, path="messages:send", arguments={"body": body}, identity=ALICE)


async def test_the_mutation_runs_with_what_was_prepared(world: World, shouting: Shouting) -> None:
    alice = Person(world, "alice")

    await alice.do(send, body="hello")

    assert [message.body for message in await alice.see(toy.list_messages)] == ["HELLO"]
    assert shouting.asked == ["alice"]


async def test_a_repeated_request_is_not_prepared_again(engine: Engine, world: World, shouting: Shouting) -> None:
    first = await _send(engine, "once")
    again = await _send(engine, "once")

    assert (first.failure, again.value) == (None, first.value)
    assert shouting.asked == ["alice"]
    assert first.ts is not None
    await engine.reached(first.ts)
    assert [message.body for message in await Person(world, "bob").see(toy.list_messages)] == ["ONCE"]


async def test_the_same_number_for_something_else_is_refused_unprepared(engine: Engine, shouting: Shouting) -> None:
    await _send(engine, "once")

    other = await _send(engine, "something else")

    assert other.failure is not None
    assert other.failure.data is not None
    assert other.failure.data["code"] == "conflict"
    assert shouting.asked == ["alice"]


async def test_its_refusal_is_the_answer(world: World) -> None:
    alice = Person(world, "alice")
    screen = await alice.watch(toy.list_messages)

    assert await refusal(alice.do(send, body="unspeakable")) == "refused"

    assert screen.now == []


async def test_what_fails_outside_is_not_done_again_and_again(engine: Engine, shouting: Shouting) -> None:
    outcome = await _send(engine, "too much")

    assert outcome.failure is not None
    assert outcome.failure.data is None
    assert shouting.asked == ["alice"]
