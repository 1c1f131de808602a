"""The versions of the engine's own tables, for apps without migrations of their own."""

from __future__ import annotations

from typing import Final

from reflow.postgres.database import Connection, Database, quoted

STEPS: Final = (
    """
    CREATE TABLE IF NOT EXISTS reflow_requests (
        session text NOT NULL,
        request bigint NOT NULL,
        fingerprint bytea NOT NULL,
        result text NOT NULL,
        position bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        subject bytea NOT NULL DEFAULT '',
        period smallint NOT NULL DEFAULT '0',
        CONSTRAINT reflow_requests_pkey PRIMARY KEY (session, request, period)
    ) PARTITION BY LIST (period);
    CREATE INDEX IF NOT EXISTS reflow_requests_subject_idx ON reflow_requests (subject);
    CREATE TABLE IF NOT EXISTS reflow_requests_0 PARTITION OF reflow_requests FOR VALUES IN (0);
    CREATE TABLE IF NOT EXISTS reflow_requests_1 PARTITION OF reflow_requests FOR VALUES IN (1);
    CREATE TABLE IF NOT EXISTS reflow_requests_2 PARTITION OF reflow_requests FOR VALUES IN (2);
    CREATE TABLE IF NOT EXISTS reflow_request_period (
        period smallint NOT NULL DEFAULT '0',
        since timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO reflow_request_period SELECT WHERE NOT EXISTS (SELECT FROM reflow_request_period);
    CREATE TABLE IF NOT EXISTS reflow_epoch (
        system_id text COLLATE "C" NOT NULL,
        timeline bigint NOT NULL,
        epoch integer NOT NULL,
        started_at bigint NOT NULL,
        ts bigint NOT NULL,
        position bigint NOT NULL,
        beats bigint NOT NULL DEFAULT '0',
        CONSTRAINT reflow_epoch_pkey PRIMARY KEY (epoch),
        CONSTRAINT reflow_epoch_log_key UNIQUE (system_id, timeline, started_at)
    );
    """,
)
"""The SQL that leads from each version to the next. A released step never changes; a change of a table is a new one."""

VERSION: Final = len(STEPS)
"""The version of the tables that this engine works with."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('reflow schema ' || $1, 0))::text"
_VERSIONS = """
    CREATE TABLE IF NOT EXISTS reflow_schema (
        version integer NOT NULL, upgraded_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT reflow_schema_pkey PRIMARY KEY (version)
    )
"""
_REMEMBER = "INSERT INTO reflow_schema (version) VALUES ({})"


class SchemaTooNew(Exception):
    """A newer engine made the tables. The message tells the operator."""


def sql(schema: str) -> str:
    """Everything that :func:`upgrade` does on an empty database, as text."""
    name = quoted(schema)
    made = [f"{step}\n    {_REMEMBER.format(version)};" for version, step in enumerate(STEPS, 1)]
    return "\n".join([f"CREATE SCHEMA IF NOT EXISTS {name};", f"SET search_path = {name};", f"{_VERSIONS};", *made])


async def upgrade(database: Database) -> int:
    """Bring the engine's tables to :data:`VERSION`, in one transaction. Does nothing if they are there.

    The schema is created if it is missing. Tables that an app's own migrations made in the form of the first version
    are taken over.

    Returns:
        The version before; 0 if there was none.

    Raises:
        SchemaTooNew: They have a version that this engine does not know.
    """
    async with database.transaction() as connection:
        await connection.text(_LOCK, database.schema)
        await connection.raw.execute(f"CREATE SCHEMA IF NOT EXISTS {quoted(database.schema)}")
        await connection.raw.execute(_VERSIONS)
        before = await _version(connection)
        if before > VERSION:
            raise SchemaTooNew(
                f"The engine's tables in the schema {database.schema} have version {before}; this reflow knows "
                f"versions up to {VERSION}. Install the reflow that made them, or a newer one."
            )
        for version in range(before + 1, VERSION + 1):
            await connection.raw.execute(STEPS[version - 1])
            await connection.raw.execute(_REMEMBER.format(version))
    return before


async def _version(connection: Connection) -> int:
    (row,) = await connection.text("SELECT coalesce(max(version), 0) AS version FROM reflow_schema")
    return int(row.version)
