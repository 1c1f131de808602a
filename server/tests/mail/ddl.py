"""Tables as SQL, for tests that need a few tables and not the migrations."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.schema import CreateIndex, CreateTable

_DIALECT = PGDialect_asyncpg()  # type: ignore[no-untyped-call] # SQLAlchemy's constructor has no annotations


def ddl(*tables: sa.Table) -> list[str]:
    """Statements that create the tables and their indexes, in this order."""
    parts: list[sa.schema.ExecutableDDLElement] = []
    for table in tables:
        parts += [CreateTable(table), *map(CreateIndex, table.indexes)]
    return [str(part.compile(dialect=_DIALECT)) for part in parts]
