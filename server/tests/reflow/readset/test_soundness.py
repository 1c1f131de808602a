"""On a real PostgreSQL: whenever a write changes a result, the index finds that result by the write."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from itertools import product
from typing import Any, NamedTuple

import asyncpg
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import bindparam as param
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from reflow.live.index import PredicateIndex
from reflow.postgres.database import Connection, Database
from reflow.readset import REPLICA_IDENTITY_FULL, key_columns, reads
from reflow.statements import Statement, statement

from .schema import blocks, co_authors, either_blocks, i_like, like_count, likes, metadata, newest, page, posts, users
from .test_reads import KEYED

EXAMPLES = 60 if os.environ.get("INFLOW_SOAK") else 25
IDS = ("a", "b", "c")
TIMES = (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, 0, 0, 0, 120000, tzinfo=UTC))
VALUES: dict[str, tuple[Any, ...]] = {
    "name": ("a", "b"),
    "age": (1, 5),
    "co_author_id": (None, *IDS),
    "nook": ("x", "y"),
    "kind": ("sphere", "cue"),
    "is_video": (True, False),
    "created_at": TIMES,
    "score": (1, 4),
}
GIVEN: dict[str, tuple[Any, ...]] = {
    "ids": (["a"], ["b", "c"]),
    "nook": ("x",),
    "n": ("x",),
    "age": (5,),
    "at": TIMES[1:],
    "a": TIMES[:1],
    "z": TIMES[:1],
    "limit": (2,),
    "score": (4,),
    "id": ("a", "b"),
}
p, u, li, b = posts.c, users.c, likes.c, blocks.c

MORE = [
    sa.select(newest.c.id, newest.c.author_id, u.name, co_authors.c.age)
    .join(users, u.id == newest.c.author_id)
    .outerjoin(co_authors, co_authors.c.id == newest.c.id),
    sa.select(page.join(users, u.id == p.author_id).add_columns(u.name, like_count.label("n")).subquery()),
    page.join(users, u.id == p.author_id)
    .add_columns(u.name, like_count.label("n"), i_like.label("mine"))
    .where(~either_blocks),
    sa.select(li.id, p.id.label("post_id"), p.nook)
    .outerjoin(posts, p.id == li.post_id)
    .where(li.user_id == param("me")),
    sa.select(li.id, li.post_id, p.author_id, u.name)
    .outerjoin(posts, p.id == li.post_id)
    .outerjoin(users, u.id == p.author_id)
    .where(li.user_id == param("me")),
    sa.select(li.id, li.post_id, p.author_id, u.name)
    .select_from(likes.outerjoin(posts.join(users, u.id == p.author_id), p.id == li.post_id))
    .where(li.user_id == param("me")),
    sa.select(li.id, p.nook)
    .outerjoin(posts, p.id == li.post_id)
    .where(li.user_id == param("me"), sa.or_(p.id.is_(None), p.nook == param("nook"))),
    sa.select(p.id, p.author_id, sa.func.count(li.id))
    .outerjoin(likes, li.post_id == p.id)
    .where(p.nook == param("nook"))
    .group_by(p.id, p.author_id),
    sa.select(
        u.name, sa.select(sa.func.max(p.created_at)).where(p.author_id == u.id).scalar_subquery().label("last")
    ).where(u.id == sa.any_(param("ids", type_=sa.ARRAY(sa.Text)))),
    sa.select(
        sa.func.count(),
        sa.select(sa.func.count()).select_from(likes).where(li.user_id == p.author_id).scalar_subquery(),
    )
    .where(p.nook == param("nook"))
    .group_by(p.author_id),
    sa.select(
        p.id, sa.case((sa.exists().where(li.post_id == p.id, li.user_id == p.author_id), "own"), else_="no").label("x")
    )
    .where(p.nook == param("nook"))
    .order_by(p.id)
    .limit(1),
    sa.select(b.id, u.name, p.id.label("post_id"))
    .join(users, u.id == b.blocked_id)
    .outerjoin(posts, sa.and_(p.author_id == u.id, p.kind == "cue", p.nook == param("nook")))
    .where(b.blocker_id == param("me")),
]


class Row(NamedTuple):
    """A change of a row as the write-ahead log reports it."""

    table: str
    new: Mapping[str, str | None] | None
    old: Mapping[str, str | None] | None


class Asked(NamedTuple):
    """A statement with its parameters, for one watcher of its result."""

    statement: Statement
    given: tuple[tuple[str, Any], ...]

    def __hash__(self) -> int:
        return hash((id(self.statement), repr(self.given)))


def all_asked(info: dict[str, str]) -> list[Asked]:
    """Every statement, with a few values for each of its parameters.

    Args:
        info: What all tables say of their replica identity.
    """
    found = []
    for source in [*(source for source, _ in KEYED.values()), *MORE]:
        for table in metadata.tables.values():
            table.info = info
        made = statement(source, whole_table="to see that nothing is missed")
        assert made.reads
        free = [name for name in made.parameters if name not in made._defaults]
        names = sorted({*free, *filter(None, [made.limit_parameter])})
        choices = product(*(GIVEN.get(name, ("a", "b")) for name in names))
        found += [Asked(made, tuple(zip(names, values, strict=True))) for values in list(choices)[:3]]
    return found


BY_FULL_ROWS, BY_INDEX = all_asked(REPLICA_IDENTITY_FULL), all_asked({})
IDENTITY = {name: columns | {"id"} for name, columns in key_columns(asked.statement for asked in BY_INDEX).items()}


class World:
    """The tables, all watchers of a result, and the results they see.

    Args:
        has_full_rows: Whether the log contains old rows as a whole.
    """

    def __init__(self, connection: Connection, *, has_full_rows: bool) -> None:
        self.connection = connection
        self.has_full_rows = has_full_rows
        self.index: PredicateIndex[Asked] = PredicateIndex()
        self.seen: dict[Asked, Counter[Any]] = {}
        self.watched: dict[Asked, list[Any]] = {}

    async def look(self, asked: Asked) -> None:
        rows = await self.connection.rows(asked.statement, dict(asked.given))
        watches = asked.statement.watches(dict(asked.given), rows)
        self.index.replace(asked, self.watched.get(asked, ()), watches)
        self.watched[asked] = watches
        self.seen[asked] = Counter(tuple(row) for row in rows)

    async def write(self, table: sa.Table, key: str, values: Mapping[str, Any] | None) -> None:
        """Write one row, and check that the index finds every watcher whose result has changed."""
        change = await self._written(table, key, values)
        if change is None:
            return
        found = self.index.match(change)
        for asked, before in list(self.seen.items()):
            rows = await self.connection.rows(asked.statement, dict(asked.given))
            if Counter(tuple(row) for row in rows) != before:
                assert asked in found, f"missed {change}\n{asked}\n{asked.statement.reads}\n{self.watched[asked]}"
            if asked in found:
                await self.look(asked)

    async def _written(self, table: sa.Table, key: str, values: Mapping[str, Any] | None) -> Row | None:
        """The row's images, or None when the write is refused or changes nothing."""
        before = await self._image(table, key)
        columns = [column.name for column in table.columns if column.name != "id"]
        try:
            async with self.connection.raw.transaction():
                if values is None:
                    await self.connection.raw.execute(f"DELETE FROM {table.name} WHERE id = $1", key)
                elif before is None:
                    places = ", ".join(f"${at + 2}" for at in range(len(columns)))
                    sql = f"INSERT INTO {table.name} (id, {', '.join(columns)}) VALUES ($1, {places})"
                    await self.connection.raw.execute(sql, key, *(values[name] for name in columns))
                else:
                    names = list(values)
                    places = ", ".join(f"{name} = ${at + 2}" for at, name in enumerate(names))
                    sql = f"UPDATE {table.name} SET {places} WHERE id = $1"
                    await self.connection.raw.execute(sql, key, *values.values())
        except asyncpg.IntegrityConstraintViolationError:
            return None
        after = None if values is None else await self._image(table, str(values.get("id", key)) if before else key)
        old = before if self.has_full_rows else _old(table.name, before, after)
        return None if before == after else Row(table.name, after, old)

    async def _image(self, table: sa.Table, key: str) -> dict[str, str | None] | None:
        # format() spells values as the log does; a cast to text would write "true".
        spelled = ", ".join(
            f"CASE WHEN {c.name} IS NULL THEN NULL ELSE format('%s', {c.name}) END AS {c.name}" for c in table.c
        )
        rows = await self.connection.text(f"SELECT {spelled} FROM {table.name} WHERE id = $1", key)
        return dict(rows[0]) if rows else None


