"""Mutations do not wait for those of other functions that are stuck."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest
from tests.reflow.toy import edges
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person

from reflow.errors import AppError
from reflow.functions import Mutation
from reflow.live import mutations
from reflow.live.engine import Engine
from reflow.postgres import database as pool
from reflow.postgres.database import Database


def _run(engine: Engine, function: Mutation[..., Any], **given: Any) -> asyncio.Task[Any]:
    return asyncio.create_task(engine.run_mutation(function, given, None))


async def test_while_one_table_is_locked_members_who_write_elsewhere_do_not_wait(
    engine: Engine, database: Database, toy_dsn: str, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutations, "_MODE", "ISOLATION LEVEL SERIALIZABLE")  # it waits until the lock goes
    operator = await asyncpg.connect(toy_dsn)
    async with operator.transaction():
        await operator.execute("LOCK TABLE messages IN ACCESS EXCLUSIVE MODE")
        sending = [_run(engine, toy.send, body=str(number)) for number in range(3 * database.size)]
        await until(lambda: database.in_use >= database.size - database.size // 8)

        assert await engine.run_mutation(toy.increment, {"name": "visitors"}, None) == 1
        assert not any(task.done() for task in sending)
    await operator.close()

    await asyncio.gather(*sending)
    assert len(await bob.see(toy.list_messages)) == 3 * database.size


async def test_once_a_lock_was_waited_for_in_vain_one_call_at_a_time_tries_it(
    engine: Engine, database: Database, toy_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as borrowed:  # on a busy machine, opening them takes longer than a lock is waited for
        for _ in range(database.size):
            await borrowed.enter_async_context(database.connection())
    operator = await asyncpg.connect(toy_dsn)
    async with operator.transaction():
        await operator.execute("LOCK TABLE messages IN ACCESS EXCLUSIVE MODE")
        sending = [_run(engine, toy.send, body=str(number)) for number in range(database.size)]
        await until(lambda: database.in_use == database.size - database.size // 8)
        monkeypatch.setattr(mutations, "_MODE", mutations._MODE.replace("2s", "60s"))

        await until(lambda: database.in_use == 1)
    await operator.close()

    await asyncio.gather(*sending)


async def test_a_mutation_that_never_ends_is_stopped_named_in_the_log_and_leaves_nothing(
    engine: Engine, database: Database, bob: Person, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(AppError) as refused:
        await engine.run_mutation(edges.send_endlessly, {"body": "never"}, None)

    assert refused.value.code == "timed_out"
    (line,) = [vars(record) for record in caplog.records if record.message == "a mutation took too long"]
    assert line["function"] == "messages:sendEndlessly"
    assert {"arguments", "seconds"} <= line.keys()
    assert database.in_use == 0
    assert await bob.see(toy.list_messages) == []


async def test_a_call_for_which_no_connection_gets_free_is_refused(
    engine: Engine, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_LONGEST_WAIT", 0.05)
    async with AsyncExitStack() as borrowed:
        for _ in range(database.size):
            await borrowed.enter_async_context(database.connection())

        with pytest.raises(AppError) as refused:
            await engine.run_mutation(toy.increment, {"name": "visitors"}, None)

    assert refused.value.code == "busy"
    assert await engine.run_mutation(toy.increment, {"name": "visitors"}, None) == 1
