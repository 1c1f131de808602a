"""Lists from many authors contain the same posts, whichever statement reads them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import psycopg
import pytest
from tests.app.crowd import Size, fill
from tests.conftest import NewDatabase

from inflow.app.migrate import migrate
from inflow.posts.cues import CUE, CUE_OF_MANY
from inflow.posts.walls import CURATORS_WALL, MANY_CURATORS_WALL
from reflow.pagination import Key, Pages
from reflow.postgres.database import Connection, Database, Row

MEMBERS = 2_000
STRANGERS = [f"stranger {n}" for n in range(1_000)]
CUES: dict[str, object] = {"is_video": False}
OF_CURATORS: dict[str, object] = {"is_video": False, "nook_type": "scenic"}
LISTS: dict[str, tuple[Pages, dict[str, object]]] = {
    "cue": (CUE, CUES),
    "cue of many": (CUE_OF_MANY, CUES),
    "curators": (CURATORS_WALL, OF_CURATORS),
    "many curators": (MANY_CURATORS_WALL, OF_CURATORS),
}
AUTHORS = {
    "everybody": [f"u{n}" for n in range(1, MEMBERS + 1)],
    "half": [f"u{n}" for n in range(1, MEMBERS + 1, 2)],
    "a few": ["u1", "u5", "u13", "u400"],
    "a few among strangers": [*STRANGERS, "u1", "u5", "u13", "u401"],
    "strangers": STRANGERS,
    "nobody": [],
}


@pytest.fixture(scope="module")
async def crowd(new_database: NewDatabase) -> AsyncIterator[Connection]:
    """A database in which each list has more posts than one statement reads for many authors at once."""
    dsn = await new_database()
    await migrate(dsn)
    with psycopg.connect(dsn, autocommit=True) as connection:
        fill(connection, Size(MEMBERS, 24_000, 0))
    database = Database(dsn)
    async with database.connection() as connection_of_ours:
        yield connection_of_ours
    await database.close()


@pytest.mark.parametrize("authors", AUTHORS)
@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("size", [26, 3_000])
async def test_a_list_from_many_authors_misses_and_repeats_nobodys_posts(
    crowd: Connection, name: str, authors: str, size: int
) -> None:
    pages, given = LISTS[name]
    given = {**given, "authors": AUTHORS[authors]}

    found = await _read(crowd, pages, given, size)

    assert found == await _read(crowd, pages.watched, given, size)


@pytest.mark.parametrize("authors", AUTHORS)
@pytest.mark.parametrize("pages", [CUE, CUE_OF_MANY])
async def test_a_page_that_is_read_again_is_the_same(crowd: Connection, authors: str, pages: Pages) -> None:
    given: dict[str, object] = {"is_video": False, "authors": AUTHORS[authors]}
    rows = await _read(crowd, pages, given, 26)
    after, end = (pages.key(rows[place]) if place < len(rows) else None for place in (3, 9))

    statement, bounds = pages.range(after, end)
    again = await crowd.rows(statement, {**given, **bounds, "limit": 1_001})

    assert again[:6] == rows[4:10]


async def _read(crowd: Connection, pages: Pages, given: dict[str, object], size: int) -> list[Row]:
    """The first rows of a list, page by page."""
    rows: list[Row] = []
    after: Key | None = None
    while len(rows) < 200:
        statement, bounds = pages.range(after, None)
        page = await crowd.rows(statement, {**given, **bounds, "limit": size})
        rows += page
        if len(page) < size:
            break
        after = pages.key(page[-1])
    return rows
