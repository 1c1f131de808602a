"""The toy's tables, and how tests create them."""

from __future__ import annotations

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

import reflow.changes.tables
import reflow.postgres.tables
from reflow.changes.publication import create_publication, identify_by_index

metadata = sa.MetaData()
TEXT = sa.Text(collation="C")

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Index("people_live", "id", unique=True),
)

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("channel", TEXT, nullable=False),
    sa.Column("author_id", TEXT, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False, server_default="0"),
    sa.Index("messages_by_rank", "channel", "rank", "id"),
    sa.Index("messages_live", "id", "channel", "author_id", "rank", unique=True),
)

counters = sa.Table(
    "counters",
    metadata,
    sa.Column("name", TEXT, primary_key=True),
    sa.Column("value", sa.BigInteger, nullable=False, server_default="0"),
)

PUBLICATION = "toy"


def statements_to_create() -> list[str]:
    """The DDL, the engine's own tables and the publication included."""
    tables = [
        *metadata.sorted_tables,
        *reflow.postgres.tables.metadata.sorted_tables,
        *reflow.changes.tables.metadata.sorted_tables,
    ]
    dialect = postgresql.dialect()
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in tables]
    made += [str(CreateIndex(index).compile(dialect=dialect)) for table in tables for index in table.indexes]
    made += reflow.postgres.tables.PARTITIONS
    made.append(identify_by_index("people", "people_live"))
    made.append(identify_by_index("messages", "messages_live"))
    columns = {
        "people": ["id"],
        "messages": ["id", "channel", "author_id", "rank"],
        "counters": ["name"],
        "reflow_requests": ["session", "request", "period"],
        "reflow_epoch": ["system_id", "timeline", "epoch", "beats"],
    }
    made.append(create_publication(PUBLICATION, columns))
    return made


async def create(dsn: str) -> None:
    """Give an empty database the toy's schema."""
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(";".join(statements_to_create()))
    finally:
        await connection.close()
