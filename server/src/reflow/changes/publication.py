"""Publications and replica identities: their SQL for migrations, and the check at start that they exist."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from reflow.postgres.database import Connection, Row, quoted

_OLDEST_VERSION = 150_000
_PUBLISHED = """
    SELECT tablename AS table, attnames::text[] AS columns, rowfilter IS NOT NULL AS filtered FROM pg_publication_tables
    WHERE pubname = ANY($1::text[]) AND schemaname = $2
"""
_OPERATIONS = """
    SELECT pubname AS name, pubinsert AND pubupdate AND pubdelete AND pubtruncate AS every, pubviaroot AS via_root
    FROM pg_publication WHERE pubname = ANY($1::text[])
"""
# The columns whose old values the log contains: those of the chosen unique index, or the primary key's by default.
_IDENTITIES = """
    SELECT c.relname AS table, c.relreplident = 'f' AS everything,
           coalesce(array_agg(a.attname::text) FILTER (WHERE a.attname IS NOT NULL), '{}') AS columns
    FROM pg_class c
    LEFT JOIN pg_index i ON i.indrelid = c.oid
          AND CASE c.relreplident WHEN 'i' THEN i.indisreplident WHEN 'd' THEN i.indisprimary ELSE false END
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $2)
          AND c.relname = ANY($1::text[]) AND c.relkind IN ('r', 'p')
    GROUP BY c.relname, c.relreplident
"""
_SETTINGS = """
    SELECT current_setting('server_version_num')::int AS version, current_setting('wal_level') AS wal_level,
           current_setting('synchronous_commit') AS synchronous_commit,
           current_setting('max_replication_slots')::int - (SELECT count(*) FROM pg_replication_slots) AS slots,
           current_setting('max_wal_senders')::int
               - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'walsender') AS senders,
           (SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = current_user) AS may_replicate
"""


class PublicationRequirement(msgspec.Struct, frozen=True):
    """The columns of a table whose values the log must contain.

    Attributes:
        columns: Those whose new values are needed.
        keys: Those whose old values are needed too, so that queries are updated that lose a row.
    """

    columns: frozenset[str]
    keys: frozenset[str]


async def verify(
    connection: Connection, publications: Sequence[str], wanted: Mapping[str, PublicationRequirement]
) -> list[str]:
    """Compare the server's publications with the required columns.

    Returns:
        The problems, as sentences; empty if the source can follow changes.
    """
    published: dict[str, list[Row]] = {}
    for row in await connection.text(_PUBLISHED, list(publications), connection.schema):
        published.setdefault(row.table, []).append(row)
    identities = {row.table: row for row in await connection.text(_IDENTITIES, list(wanted), connection.schema)}
    problems = await _problems_of_server(connection) + await _problems_of_publications(connection, publications)
    for table, watched in sorted(wanted.items()):
        if table in identities:
            problems += _problems_of_publishing(table, watched, published.get(table, []))
            problems += _problems_of_identity(watched, identities[table])
        else:
            problems.append(f"There is no table {table}.")
    return problems


def create_publication(name: str, tables: Mapping[str, Sequence[str] | None]) -> str:
    """``CREATE PUBLICATION`` with an explicit column list for each table, which also keeps secrets out of the stream.

    A table whose replica identity is FULL must have None instead: PostgreSQL then publishes all of its columns. Rows of
    a partition are published as its table's, and emptying a partition is not published.
    """
    return f"CREATE PUBLICATION {quoted(name)} FOR TABLE {_column_lists(tables)} WITH (publish_via_partition_root)"


def alter_publication(name: str, tables: Mapping[str, Sequence[str] | None]) -> str:
    """``ALTER PUBLICATION … SET``: it then contains exactly these tables and columns."""
    return f"ALTER PUBLICATION {quoted(name)} SET TABLE {_column_lists(tables)}"


def add_to_publication(name: str, tables: Mapping[str, Sequence[str] | None]) -> str:
    """``ALTER PUBLICATION … ADD``: these tables and columns are added. PostgreSQL removes dropped tables itself."""
    return f"ALTER PUBLICATION {quoted(name)} ADD TABLE {_column_lists(tables)}"


def live_index(table: str) -> str:
    """The name of the unique index that makes the replica identity of a table."""
    return f"{table}_live"


def identify_by_index(table: str, index: str) -> str:
    """``ALTER TABLE … REPLICA IDENTITY USING INDEX``. The index must be unique, whole, and its columns NOT NULL."""
    return f"ALTER TABLE {quoted(table)} REPLICA IDENTITY USING INDEX {quoted(index)}"


async def _problems_of_server(connection: Connection) -> list[str]:
    found = (await connection.text(_SETTINGS))[0]
    checks = {
        f"PostgreSQL 15 or later is needed; this is {found.version // 10_000}.": found.version >= _OLDEST_VERSION,
        f"wal_level must be logical; it is {found.wal_level}.": found.wal_level == "logical",
        f"synchronous_commit must be on; it is {found.synchronous_commit}.": found.synchronous_commit
        not in ("off", "local"),
        "There is no free replication slot; raise max_replication_slots.": found.slots > 0,
        "There is no free sender; raise max_wal_senders.": found.senders > 0,
        "The role may not replicate; ALTER ROLE … REPLICATION.": found.may_replicate,
    }
    return [problem for problem, well in checks.items() if not well]


async def _problems_of_publications(connection: Connection, publications: Sequence[str]) -> list[str]:
    found = {row.name: row for row in await connection.text(_OPERATIONS, list(publications))}
    return [
        *(f"There is no publication {name}." for name in publications if name not in found),
        *(
            f"Publication {name} leaves out some of insert, update, delete, truncate."
            for name, row in found.items()
            if not row.every
        ),
        *(f"Publication {name} lacks publish_via_partition_root." for name, row in found.items() if not row.via_root),
    ]


def _problems_of_publishing(table: str, watched: PublicationRequirement, published: Sequence[Row]) -> list[str]:
    if not published:
        return [f"Table {table} is not published."]
    problems = []
    if missing := watched.columns - set(published[0].columns):
        problems.append(f"Table {table} is published without {_listed(missing)}.")
    if any(row.filtered for row in published):
        problems.append(f"Some rows of table {table} are kept out of the publication.")
    if any(set(row.columns) != set(published[0].columns) for row in published):
        # The server would end the stream at the first change of this table.
        problems.append(f"Table {table} is published with different columns by different publications.")
    return problems


def _problems_of_identity(watched: PublicationRequirement, identity: Row) -> list[str]:
    missing = watched.keys - set(identity.columns)
    if identity.everything or not missing:
        return []
    return [f"The replica identity of {identity.table} does not contain {_listed(missing)}."]


def _column_lists(tables: Mapping[str, Sequence[str] | None]) -> str:
    return ", ".join(quoted(table) + _column_list(columns) for table, columns in sorted(tables.items()))


def _column_list(columns: Sequence[str] | None) -> str:
    return "" if columns is None else f" ({', '.join(map(quoted, columns))})"


def _listed(names: Collection[str]) -> str:
    return ", ".join(sorted(names))
