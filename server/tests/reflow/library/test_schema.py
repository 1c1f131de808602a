"""``python -m reflow schema`` makes the engine's tables, once, and refuses those of a newer engine."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable
from tests.conftest import NewDatabase

import reflow.changes.tables
import reflow.postgres.tables
from architecture.sources import SERVER
from reflow.postgres.database import Database
from reflow.postgres.schema import VERSION, sql, upgrade
from reflow.postgres.tables import PARTITIONS, requests

TABLES = [*reflow.postgres.tables.metadata.sorted_tables, *reflow.changes.tables.metadata.sorted_tables]
SHAPE = """
    SELECT 'column' AS kind, c.relname || '.' || a.attname AS name,
        concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid),
            CASE WHEN a.attcollation <> 0 THEN a.attcollation::regcollation::text END) AS details
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND c.relname LIKE 'reflow%' AND c.relname <> 'reflow_schema'
    UNION ALL
    SELECT 'index', indexname, indexdef FROM pg_indexes
    WHERE tablename LIKE 'reflow%' AND tablename <> 'reflow_schema'
    UNION ALL
    SELECT 'check', conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conname LIKE 'reflow%' AND contype = 'c'
    ORDER BY 1, 2
"""


@pytest.fixture
async def dsn(new_database: NewDatabase) -> str:
    return await new_database()


@pytest.fixture
async def psql(dsn: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(dsn)
    yield connection
    await connection.close()


def command(dsn: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reflow", "schema", *arguments],
        env={**os.environ, "PYTHONPATH": str(SERVER / "src"), "DATABASE_URL": dsn},
        capture_output=True,
        text=True,
        check=False,
    )


async def test_a_second_run_changes_nothing(dsn: str) -> None:
    first, second = command(dsn), command(dsn)

    assert first.stdout == f"The engine's tables in the schema public are now at version {VERSION}.\n", first.stderr
    assert second.stdout == f"The engine's tables in the schema public were already at version {VERSION}.\n"


async def test_the_tables_are_those_that_the_engine_declares(dsn: str, psql: Any, new_database: NewDatabase) -> None:
    await upgrade(Database(dsn))
    declared = await asyncpg.connect(await new_database())
    for table in TABLES:
        await declared.execute(str(CreateTable(table).compile(dialect=postgresql.dialect())))
        for index in table.indexes:
            await declared.execute(str(CreateIndex(index).compile(dialect=postgresql.dialect())))
    for text in PARTITIONS:
        await declared.execute(text)

    assert [tuple(row) for row in await psql.fetch(SHAPE)] == [tuple(row) for row in await declared.fetch(SHAPE)]
    await declared.close()


async def test_tables_of_the_apps_own_migrations_are_taken_over(dsn: str, psql: Any) -> None:
    await psql.execute(str(CreateTable(requests).compile(dialect=postgresql.dialect())))
    await psql.execute(PARTITIONS[0])
    await psql.execute(
        str(
            sa.insert(requests)
            .values(
                session=sa.text("'s'"),
                request=sa.text("1"),
                fingerprint=sa.text("''"),
                result=sa.text("''"),
                position=sa.text("1"),
            )
            .compile(dialect=postgresql.dialect())
        )
    )

    assert await upgrade(Database(dsn)) == 0

    assert await psql.fetchval("SELECT count(*) FROM reflow_requests") == 1


async def test_tables_of_a_newer_engine_are_refused(dsn: str, psql: Any) -> None:
    await upgrade(Database(dsn))
    await psql.execute("INSERT INTO reflow_schema (version) VALUES (99)")

    refused = command(dsn)

    assert refused.returncode == 1
    assert refused.stderr.startswith("The engine's tables in the schema public have version 99; this reflow knows")


async def test_several_processes_upgrade_at_once(dsn: str, psql: Any) -> None:
    databases = [Database(dsn, schema="of its own") for _ in range(4)]

    before = await asyncio.gather(*map(upgrade, databases))

    assert sorted(before) == [0, VERSION, VERSION, VERSION]
    assert await psql.fetchval('SELECT count(*) FROM "of its own".reflow_schema') == VERSION
    for database in databases:
        await database.close()


async def test_the_printed_sql_makes_the_same_tables(dsn: str, psql: Any) -> None:
    printed = command(dsn, "--print", "--schema", "chat").stdout

    await psql.execute(printed)

    assert printed == sql("chat")
    assert await upgrade(Database(dsn, schema="chat")) == VERSION
