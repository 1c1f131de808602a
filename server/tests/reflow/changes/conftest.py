"""A database for each test, with a publication as a migration makes it, and a source that follows it."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import psycopg
import pytest
import sqlalchemy as sa

from reflow import embedded
from reflow.changes import Transaction, WalSource
from reflow.changes.publication import create_publication, identify_by_index
from reflow.changes.tables import reflow_epoch
from reflow.embedded import EmbeddedPostgres
from reflow.postgres.database import Database

# People are found by id alone. Posts are also found by author, so the log must contain a post's former author.
_TABLES = """
    CREATE TABLE people (id text PRIMARY KEY, name text, town text, password text);
    CREATE TABLE posts (id text PRIMARY KEY, author text NOT NULL, caption text, body text);
    ALTER TABLE posts ALTER body SET STORAGE EXTERNAL;
    CREATE UNIQUE INDEX posts_identity ON posts (id, author);
    CREATE TABLE tally (id bigint PRIMARY KEY, amount bigint NOT NULL);
    CREATE TABLE diaries (id text PRIMARY KEY)
"""
_EVERYBODY_LEAVES = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
_PUBLISHED = {
    "people": ["id", "name", "town"],
    "posts": ["id", "author", "caption", "body"],
    "tally": ["id", "amount"],
    "reflow_epoch": ["system_id", "timeline", "epoch", "beats"],
}


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    """The server's folder. When root runs the tests, the server runs as another user, who must be able to enter."""
    with tempfile.TemporaryDirectory(prefix="reflow-changes-") as home:
        Path(home).chmod(0o755)
        yield Path(home)


@pytest.fixture(scope="session")
async def postgres(home: Path) -> AsyncIterator[EmbeddedPostgres]:
    """A PostgreSQL server for these tests."""
    postgres = await embedded.start(home)
    yield postgres
    await postgres.stop()


def make_tables(dsn: str) -> None:
    """Make the tables, replica identities and the publication ``everything``."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(_TABLES)
        connection.execute(str(sa.schema.CreateTable(reflow_epoch)))
        connection.execute(identify_by_index("posts", "posts_identity"))
        connection.execute(create_publication("everything", _PUBLISHED))


@pytest.fixture
def dsn(postgres: EmbeddedPostgres) -> Iterator[str]:
    """A database with fresh tables, replica identities and the publication ``everything``."""
    make_tables(postgres.dsn)
    yield postgres.dsn
    with psycopg.connect(postgres.dsn, autocommit=True) as connection:
        # A WAL sender may need a moment to notice that its reader has gone.
        connection.execute("SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots")
        connection.execute(_EVERYBODY_LEAVES)
        connection.execute("DROP PUBLICATION IF EXISTS everything; DROP SCHEMA public CASCADE; CREATE SCHEMA public")


@pytest.fixture
async def database(dsn: str) -> AsyncIterator[Database]:
    database = Database(dsn)
    yield database
    await database.close()


@pytest.fixture
async def psql(dsn: str) -> AsyncIterator[Any]:
    """A connection past the engine, such as an operator's psql."""
    connection = await asyncpg.connect(dsn)
    yield connection
    connection.terminate()


@pytest.fixture
async def source(database: Database) -> AsyncIterator[WalSource]:
    """A source that follows the database and has delivered its first cut, which always requires a resync."""
    source = WalSource(database, ["everything"], lock_timeout="200ms")
    await source.start()
    async with source.cut() as cut:
        assert cut.resync_required
    yield source
    await source.stop()


@pytest.fixture
def written(source: WalSource, psql: Any) -> Callable[[str], Awaitable[Transaction]]:
    """Runs SQL in one transaction of psql's; returns the transaction as the source delivers it."""

    async def written(sql: str) -> Transaction:
        async with psql.transaction():
            await psql.execute(sql)
            xid = int(await psql.fetchval("SELECT pg_current_xact_id()::text"))
        ts = await source.committed(xid)
        async with source.cut() as cut:
            assert cut.exact
            assert not cut.resync_required
            assert cut.ts >= ts
            [transaction] = [each for each in cut.transactions if each.xid == xid & 0xFFFFFFFF]
        return transaction

    return written
