"""``publish`` makes what live queries need, in any schema, and two schemas do not notice each other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable
from tests.conftest import NewDatabase
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import edges, functions, tables
from tests.world import Person, World

from reflow.changes import Change, WalSource
from reflow.changes.publication import verify
from reflow.changes.publication_requirements import needed
from reflow.changes.publishing import publish
from reflow.dependencies import NO_DEPENDENCIES
from reflow.live.transaction_ctx import NO_JOBS, TransactionCtx
from reflow.postgres.database import Database
from reflow.postgres.schema import upgrade

APP = [functions, edges]
INDEXES = "SELECT count(*) FROM pg_indexes WHERE indexname LIKE '%\\_live'"


@pytest.fixture
async def dsn(new_database: NewDatabase) -> str:
    return await new_database()


async def _create(database: Database) -> None:
    """The tables, without publication and replica identities."""
    await upgrade(database)
    async with database.transaction() as connection:
        for table in tables.metadata.sorted_tables:
            await connection.raw.execute(str(CreateTable(table).compile(dialect=postgresql.dialect())))


@asynccontextmanager
async def _people_of(dsn: str, schema: str) -> AsyncIterator[Person]:
    database = Database(dsn, schema=schema)
    await _create(database)
    await publish(database, f"toy_{schema}", APP)
    engine = toy_engine(database, WalSource(database, [f"toy_{schema}"]))
    await engine.start()
    yield Person(World(engine, database), "alice")
    await engine.stop()
    await database.close()


@pytest.mark.parametrize("schema", ["public", "of its own"])
async def test_after_it_nothing_is_missing(dsn: str, schema: str) -> None:
    database = Database(dsn, schema=schema)
    await _create(database)

    for _ in range(2):
        await publish(database, "toy", APP)
        async with database.connection() as connection:
            assert await verify(connection, ["toy"], needed(APP)) == []
    await database.close()


async def test_a_publication_grows_with_the_queries(dsn: str) -> None:
    database = Database(dsn)
    await _create(database)
    await publish(database, "toy", [])
    await publish(database, "toy", APP)

    async with database.connection() as connection:
        assert await verify(connection, ["toy"], needed(APP)) == []
    await database.close()


async def test_a_missing_table_is_named(dsn: str) -> None:
    database = Database(dsn)
    await upgrade(database)

    with pytest.raises(LookupError, match=r"need the table (messages|people|counters), with a primary key, in public"):
        await publish(database, "toy", APP)
    await database.close()


async def test_a_table_whose_old_rows_are_whole_can_still_be_written(dsn: str) -> None:
    database = Database(dsn)
    await _create(database)
    async with database.transaction() as connection:
        await connection.raw.execute("ALTER TABLE people REPLICA IDENTITY FULL")
    for _ in range(2):
        await publish(database, "toy", APP)

    async with database.transaction() as connection:
        await connection.raw.execute("INSERT INTO people (id, name) VALUES ('alice', 'Alice')")
        await connection.raw.execute("UPDATE people SET name = 'Alice Doe'")
        assert await verify(connection, ["toy"], needed(APP)) == []
    await database.close()


class Heard:
    """Keeps the changes that it is told of."""

    def __init__(self) -> None:
        self.changes: list[Change] = []

    def changed(self, change: Change) -> None:
        self.changes.append(change)

    def uncertain(self) -> None:
        """Nothing was missed here."""


async def test_the_signals_of_one_schema_are_not_the_others(dsn: str) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(_people_of(dsn, schema)) for schema in ("here", "there")]
        heard = [Heard(), Heard()]
        for person, listener in zip(people, heard, strict=True):
            person.world.engine.follow("typing", listener)

        here = people[0].world.database
        async with here.transaction() as connection:
            ctx = TransactionCtx(connection, None, NO_JOBS, b"", NO_DEPENDENCIES)
            await ctx.signal("typing", who="alice")
        for person in people:
            await person.world.settle()

        assert [change.new for change in heard[0].changes] == [{"who": "alice"}]
        assert heard[1].changes == []


async def test_the_rows_of_one_schema_are_not_the_others(dsn: str) -> None:
    async with AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(_people_of(dsn, schema)) for schema in ("here", "there")]
        rows = await here.watch(functions.list_messages, channel="general")
        others = await there.watch(functions.list_messages, channel="general")
        updates = others.updates

        await here.do(functions.send, body="Hello")
        psql = await asyncpg.connect(dsn)
        await psql.execute("INSERT INTO here.messages (channel, author_id, body) VALUES ('general', 'psql', 'by hand')")
        await psql.close()
        await here.world.settle()
        await there.world.settle()

        assert [message.body for message in rows.now] == ["Hello", "by hand"]
        assert others.now == []
        assert others.updates == updates
