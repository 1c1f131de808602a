"""Settings of the server and the publication without which the source cannot follow changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from reflow.changes.epoch import epoch_of
from reflow.changes.publication import PublicationRequirement, alter_publication, verify
from reflow.changes.replication import System
from reflow.postgres.database import Database


def watched(columns: str, keys: str) -> PublicationRequirement:
    return PublicationRequirement(frozenset(columns.split()), frozenset(keys.split()))


async def problems(database: Database, **wanted: PublicationRequirement) -> list[str]:
    async with database.connection() as connection:
        return await verify(connection, ["everything"], wanted)


async def test_a_database_as_the_migrations_leave_it_has_no_problems(database: Database) -> None:
    found = await problems(
        database,
        posts=watched("id author caption", "id author"),
        people=watched("id name", "id"),
        reflow_epoch=watched("epoch", ""),
    )

    assert found == []


@pytest.mark.parametrize(
    ("table", "wanted", "problem"),
    [
        ("nobody", watched("id", "id"), "There is no table nobody."),
        ("diaries", watched("id", "id"), "Table diaries is not published."),
        ("people", watched("id password", "id"), "Table people is published without password."),
        ("people", watched("id town", "id town"), "The replica identity of people does not contain town."),
    ],
)
async def test_each_lack_is_named(database: Database, table: str, wanted: PublicationRequirement, problem: str) -> None:
    assert await problems(database, **{table: wanted}) == [problem]


async def test_a_dropped_identity_index_is_noticed(database: Database, psql: Any) -> None:
    await psql.execute("DROP INDEX posts_identity")

    found = await problems(database, posts=watched("id author", "id author"))

    assert found == ["The replica identity of posts does not contain author, id."]


async def test_a_missing_or_partial_publication_is_noticed(database: Database, psql: Any) -> None:
    await psql.execute("ALTER PUBLICATION everything SET (publish = 'insert')")
    assert "Publication everything leaves out some of insert, update, delete, truncate." in await problems(database)

    await psql.execute("ALTER PUBLICATION everything SET (publish_via_partition_root = false)")
    assert "Publication everything lacks publish_via_partition_root." in await problems(database)

    await psql.execute("DROP PUBLICATION everything")
    assert await problems(database) == ["There is no publication everything."]


async def test_rows_and_columns_that_are_kept_out_are_noticed(database: Database, psql: Any) -> None:
    await psql.execute("CREATE PUBLICATION beside FOR TABLE people (id) WITH (publish_via_partition_root)")
    await psql.execute("ALTER PUBLICATION everything SET TABLE people (id, name) WHERE (id > 'm')")

    async with database.connection() as connection:
        found = await verify(connection, ["everything", "beside"], {"people": watched("id", "id")})

    assert found == [
        "Some rows of table people are kept out of the publication.",
        "Table people is published with different columns by different publications.",
    ]
    await psql.execute("DROP PUBLICATION beside")


async def test_altering_sets_exactly_what_is_given(database: Database, psql: Any) -> None:
    await psql.execute(alter_publication("everything", {"diaries": ["id"]}))

    assert await problems(database, diaries=watched("id", "id")) == []
    assert await problems(database, tally=watched("id", "id")) == ["Table tally is not published."]


async def test_each_log_has_its_epoch_and_keeps_it(database: Database) -> None:
    systems = System("7000", 1, 0), System("7000", 2, 0), System("7000", 2, 1), System("7001", 1, 0)

    first = [await epoch_of(database, system) for system in systems]
    again = [await epoch_of(database, system) for system in systems]

    assert again == first
    assert [epoch.number for epoch in first] == [1, 2, 3, 4]
    assert sorted({epoch.ts for epoch in first}) == [epoch.ts for epoch in first]


async def test_an_epoch_that_begins_while_the_clock_is_behind_continues_from_the_last_one(
    database: Database, psql: Any
) -> None:
    before = await epoch_of(database, System("7000", 1, 0))
    in_a_year = before.ts + 365 * 86_400 * 10**9
    await psql.execute("UPDATE reflow_epoch SET ts = $1", in_a_year)
    await psql.execute("SELECT pg_logical_emit_message(true, 'somebody', '')")

    after = await epoch_of(database, System("7000", 1, 1))

    assert after.ts > replace(before, ts=in_a_year).timestamp(after.position)
