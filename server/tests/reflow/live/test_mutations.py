"""A mutation takes effect once and as a whole, or not at all."""

from __future__ import annotations

import asyncio

import asyncpg
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import functions as toy
from tests.world import Person, refusal

from reflow.live.engine import Engine
from reflow.postgres.database import Database
from reflow.results import Outcome


async def _send(engine: Engine, request: int, body: str, session: str = "s") -> Outcome:
    return await engine.mutate(
        session=session, request=request, path="messages:send", arguments={"body": body}, identity=None
    )


async def test_a_repeated_request_is_answered_and_not_run_again(engine: Engine, bob: Person) -> None:
    first = await _send(engine, 0, "once")
    again = await _send(engine, 0, "once")

    assert again.value == first.value
    assert [message.body for message in await bob.see(toy.list_messages)] == ["once"]


async def test_an_answer_that_was_kept_before_answers_were_sealed_is_given_again(engine: Engine, toy_dsn: str) -> None:
    first = await _send(engine, 0, "once")
    assert first.value is not None
    database = Database(toy_dsn)
    async with database.connection() as connection:
        await connection.text("UPDATE reflow_requests SET result = $1", first.value)
    await database.close()

    assert (await _send(engine, 0, "once")).value == first.value


async def test_a_repeat_on_another_server_is_not_run_again(engine: Engine, toy_dsn: str, bob: Person) -> None:
    other_database = Database(toy_dsn)
    other = toy_engine(other_database)
    await other.start()
    try:
        outcomes = await asyncio.gather(*(_send(each, 0, "once") for each in (engine, other, engine, other)))
    finally:
        await other.stop()
        await other_database.close()

    await engine.catch_up()
    assert len({outcome.value for outcome in outcomes}) == 1
    assert [message.body for message in await bob.see(toy.list_messages)] == ["once"]


async def test_a_request_number_used_for_something_else_is_refused(engine: Engine) -> None:
    await _send(engine, 0, "once")

    other = await _send(engine, 0, "something else")

    assert other.failure is not None
    assert other.failure.data is not None
    assert other.failure.data["code"] == "conflict"


async def test_a_refusal_leaves_nothing_behind(alice: Person, bob: Person) -> None:
    screen = await bob.watch(toy.list_messages)

    assert await refusal(alice.do(toy.send_then_fail, body="never")) == "refused"

    assert screen.now == []


async def test_fifty_people_counting_at_once_all_count(engine: Engine, bob: Person) -> None:
    async def count_once() -> int:
        counted: int = await engine.run_mutation(toy.increment, {"name": "visitors"}, None)
        return counted

    counted = await asyncio.gather(*(count_once() for _ in range(50)))

    assert sorted(counted) == list(range(1, 51))
    assert await bob.see(toy.counter, name="visitors") == 50


async def test_its_position_is_reached_only_after_its_answer(engine: Engine) -> None:
    before = engine.ts

    outcome = await _send(engine, 0, "once")

    assert outcome.ts is not None
    assert outcome.ts > before
    assert engine.ts < outcome.ts, "its effects were shown before its answer was on the way"
    await engine.reached(outcome.ts)


async def test_a_returning_page_is_told_which_of_its_requests_it_has_not_seen(engine: Engine, toy_dsn: str) -> None:
    before = engine.ts
    first = await _send(engine, 0, "first")
    between = engine.ts
    second = await _send(engine, 1, "second")
    await _send(engine, 2, "another page's", session="another")
    assert first.ts is not None
    assert second.ts is not None
    psql = await asyncpg.connect(toy_dsn)
    # The server was started again since.
    await psql.execute(
        "INSERT INTO reflow_epoch (epoch, system_id, timeline, started_at, ts, position) VALUES (9, '', 0, 0, $1, $2)",
        second.ts + 10**9,
        2**40,
    )
    await psql.close()

    assert await engine.unseen("s", 0) == {0, 1}
    assert await engine.unseen("s", before) == {0, 1}
    assert between < first.ts
    assert await engine.unseen("s", first.ts) == {1}
    assert await engine.unseen("s", second.ts) == set()


async def test_a_page_from_before_a_restore_has_not_seen_what_the_restored_copy_did(
    engine: Engine, toy_dsn: str
) -> None:
    outcome = await _send(engine, 0, "in the restored copy")
    assert outcome.ts is not None
    psql = await asyncpg.connect(toy_dsn)
    # The page saw an earlier start, whose log went on beyond the copy.
    await psql.execute(
        "INSERT INTO reflow_epoch (epoch, system_id, timeline, started_at, ts, position) VALUES (0, '', 0, 0, 1000, 10)"
    )
    await psql.close()

    assert await engine.unseen("s", 1000 + 2**50) == {0}


async def test_a_lost_connection_to_the_database_does_not_lose_or_double_a_message(
    engine: Engine, bob: Person, postgres: str, toy_dsn: str
) -> None:
    await _send(engine, 0, "before")
    killer = await asyncpg.connect(postgres)

    async def cut_connections() -> None:
        for _ in range(5):
            await killer.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'reflow' AND datname = $1",
                toy_dsn.partition("@/")[2].partition("?")[0],
            )

    sending = [asyncio.create_task(_send(engine, number, f"m{number}")) for number in range(1, 40)]
    await asyncio.gather(cut_connections(), *sending)
    await killer.close()

    await engine.catch_up()
    answered = {f"m{number}" for number, task in enumerate(sending, 1) if task.result().failure is None}
    stored = [message.body for message in await bob.see(toy.list_messages)]
    assert len(stored) == len(set(stored))
    assert answered <= set(stored)


async def test_an_argument_that_does_not_fit_is_told_in_words(engine: Engine) -> None:
    async def words(**arguments: object) -> str:
        outcome = await engine.mutate(
            session=None, request=None, path="messages:send", arguments=arguments, identity=None
        )
        assert outcome.failure is not None
        return outcome.failure.message

    assert "body" in await words()
    assert "body" in await words(body=1)
    assert "surprise" in await words(body="x", surprise=1)
    assert "2000" in await words(body="x" * 2001)
    assert "U+0000" in await words(body="a\0b")
    assert "U+0000" in await words(body="a\\\0b")
    assert (await _send(engine, 0, "a\\u0000b")).failure is None


async def test_an_action_sees_what_it_wrote(engine: Engine) -> None:
    outcome = await engine.run_action(path="actions:relay", arguments={"body": "hello"}, identity=None)

    assert outcome.value == "1"
