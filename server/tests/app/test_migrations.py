"""The last migration gives the schema of the code's tables, and several processes may migrate at once."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from typing import Any

import asyncpg
import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.app.house import until
from tests.app.rows_of_every_table import Contents, fill_empty_tables, lost_rows
from tests.conftest import NewDatabase

import inflow.app.wiring
import reflow.changes.tables
import reflow.postgres.tables
from architecture.sources import SERVER
from inflow.app.migrate import migrate
from inflow.app.publication import PUBLICATION, PUBLISHED
from inflow.core.tables import metadata
from reflow.changes.publication import verify
from reflow.changes.publication_requirements import needed
from reflow.live.mutations import forget
from reflow.live.stored_results import REMEMBER, begin_next_period
from reflow.postgres.database import Database
from reflow.readset import REPLICA_IDENTITY_FULL

MIGRATIONS = SERVER / "src" / "inflow" / "migrations"

TOLD_BEFORE = """
    SET session_replication_role = replica;
    INSERT INTO comments (id, post_id, parent_id, depth, author_id, content, created_at) VALUES
        ('a comment', 'foto', 'a comment', 0, 'bob', 'hello', now()),
        ('another', 'foto', 'another', 0, 'bob', 'hello again', now() + interval '1 hour');
    INSERT INTO notifications (id, member_id, sender_id, type, subject, read, created_at) VALUES
        ('of a comment', 'alice', 'bob', 'post_comment', 'foto', false, now() - interval '1 second'),
        ('of another', 'alice', 'bob', 'post_comment', 'foto', true, now() + interval '1 hour'),
        ('of one that was removed', 'alice', 'bob', 'post_comment', 'foto', false, now() + interval '1 minute'),
        ('of a post that is gone', 'alice', 'bob', 'post_comment', 'another foto', false, now()),
        ('of messages', 'alice', 'bob', 'intexted', 'talk', true, now()),
        ('of messages, later', 'alice', 'bob', 'intexted', 'talk', false, now() + interval '1 hour'),
        ('of one who left', 'alice', NULL, 'intexted', 'old talk', false, now()),
        ('of one who left, later', 'alice', NULL, 'intexted', 'old talk', true, now() + interval '1 hour');
    RESET session_replication_role;
"""

COUNTED_BEFORE = """
    SET session_replication_role = replica;
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook, last_nook_change, created_at)
        VALUES
        ('alice', 'alice', 'alice@example.org', 'alice', 'Alice Doe', '1990-01-01', 'scenic', '2026-03-01Z', now()),
        ('bob', 'bob', 'bob@example.org', 'bob', 'Bob Doe', '1990-01-01', 'sphere', NULL, now());
    INSERT INTO aura (user_id, photos_uploaded) VALUES ('alice', 3), ('bob', 1);
    RESET session_replication_role;
"""

# As a statement that writes to the table.
WRITES = "LOCK TABLE posts IN ROW EXCLUSIVE MODE"
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'posts'::regclass"

ANSWERED_BEFORE = """
    INSERT INTO reflow_requests (session, request, fingerprint, result, position, created_at, subject) VALUES
        ('a page', 0, 'same', 'one', 7, now() - interval '20 days', 'alice'), ('a page', 1, 'same', 'two', 8, now(), '')
