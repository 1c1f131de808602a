"""The app of the storm of stalls: walls that stay current, and queries that stall on purpose."""

from __future__ import annotations

from typing import Any

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

PUBLICATION = "stalls"
SHOWN = 20
"""The rows of a wall."""
_TEXT = sa.Text(collation="C")
_metadata = sa.MetaData()


def _table(name: str) -> sa.Table:
    return sa.Table(
        name,
        _metadata,
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("channel", _TEXT, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Index(f"{name}_by_channel", "channel", "number"),
        sa.Index(f"{name}_live", "id", "channel", unique=True),
    )


posts, stars, slow, locked = (_table(name) for name in ("posts", "stars", "slow", "locked"))
noise, archive = _table("noise"), _table("archive")
"""No page shows these two."""


class Post(msgspec.Struct, rename="camel"):
    """A post on a wall."""

    number: int


def _newest(table: sa.Table) -> Any:
    return statement(
        sa.select(table.c.number)
        .where(table.c.channel == bindparam("channel"))
        .order_by(table.c.number.desc())
        .limit(SHOWN)
    )


def _count(table: sa.Table) -> Any:
    return statement(sa.select(sa.func.count()).select_from(table).where(table.c.channel == bindparam("channel")))


def _add(table: sa.Table) -> Any:
    return statement(sa.insert(table).values(channel=bindparam("channel"), number=bindparam("number")))


NEWEST = _newest(posts)
STARS = _newest(stars)
COUNT_LOCKED, COUNT_SLOW = _count(locked), _count(slow)
SLEEP = statement(
    sa.select(sa.func.pg_sleep(bindparam("seconds", type_=sa.Double))),
    whole_table="it reads none, and never runs again",
)
ADD_POST, ADD_SLOW, ADD_STAR = _add(posts), _add(slow), _add(stars)


async def _wall(ctx: QueryCtx, channel: str) -> list[Post]:
    return [Post(row.number) for row in await ctx.rows(NEWEST, channel=channel)]


async def _count_slowly(ctx: QueryCtx, channel: str, seconds: float) -> int:
    await ctx.rows_unwatched(SLEEP, seconds=seconds)
    return int(await ctx.value(COUNT_SLOW, channel=channel))


@query(path="storm:wall")
async def wall(ctx: QueryCtx, *, channel: str) -> list[Post]:
    """A channel's newest posts."""
    return await _wall(ctx, channel)


@query(path="storm:mine")
async def mine(ctx: QueryCtx) -> list[Post]:
    """The newest posts of the caller's channel, for the caller alone."""
    return await _wall(ctx, ctx.identity.subject if ctx.identity else "")


@query(path="storm:slow", deadline=10)
async def of_slow(ctx: QueryCtx, *, channel: str) -> int:
    """The slow rows of a channel, counted in four seconds."""
    return await _count_slowly(ctx, channel, 4)


@query(path="storm:held", deadline=20)
async def held(ctx: QueryCtx, *, channel: str) -> int:
    """The slow rows of a channel, counted in twelve seconds."""
    return await _count_slowly(ctx, channel, 12)


@query(path="storm:endless")
async def endless(ctx: QueryCtx, *, channel: str) -> int:
    """Sleeps in the database."""
    return await _count_slowly(ctx, channel, 1_000)


@query(path="storm:locked")
async def of_locked(ctx: QueryCtx, *, channel: str) -> int:
    """Reads the table that is locked again and again."""
    return int(await ctx.value(COUNT_LOCKED, channel=channel))


@query(path="storm:onItself")
async def on_itself(ctx: QueryCtx, *, channel: str) -> int:
    """Waits for its own result."""
    return 1 + int(await ctx.run(on_itself, channel=channel))


@query(path="storm:personal")
async def personal(ctx: QueryCtx) -> list[str]:
    """A caller's own view of the stars."""
    me = ctx.identity.subject if ctx.identity else ""
    return [f"{me} {row.number}" for row in await ctx.rows(STARS, channel="stars")]


@mutation(path="storm:post")
async def post(ctx: MutationCtx, *, channel: str, number: int) -> None:
    """Post to a channel."""
    await ctx.execute(ADD_POST, channel=channel, number=number)


@mutation(path="storm:touch")
async def touch(ctx: MutationCtx, *, channel: str, number: int) -> None:
    """Change what the slow queries of a channel count."""
    await ctx.execute(ADD_SLOW, channel=channel, number=number)


@mutation(path="storm:shine")
async def shine(ctx: MutationCtx, *, number: int) -> None:
    """Change what all personal views show."""
    await ctx.execute(ADD_STAR, channel="stars", number=number)


async def create(dsn: str, channels: list[str]) -> None:
    """Give an empty database the app's tables, and each channel a full wall."""
    tables = [
        *_metadata.sorted_tables,
        *reflow.postgres.tables.metadata.sorted_tables,
        *reflow.changes.tables.metadata.sorted_tables,
    ]
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy's
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in tables]
    made += [str(CreateIndex(index).compile(dialect=dialect)) for table in tables for index in table.indexes]
    made += reflow.postgres.tables.PARTITIONS
    live = [table.name for table in _metadata.sorted_tables]
    made += [identify_by_index(name, f"{name}_live") for name in live]
    columns = {
        **{name: ["id", "channel"] for name in live},
        "reflow_requests": ["session", "request", "period"],
        "reflow_epoch": ["system_id", "timeline", "epoch", "beats"],
    }
    made.append(create_publication(PUBLICATION, columns))
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(";".join(made))
        await connection.executemany(
            "INSERT INTO posts (channel, number) SELECT $1, generate_series(1, $2)",
            [(channel, SHOWN) for channel in channels],
        )
        await connection.execute("INSERT INTO stars (channel, number) SELECT 'stars', generate_series(1, 5)")
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()
