"""Connections through a pooler, which may meet another session of PostgreSQL in each transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import pytest

from reflow.postgres.database import Connection, Database
from reflow.postgres.pooled import PooledConnection

LIMIT = "SHOW statement_timeout"
PATH = "SHOW search_path"


@pytest.fixture
async def connection(dsn: str) -> AsyncIterator[Connection]:
    """One without a pooler between, so that its session can be looked at."""
    database = Database(dsn, schema="kept apart", kind=PooledConnection)
    async with database.connection() as one:
        yield one
    await database.close()


async def test_each_transaction_has_the_settings_of_a_session(connection: Connection) -> None:
    await connection.begin("ISOLATION LEVEL SERIALIZABLE")

    assert [row[0] for sql in (LIMIT, PATH) for row in await connection.text(sql)] == ["15s", '"kept apart"']
    await connection.raw.execute("ROLLBACK")


async def test_a_statement_by_itself_has_them_too(connection: Connection) -> None:
    ((limit,),) = await connection.text(LIMIT)

    assert limit == "15s"
    assert not connection.raw.is_in_transaction()


async def test_no_transaction_leaves_anything_in_its_session(connection: Connection) -> None:
    await connection.begin("ISOLATION LEVEL SERIALIZABLE")
    await connection.text("SELECT $1::int", 1)
    await connection.commit_with("SELECT $1::int + 1", 1)

    assert await connection.raw.fetchval(LIMIT) == "0"
    assert await connection.raw.fetchval("SELECT count(*) FROM pg_prepared_statements") == 0


async def test_a_failed_statement_by_itself_leaves_no_transaction_open(connection: Connection) -> None:
    with pytest.raises(asyncpg.DivisionByZeroError):
        await connection.text("SELECT 1 / $1::int", 0)

    assert not connection.raw.is_in_transaction()
    assert not connection.raw.is_closed()
