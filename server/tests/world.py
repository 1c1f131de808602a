"""People for tests: they do, see and watch. After every `do`, the world checks all subscriptions.

`Person.watch` keeps a subscription open. After each `do` the world waits until the engine has caught up, runs every
watched query again, and fails if an open subscription shows something else: an update that the engine missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Generic, ParamSpec, TypeVar

from reflow.auth.tokens import Identity
from reflow.errors import AppError
from reflow.functions import Function, Mutation, Query
from reflow.live import engine, serializable_lane
from reflow.live.engine import Engine
from reflow.live.evaluation import Evaluation
from reflow.live.graph import Graph
from reflow.live.nodes import Subscription
from reflow.live.recompute import RecomputePass
from reflow.postgres.database import Connection, Database
from reflow.values import encode

_PATIENCE = 60.0
# The engine's ten seconds are too short for the tests with thousands of queries, if the machine is busy.
engine._REACHED_TIMEOUT = _PATIENCE
# So are five for a snapshot that no running mutation can make wrong.
serializable_lane._LONGEST_WAIT = _PATIENCE
P = ParamSpec("P")
R = TypeVar("R")


class Watch(Generic[R]):
    """A subscription that stays open. `now` is the result on its screen."""

    def __init__(
        self, world: World, function: Function[Any, R], given: dict[str, Any], identity: Identity | None
    ) -> None:
        self.function = function
        self.given = given
        self.identity = identity
        self.updates = 0
        self._shown: Evaluation | None = None
        self._subscription = Subscription(world.engine.graph, function, given, identity, None, self._count)
        world.engine.attach(self._subscription)

    @property
    def now(self) -> R:
        """The result on the screen; raises what the query raised."""
        evaluation = self.evaluation
        if evaluation.raised is not None:
            raise evaluation.raised
        shown: R = evaluation.returned
        return shown

    @property
    def evaluation(self) -> Evaluation:
        """The newest answer. While a newer one is on its way, the page still shows the one before."""
        evaluation = self._subscription.result or self._shown
        assert evaluation is not None, "not answered yet"
        return evaluation

    @property
    def answered(self) -> bool:
        return self._subscription.result is not None and not self._subscription.is_stale

    def close(self) -> None:
        """Cancel the subscription."""
        self._subscription.cancel()

    def _count(self) -> None:
        result = self._subscription.result
        if result is not None and not self._subscription.is_stale and result is not self._shown:
            self.updates += 1
            self._shown = result


class World:
    """An engine, its database and the subscriptions of its people."""

    def __init__(self, engine: Engine, database: Database) -> None:
        self.engine = engine
        self.database = database
        self.watches: list[Watch[Any]] = []

    async def settle(self) -> None:
        """Wait until every screen shows the committed state, and check it against a fresh run of its query."""
        await self.show(self.watches)
        if self.watches:
            async with self.database.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") as connection:
                for watch in self.watches:
                    await self._compare(watch, connection)

    async def show(self, watches: Iterable[Watch[Any]]) -> None:
        """Wait until these show the commits before this call. The engine updates a person with very many open
        subscriptions later than others.
        """
        await self.engine.catch_up()
        async with asyncio.timeout(_PATIENCE):
            while not all(watch.answered for watch in watches):
                await self.engine.catch_up()

    async def _compare(self, watch: Watch[Any], connection: Connection) -> None:
        fresh = await self._asked_from_nothing(watch, connection)
        shown = watch.evaluation
        assert _text(shown) == _text(fresh), (
            f"{watch.function.path} {watch.given} was not updated. It shows {_text(shown)} instead of {_text(fresh)}"
        )

    async def _asked_from_nothing(self, watch: Watch[Any], connection: Connection) -> Evaluation:
        graph = Graph(self.engine.graph.secret, self.engine.dependencies)
        pin = watch.evaluation.journal
        subscription = Subscription(graph, watch.function, watch.given, watch.identity, pin, lambda: None)
        graph.attach(subscription)
        run = RecomputePass(graph, _Alone(connection), 0, is_patient=True)
        await run.bring_up_to_date(set())
        graph.publish(1, run.fresh)
        assert subscription.result is not None
        return subscription.result


class Person:
    """A person with a name, or a stranger without one."""

    def __init__(self, world: World, name: str | None) -> None:
        self.world = world
        self.name = name
        self.identity = None if name is None else Identity("https://test", name, f"session of {name}", 2e10)

    async def do(self, mutation: Mutation[P, R], /, *_: P.args, **given: P.kwargs) -> R:
        """Run a mutation as this person, and check every open screen afterwards."""
        try:
            done: R = await self.world.engine.run_mutation(mutation, mutation.complete(given), self.identity)
        finally:
            await self.world.settle()
        return done

    async def send(self, path: str, **arguments: Any) -> Mapping[str, Any] | None:
        """Run a mutation with arguments in the wire's form; the refusal's data, or None."""
        outcome = await self.world.engine.mutate(
            session=None, request=None, path=path, arguments=arguments, identity=self.identity
        )
        await self.world.settle()
        if outcome.failure is None:
            return None
        return outcome.failure.data or {"code": None, "message": outcome.failure.message}

    async def see(self, query: Query[P, R], /, *_: P.args, **given: P.kwargs) -> R:
        """The result of a query, run once."""
        evaluation = await self.world.engine.run_query(query, query.complete(given), self.identity)
        if evaluation.raised is not None:
            raise evaluation.raised
        seen: R = evaluation.returned
        return seen

    def open(self, query: Query[P, R], /, *_: P.args, **given: P.kwargs) -> Watch[R]:
        """Open a screen without waiting for its first answer; the world does not check it."""
        return Watch(self.world, query, query.complete(given), self.identity)

    async def watch(self, query: Query[P, R], /, *_: P.args, **given: P.kwargs) -> Watch[R]:
        """Open a screen on a query, and wait for its first answer."""
        watch: Watch[R] = self.open(query, **given)
        await self.world.engine.catch_up()
        while not watch.answered:
            await self.world.engine.catch_up()
        self.world.watches.append(watch)
        return watch


async def refusal(attempt: Any) -> str:
    """The code that a call is refused with."""
    code, _ = await refusal_in_words(attempt)
    return code


async def refusal_in_words(attempt: Any) -> tuple[str, str]:
    """The code and the message of a call's refusal."""
    try:
        await attempt
    except AppError as error:
        return error.code, error.message
    raise AssertionError("It was not refused")


class _Alone:
    """A snapshot of one connection, for running a graph by hand."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def export(self) -> str:
        raise AssertionError("Nothing here needs a second connection")


def _text(evaluation: Evaluation) -> str:
    if evaluation.raised is not None:
        return f"{type(evaluation.raised).__name__}: {evaluation.raised}"
    return encode(evaluation.returned)
