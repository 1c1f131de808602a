"""Publishes what live queries need, for apps without migrations of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import ModuleType

from reflow.changes.publication import (
    PublicationRequirement,
    alter_publication,
    create_publication,
    identify_by_index,
    live_index,
)
from reflow.changes.publication_requirements import ENGINES_OWN, needed
from reflow.postgres.database import Connection, Database, quoted

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('reflow publication ' || $1, 0))::text"
_EXISTS = "SELECT FROM pg_publication WHERE pubname = $1"
# The primary key's columns, and those whose old values the log contains.
_COLUMNS = """
    SELECT c.relname AS table, c.relreplident = 'f' AS everything,
           coalesce(array_agg(a.attname::text) FILTER (WHERE i.indisprimary), '{}') AS key,
           coalesce(array_agg(a.attname::text) FILTER (
               WHERE CASE c.relreplident WHEN 'i' THEN i.indisreplident WHEN 'd' THEN i.indisprimary END), '{}') AS old
    FROM pg_class c
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND (i.indisprimary OR i.indisreplident)
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $2) AND c.relname = ANY($1::text[])
    GROUP BY c.relname, c.relreplident
"""


async def publish(database: Database, publication: str, modules: Iterable[ModuleType]) -> None:
    """Make the publication, and the replica identities, for the queries of these modules. A second run changes nothing.

    A table whose old values the log lacks gets a unique index named ``TABLE_live``, over its primary key and the
    columns by which queries select; they must be NOT NULL. The publication then has exactly the needed tables and
    columns, and all columns of a table whose replica identity is FULL. Call it after
    :func:`reflow.postgres.schema.upgrade`.

    Raises:
        LookupError: The database has no such table, or the table has no primary key.
        asyncpg.PostgresError: The role may not do this, or a column may be NULL.
    """
    wanted = needed(modules)
    async with database.transaction() as connection:
        await connection.text(_LOCK, publication)
        tables = await _identify(connection, wanted)
        exists = await connection.text(_EXISTS, publication)
        await connection.raw.execute((alter_publication if exists else create_publication)(publication, tables))


async def _identify(
    connection: Connection, wanted: Mapping[str, PublicationRequirement]
) -> dict[str, list[str] | None]:
    """Give each table its replica identity; returns the columns to publish, or None for all."""
    found = {row.table: row for row in await connection.text(_COLUMNS, list(wanted), connection.schema)}
    published: dict[str, list[str] | None] = {}
    for table, requirement in wanted.items():
        if table not in found or not found[table].key:
            hint = " Run `python -m reflow schema`." if table in ENGINES_OWN else ""
            raise LookupError(f"Live queries need the table {table}, with a primary key, in {connection.schema}.{hint}")
        row = found[table]
        old = set(row.old)
        if row.everything:
            published[table] = None  # with a list of columns, PostgreSQL refuses to update its rows
            continue
        if not requirement.keys <= old:
            old = {*row.key, *requirement.keys}
            await _index(connection, table, row.key, old)
        published[table] = sorted(requirement.columns | requirement.keys | old)
    return published


async def _index(connection: Connection, table: str, key: Collection[str], columns: Collection[str]) -> None:
    ordered = ", ".join(map(quoted, [*sorted(key), *sorted(set(columns) - set(key))]))
    index = live_index(table)
    await connection.raw.execute(
        f"DROP INDEX IF EXISTS {quoted(index)};"
        f"CREATE UNIQUE INDEX {quoted(index)} ON {quoted(table)} ({ordered});" + identify_by_index(table, index)
    )