def _old(table: str, before: Mapping[str, str | None] | None, after: Mapping[str, str | None] | None) -> Any:
    """The old row that replica identity USING INDEX sends: its columns, and only if one of them was changed."""
    if before is None:
        return None
    identity = {column: before[column] for column in IDENTITY[table]}
    if after is not None and all(after[column] == value for column, value in identity.items()):
        return None
    return identity


def columns_of(table: sa.Table) -> list[str]:
    return [column.name for column in table.columns if column.name != "id"]


@st.composite
def writes(draw: st.DrawFn) -> tuple[sa.Table, str, dict[str, Any] | None]:
    table = draw(st.sampled_from([users, posts, posts, likes, likes, blocks]))
    key = draw(st.sampled_from(IDS))
    if draw(st.integers(0, 4)) == 0:
        return table, key, None
    values = {name: draw(st.sampled_from(VALUES.get(name, IDS))) for name in columns_of(table)}
    return table, key, values


@st.composite
def changes(draw: st.DrawFn) -> tuple[sa.Table, str, dict[str, Any] | None]:
    """A random write that leaves most columns as they are."""
    table = draw(st.sampled_from([users, posts, likes, blocks]))
    name = draw(st.sampled_from([*columns_of(table), "id"]))
    return table, draw(st.sampled_from(IDS)), {name: draw(st.sampled_from(VALUES.get(name, IDS)))}