"""
REPEATED = """
    INSERT INTO reflow_requests (session, request, fingerprint, result, position) VALUES ('a page', 1, '', '', 0)"""
ANSWERS = "SELECT request, result, position, subject FROM reflow_requests ORDER BY request"


async def test_four_processes_starting_at_once_make_one_schema(new_database: NewDatabase) -> None:
    dsn = await new_database()

    await asyncio.gather(*(migrate(dsn) for _ in range(4)))

    assert _differences(dsn) == []


async def test_no_migration_loses_a_row_of_any_table(new_database: NewDatabase) -> None:
    dsn = await new_database()
    steps = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()][::-1]
    rows: Contents = {}
    psql = await asyncpg.connect(dsn)
    for step in steps:
        await migrate(dsn, step)
        assert await lost_rows(psql, rows) == [], step
        rows = await fill_empty_tables(psql)  # a table gets its row as soon as it exists
    await psql.close()

    print(f"{len(steps)} migrations, {len(rows)} tables with rows")
    assert [table for table in metadata.tables if not rows.get(table)] == []


async def test_a_migration_that_waits_for_a_table_lets_members_go_first(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn, "0036")
    long, member = await asyncpg.connect(dsn), await asyncpg.connect(dsn)
    async with long.transaction():
        await long.execute(WRITES)
        migrating = asyncio.create_task(migrate(dsn))
        await until(lambda: _waits_for_a_lock(member))

        async with member.transaction():  # it stands in line behind the migration
            await member.execute(WRITES)

        assert not migrating.done()
    await migrating
    assert _differences(dsn) == []
    for each in (long, member):
        await each.close()


async def test_everything_that_is_live_is_in_the_log(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn)
    database = Database(dsn)

    async with database.connection() as connection:
        wanted = needed([module for name, module in sys.modules.items() if name.startswith("inflow.")])
        problems = await verify(connection, [PUBLICATION], wanted)
        published = await connection.text(
            "SELECT tablename::text AS table, attnames::text[] AS columns FROM pg_publication_tables"
        )
    await database.close()

    assert inflow.app.wiring
    assert problems == []
    whole = {table for table, columns in PUBLISHED.items() if columns is None}
    assert whole == {table.name for table in metadata.tables.values() if table.info == REPLICA_IDENTITY_FULL}
    assert {row.table: set(row.columns) for row in published} == {
        table: set(metadata.tables[table].columns.keys() if columns is None else columns)
        for table, columns in PUBLISHED.items()
    }


async def test_a_database_without_its_publication_is_told_apart(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn)
    database = Database(dsn)

    async with database.connection() as connection:
        await connection.raw.execute('ALTER PUBLICATION "inflow" DROP TABLE posts')
        wanted = needed([module for name, module in sys.modules.items() if name.startswith("inflow.")])
        problems = await verify(connection, [PUBLICATION], wanted)
    await database.close()

    assert len(problems) == 1
    assert "posts is not published" in problems[0]


async def test_what_was_told_before_knows_its_comment_and_what_is_gone_is_not_told(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn, "0010")
    database = Database(dsn)
    async with database.connection() as connection:
        await connection.raw.execute(TOLD_BEFORE)

    await migrate(dsn)

    async with database.connection() as connection:
        told = await connection.text("SELECT id, cause FROM notifications ORDER BY id")
    await database.close()
    assert [(row.id, row.cause) for row in told] == [
        ("of a comment", "a comment"),
        ("of another", "another"),
        ("of messages, later", None),
        ("of one who left", None),
        ("of one who left, later", None),
    ]


async def test_requests_from_before_the_partitions_are_still_known(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn, "0021")
    database = Database(dsn)
    async with database.connection() as connection:
        await connection.raw.execute(ANSWERED_BEFORE)
        before = await connection.text(ANSWERS)

    await migrate(dsn)

    async with database.connection() as connection:
        after = await connection.text(ANSWERS)
        with pytest.raises(asyncpg.UniqueViolationError):  # of an earlier version that still runs
            await connection.text(REPEATED)
        await connection.raw.execute("UPDATE reflow_request_period SET since = since - interval '7 days'")
        assert await begin_next_period(database)
        with pytest.raises(asyncpg.DivisionByZeroError):
            await connection.text(REMEMBER, "a page", 1, b"", "", b"")
        await forget(connection, "https://inflow.example", "alice")
    await database.close()
    assert before == after
    assert len(after) == 2


async def test_what_was_counted_before_began_with_the_last_choice_of_a_nook(new_database: NewDatabase) -> None:
    dsn = await new_database()
    await migrate(dsn, "0013")
    database = Database(dsn)
    async with database.connection() as connection:
        await connection.raw.execute(COUNTED_BEFORE)

    await migrate(dsn)

    async with database.connection() as connection:
        begun = await connection.text("SELECT user_id, begun_at FROM aura ORDER BY user_id")
    await database.close()
    assert [tuple(row) for row in begun] == [("alice", datetime(2026, 3, 1, tzinfo=UTC)), ("bob", None)]


async def _waits_for_a_lock(connection: asyncpg.Connection[Any]) -> bool:
    return bool(await connection.fetchval(WAITING))


def _differences(dsn: str) -> list[Any]:
    engine = sa.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn), poolclass=sa.pool.NullPool)
    ours = [metadata, reflow.postgres.tables.metadata, reflow.changes.tables.metadata]
    names = {table.name for each in ours for table in each.sorted_tables}

    def include(thing: Any, name: str | None, kind: str, _reflected: bool, _other: Any) -> bool:
        return kind != "table" or name in names

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": include, "compare_type": True})
        return list(compare_metadata(context, ours))
