"""A row in every table of a database, whatever its schema: made from what PostgreSQL knows of the columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import asyncpg

Contents = Mapping[str, list[dict[str, Any]]]
"""The rows of each table."""

_TABLES = """
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('alembic_version', 'schema_compatibility')"""
"""Without those that each migration writes."""
_REQUIRED = """
    SELECT column_name AS name, udt_name AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = $1
      AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER'"""
_VALUES: Mapping[str, str] = {
    # Since all ids are the same, each row finds those that it refers to.
    **dict.fromkeys(("text", "varchar"), "'one'"),
    **dict.fromkeys(("int2", "int4", "int8", "float8"), "1"),
    "bool": "false",
    "bytea": "'\\x01'",
    "date": "'2000-02-29'",
    "timestamptz": "'2026-01-01Z'",
    "jsonb": "'{}'",
    **dict.fromkeys(("_text", "_timestamptz"), "'{}'"),
}
# What the checks of a table want instead.
_SPECIAL: Mapping[str, Mapping[str, str]] = {
    "blocks": {"blocked_id": "'two'"},
    "cases": {"kind": "'post'"},
    "comments": {"author_id": "'one'", "depth": "0"},
    "connections": {"other_id": "'two'"},
    "conversation_sides": {"other_id": "'two'"},
    "draft_fotos": {"ratio": "'landscape'"},
    "flow_requests": {"receiver_id": "'two'"},
    "further_fotos": {"ratio": "'landscape'"},
    "grids": {"layout": "'vertical1'", "post_type": "'sphere'"},
    "identity_ceremonies": {"purpose": "'sign in'"},
    "imports": {"state": "'ready'"},
    "limited_members": {"limited_id": "'two'"},
    "measures": {"kind": "'warn'"},
    "media": {"kind": "'jpeg'", "state": "'finished'"},
    "messages": {"content": "'\\x01'", "type": "'text'"},
    "mutes": {"muted_id": "'two'"},
    "notifications": {"type": "'sync_flow'"},
    "policy_versions": {"kind": "'terms'"},
    "posts": {"post_type": "'sphere'", "ratio": "'landscape'"},
    "push_subscriptions": {"p256dh": "decode(repeat('01', 65), 'hex')", "auth": "decode(repeat('01', 16), 'hex')"},
    "reactions": {"reaction": "'ciao'"},
    "removed_photos": {"fingerprint": "repeat('0', 64)"},
    "roles": {"role": "'owner'"},
}


async def fill_empty_tables(psql: asyncpg.Connection[Any]) -> Contents:
    """Insert a row into each table that has none; the contents afterwards."""
    for table, rows in (await _contents(psql)).items():
        if not rows:
            await _insert(psql, table)
    return await _contents(psql)


async def lost_rows(psql: asyncpg.Connection[Any], before: Contents) -> list[str]:
    """The rows of earlier contents that are gone, or have another value in one of their columns."""
    now = await _contents(psql)
    return [f"{table}: {row}" for table, rows in before.items() for row in rows if not _has(now.get(table, []), row)]


def _has(rows: list[dict[str, Any]], row: dict[str, Any]) -> bool:
    """Whether a row is among these, which may have more columns."""
    return any(row == {name: value for name, value in each.items() if name in row} for each in rows)


async def _contents(psql: asyncpg.Connection[Any]) -> Contents:
    tables = [row["relname"] for row in await psql.fetch(_TABLES)]
    read = {table: await psql.fetch(f'SELECT to_jsonb(each) FROM "{table}" AS each') for table in tables}
    return {table: [json.loads(row[0]) for row in rows] for table, rows in read.items()}


async def _insert(psql: asyncpg.Connection[Any], table: str) -> None:
    values = {row["name"]: _VALUES[row["type"]] for row in await psql.fetch(_REQUIRED, table)}
    values |= _SPECIAL.get(table, {})
    given = f"({', '.join(values)}) VALUES ({', '.join(values.values())})" if values else "DEFAULT VALUES"
    async with psql.transaction():
        await psql.execute("SET LOCAL session_replication_role = replica")  # without foreign keys and triggers
        await psql.execute(f'INSERT INTO "{table}" {given}')