@pytest.fixture(scope="module")
async def connection(new_database: Callable[[], Awaitable[str]]) -> AsyncIterator[Connection]:
    database = Database(await new_database())
    async with database.connection() as made:
        for table in metadata.sorted_tables:
            await made.raw.execute(str(CreateTable(table).compile(dialect=postgresql.dialect())))  # type: ignore[no-untyped-call]
        yield made
    await database.close()


@pytest.fixture(params=["each value by itself", "all values as one set"])
def lists(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How the index stores the values of an array parameter; a page's statements have short ones."""
    if request.param == "all values as one set":
        monkeypatch.setattr(reads, "_LEAST_SHARED", 1)


@pytest.mark.usefixtures("lists")
@settings(
    database=None,
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    start=st.lists(writes(), min_size=8, max_size=14),
    then=st.lists(st.one_of(writes(), changes()), min_size=6, max_size=14),
)
@pytest.mark.parametrize("has_full_rows", [False, True], ids=["by_index", "full"])
async def test_no_write_changes_a_result_unnoticed(
    connection: Connection, start: list[Any], then: list[Any], has_full_rows: bool
) -> None:
    transaction = connection.raw.transaction()
    await transaction.start()
    world = World(connection, has_full_rows=has_full_rows)
    try:
        for table, key, values in [*((users, one, {"name": one, "age": 5}) for one in IDS), *start]:
            await world._written(table, key, values)
        for asked in BY_FULL_ROWS if has_full_rows else BY_INDEX:
            await world.look(asked)
        for table, key, values in then:
            if values is None or set(values) == set(columns_of(table)) or await world._image(table, key):
                await world.write(table, key, values)
    finally:
        await transaction.rollback()
