"""A small chat that the rows about messages are measured on. A room shows its newest twenty messages."""

from __future__ import annotations

import asyncpg
import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

import reflow.changes.tables
import reflow.postgres.tables
from reflow.changes.publication import create_publication, identify_by_index
from reflow.context import MutationCtx, QueryCtx
from reflow.functions import mutation, query
from reflow.statements import statement

PUBLICATION = "bench"
_TEXT = sa.Text(collation="C")
_metadata = sa.MetaData()


def _table(name: str) -> sa.Table:
    return sa.Table(
        name,
        _metadata,
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("room", _TEXT, nullable=False),
        sa.Column("author", _TEXT, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Index(f"{name}_by_room", "room", "id"),
        sa.Index(f"{name}_live", "id", "room", unique=True),
    )


visits = sa.Table(
    "visits",
    _metadata,
    sa.Column("room", _TEXT, primary_key=True),
    sa.Column("count", sa.BigInteger, nullable=False),
)
messages = _table("messages")
plain = _table("plain")
"""The same table without subscriptions: the floor's inserts go there."""

LATEST = statement(
    sa.select(messages.c.id, messages.c.author, messages.c.body)
    .where(messages.c.room == bindparam("room"))
    .order_by(messages.c.id.desc())
    .limit(20)
)
SAY = statement(
    sa.insert(messages)
    .values(room=bindparam("room"), author=bindparam("author"), body=bindparam("body"))
    .returning(messages.c.id)
)
VISITS = statement(sa.select(visits.c.count).where(visits.c.room == bindparam("room")))
SET_VISITS = statement(sa.update(visits).where(visits.c.room == bindparam("of_room")).values(count=bindparam("to")))


# Without existing rows, PostgreSQL would have no statistics to plan with.
_HISTORY = """
    INSERT INTO messages (room, author, body)
    SELECT 'room ' || number % 200, 'somebody', 'message ' || number FROM generate_series(1, 20000) AS number"""


class Message(msgspec.Struct, rename="camel"):
    """A message in a room."""

    id: int = msgspec.field(name="_id")
    author: str
    body: str


@query(path="chat:latest")
async def latest(ctx: QueryCtx, *, room: str) -> list[Message]:
    """A room's newest messages."""
    return [Message(row.id, row.author, row.body) for row in await ctx.rows(LATEST, room=room)]


@mutation(path="chat:visit")
async def visit(ctx: MutationCtx, *, room: str) -> int:
    """Read a room's visits, add one, and write; how many there are."""
    count = int(await ctx.value(VISITS, room=room)) + 1
    await ctx.execute(SET_VISITS, of_room=room, to=count)
    return count


@mutation(path="chat:say")
async def say(ctx: MutationCtx, *, room: str, body: str) -> int:
    """Say something in a room; the message's id."""
    said: int = await ctx.value(SAY, room=room, author="somebody", body=body)
    return said


async def create(dsn: str) -> None:
    """Give an empty database the chat's tables."""
    tables = [
        *_metadata.sorted_tables,
        *reflow.postgres.tables.metadata.sorted_tables,
        *reflow.changes.tables.metadata.sorted_tables,
    ]
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy's
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in tables]
    made += [str(CreateIndex(index).compile(dialect=dialect)) for table in tables for index in table.indexes]
    made += reflow.postgres.tables.PARTITIONS
    made.append(identify_by_index("messages", "messages_live"))
    columns = {
        "messages": ["id", "room"],
        "reflow_requests": ["session", "request", "period"],
        "reflow_epoch": ["system_id", "timeline", "epoch", "beats"],
    }
    made.append(create_publication(PUBLICATION, columns))
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(";".join(made))
        await connection.execute(_HISTORY)
        await connection.execute("INSERT INTO visits VALUES ('hot', 0)")
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()
