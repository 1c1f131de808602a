"""Every call is answered in bounded time. A call that can never succeed fails, and then it has taken no effect."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
from tests.reflow.live.conftest import SECRET, Trusting, toy_engine
from tests.reflow.toy import edges, tables
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person

from reflow.changes import WalSource
from reflow.functions import Registry
from reflow.live import retries
from reflow.live.engine import Engine
from reflow.postgres.database import Connection, Database
from reflow.results import Outcome


class StartingDatabase(Database):
    """A database whose server is still starting, until a test changes that."""

    def __init__(self, dsn: str) -> None:
        super().__init__(dsn)
        self.is_starting = False
        self.refused = 0

    async def connect(self) -> Connection:
        """Refuse as PostgreSQL does, or connect."""
        if self.is_starting:
            self.refused += 1
            raise asyncpg.CannotConnectNowError("the database system is starting up")
        return await super().connect()


@pytest.fixture
async def starting(toy_dsn: str) -> AsyncIterator[StartingDatabase]:
    database = StartingDatabase(toy_dsn)
    yield database
    await database.close()


@pytest.fixture
async def impatient(database: Database) -> AsyncIterator[Engine]:
    """An engine that stops actions almost at once."""
    engine = Engine(
        Registry.of(toy, edges),
        database,
        WalSource(database, [tables.PUBLICATION]),
        Trusting(),
        secret=SECRET,
        defer=toy.no_jobs,
        longest_action=0.05,
    )
    await engine.start()
    yield engine
    await engine.stop()


async def over_http(engine: Engine, path: str, **arguments: object) -> Outcome:
    """Call a mutation without session and request, as over HTTP."""
    return await engine.mutate(session=None, request=None, path=path, arguments=arguments, identity=None)


def code_of(outcome: Outcome) -> object:
    """The code of the outcome's refusal."""
    assert outcome.failure is not None
    assert outcome.failure.data is not None
    return outcome.failure.data["code"]


@pytest.mark.parametrize("path", ["actions:hold", "actions:stubborn"])
async def test_an_action_that_never_ends_is_refused(impatient: Engine, path: str) -> None:
    outcome = await impatient.run_action(path=path, arguments={"gate": path}, identity=None)

    assert code_of(outcome) == "timed_out"
    toy.gates[path].set()


async def test_an_action_that_gives_up_by_itself_is_not_mistaken_for_one_that_was_stopped(engine: Engine) -> None:
    outcome = await engine.run_action(path="actions:tires", arguments={}, identity=None)

    assert outcome.failure is not None
    assert outcome.failure.data is None


async def test_what_a_mutation_below_an_action_refuses_keeps_its_code_and_its_data(engine: Engine) -> None:
    outcome = await engine.run_action(path="actions:refusedBelow", arguments={"body": "x"}, identity=None)

    assert outcome.failure is not None
    assert outcome.failure.data == {"code": "refused", "message": "No.", "detail": {"body": "x"}}


async def test_a_mutation_that_always_collides_is_refused_and_leaves_nothing(
    engine: Engine, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "_CONTENTION", 0.0)

    outcome = await over_http(engine, "errors:collides", name="many")

    assert code_of(outcome) == "busy"
    assert edges.attempts.count("many") == 20
    assert await bob.see(toy.list_messages, channel="many") == []


async def test_where_each_attempt_takes_long_fewer_are_enough(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "_LONGEST_CONTENTION", 0.0)

    assert code_of(await over_http(engine, "errors:collides", name="slow")) == "busy"
    assert edges.attempts.count("slow") == 1


async def test_over_http_a_starting_database_is_not_waited_for_long(
    starting: StartingDatabase, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "_PATIENCE_WITHOUT_NAME", 0.0)
    starting.is_starting = True

    outcome = await over_http(toy_engine(starting), "messages:send", body="never")

    assert code_of(outcome) == "busy"
    assert starting.refused == 1
    assert await bob.see(toy.list_messages) == []


async def test_a_page_waits_until_the_database_has_started_and_its_message_is_there_once(
    starting: StartingDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "_PATIENCE_WITHOUT_NAME", 0.0)
    engine = toy_engine(starting)
    await engine.start()
    starting.discard_idle()
    starting.is_starting = True
    given = {"session": "s", "request": 0, "path": "messages:send", "arguments": {"body": "once"}, "identity": None}
    sending = asyncio.create_task(engine.mutate(**given))
    while starting.refused < 5:  # noqa: ASYNC110  # the engine retries without an event
        await asyncio.sleep(0.001)
    assert not sending.done()
    starting.is_starting = False

    outcome, again = await sending, await engine.mutate(**given)

    assert outcome.failure is None
    assert again.value == outcome.value
    await engine.stop()


async def test_an_error_of_the_functions_own_is_not_taken_for_a_lost_database(engine: Engine) -> None:
    outcome = await over_http(engine, "errors:missingFile", name="missing")

    assert outcome.failure is not None
    assert "Server Error" in outcome.failure.message
    assert edges.attempts.count("missing") == 1


async def test_a_mutation_waits_while_the_database_is_read_only(
    engine: Engine, database: Database, toy_dsn: str, postgres: str, bob: Person
) -> None:
    name = toy_dsn.partition("@/")[2].partition("?")[0]
    operator = await asyncpg.connect(postgres)
    await operator.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    database.discard_idle()
    given = {"session": "s", "request": 0, "path": "messages:send", "arguments": {"body": "once"}, "identity": None}
    sending = asyncio.create_task(engine.mutate(**given))
    counts = engine._mutations.counts
    await until(lambda: sending.done() or ("messages:send" in counts and counts["messages:send"].attempts > 2))
    assert not sending.done()

    await operator.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only')
    await operator.close()

    assert (await sending).failure is None
    assert [message.body for message in await bob.see(toy.list_messages)] == ["once"]


async def test_a_mutation_that_waits_for_an_operators_lock_is_refused_and_leaves_nothing(
    engine: Engine, toy_dsn: str, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "_LOCKED", 0.0)
    operator = await asyncpg.connect(toy_dsn)
    async with operator.transaction():
        await operator.execute("LOCK TABLE messages IN ACCESS EXCLUSIVE MODE")

        assert code_of(await over_http(engine, "messages:send", body="never")) == "busy"
    await operator.close()

    assert await bob.see(toy.list_messages) == []


async def test_a_mutation_takes_effect_once_the_lock_is_released(engine: Engine, toy_dsn: str, bob: Person) -> None:
    operator = await asyncpg.connect(toy_dsn)
    async with operator.transaction():
        await operator.execute("LOCK TABLE messages IN ACCESS EXCLUSIVE MODE")
        sending = asyncio.create_task(over_http(engine, "messages:send", body="once"))
        counts = engine._mutations.counts
        await until(lambda: "messages:send" in counts and counts["messages:send"].attempts == 2)
    await operator.close()

    assert (await sending).failure is None
    assert [message.body for message in await bob.see(toy.list_messages)] == ["once"]


def test_a_call_over_http_is_given_up_within_twenty_seconds() -> None:
    assert max(retries._CONTENTION, retries._LONGEST_CONTENTION, retries._PATIENCE_WITHOUT_NAME) <= 20
