"""The README's example does what the README says, also twice in one database."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest
from tests.conftest import NewDatabase
from tests.reflow.library.example import Example, blocks

from architecture.sources import SERVER

SOURCES = SERVER / "src"
SLOTS = "SELECT slot_name FROM pg_replication_slots WHERE database = current_database()"


def test_the_app_has_forty_lines() -> None:
    lines = [line for line in blocks()["chat.py"].splitlines() if line]

    assert len(lines) <= 40


async def test_a_page_sees_the_change_live(new_database: NewDatabase, tmp_path: Path) -> None:
    example = Example.write(tmp_path, await new_database(), schema="public", path=[SOURCES])
    await example.run("-m", "reflow", "schema")

    async with example.serving() as address:
        printed = await example.run("page.py", address)

    assert printed == "[]\n['Hello']\n"


async def test_a_second_start_changes_nothing(new_database: NewDatabase, tmp_path: Path) -> None:
    example = Example.write(tmp_path, await new_database(), schema="public", path=[SOURCES])
    for _ in range(2):
        await example.run("-m", "reflow", "schema")
        async with example.serving() as address:
            printed = await example.run("page.py", address)

    assert printed == "['Hello']\n['Hello', 'Hello']\n"


async def test_two_apps_live_side_by_side_in_one_database(new_database: NewDatabase, tmp_path: Path) -> None:
    dsn = await new_database()
    async with AsyncExitStack() as stack:
        pages = []
        for schema in ("one", "two"):
            folder = tmp_path / schema
            folder.mkdir()
            example = Example.write(folder, dsn, schema=schema, path=[SOURCES])
            await example.run("-m", "reflow", "schema", "--schema", schema)
            pages.append((example, await stack.enter_async_context(example.serving())))
        psql = await asyncpg.connect(dsn)
        slots = sorted(row["slot_name"].rpartition("_")[0] for row in await psql.fetch(SLOTS))

        first = [await example.run("page.py", address) for example, address in pages]
        second = await pages[0][0].run("page.py", pages[0][1])
        counts = [await psql.fetchval(f"SELECT count(*) FROM {schema}.reflow_requests") for schema in ("one", "two")]
        await psql.close()

    assert slots == ["chat_one", "chat_two"]
    assert first == ["[]\n['Hello']\n"] * 2
    assert second == "['Hello']\n['Hello', 'Hello']\n"
    assert counts == [2, 1]


async def test_without_its_own_tables_an_app_names_the_command(new_database: NewDatabase, tmp_path: Path) -> None:
    example = Example.write(tmp_path, await new_database(), schema="public", path=[SOURCES])

    with pytest.raises(AssertionError, match="python -m reflow schema"):
        async with example.serving():
            pass
