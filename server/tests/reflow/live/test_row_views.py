"""A page uses the views of its last run again only for rows that are the same to the last digit."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import JSONB
from tests.reflow.toy.tables import messages
from tests.world import Person

from reflow.context import QueryCtx
from reflow.functions import query
from reflow.limits.retention import weigh
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate
from reflow.row_views import RowViews
from reflow.values import DEPTH, BadValue, encode

_OF_CHANNEL = messages.c.channel == bindparam("channel")


def _as(kind: Any) -> Pages:
    return Pages(
        sa.select(messages.c.id, sa.cast(messages.c.body, kind).label("value")).where(_OF_CHANNEL),
        by=(messages.c.id.asc(),),
    )


VALUES = {
    "numeric": _as(sa.Numeric),
    "jsonb": _as(JSONB),
    "timetz": _as(sa.Time(timezone=True)),
    "float": _as(sa.Float),
}


@query(path="views:texts")
async def texts(ctx: QueryCtx, *, channel: str, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[str]:
    """The messages of a channel as text, read as values of the type that its name says."""
    return await paginate(
        ctx, VALUES[channel], pagination_opts, lambda row: str(row.value), same_while=(), channel=channel
    )


@query(path="views:short")
async def short(ctx: QueryCtx, *, channel: str, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[str]:
    """The messages of a channel, without those that are private."""
    page = await paginate(
        ctx, VALUES["jsonb"], pagination_opts, lambda row: str(row.value), same_while=(), channel=channel
    )
    page.page[:] = [text for text in page.page if text != "private"]
    return page


@pytest.mark.parametrize(
    ("channel", "before", "after"),
    [
        ("numeric", "1.0", "1.00"),
        ("jsonb", "1", "true"),
        ("jsonb", '{"size": 1}', '{"size": 1.0}'),
        ("jsonb", "[0, [1]]", "[false, [1]]"),
        ("timetz", "12:00+00", "13:00+01"),
        ("float", "0", "-0"),
    ],
)
async def test_a_value_that_is_only_nearly_the_same_gets_a_new_view(
    alice: Person, bob: Person, channel: str, before: str, after: str
) -> None:
    database = alice.world.database
    async with database.connection() as connection:
        await connection.text("INSERT INTO messages (channel, author_id, body) VALUES ($1, 'x', $2)", channel, before)
    screen = await bob.watch(texts, channel=channel)
    (old,) = screen.now.page

    async with database.connection() as connection:
        await connection.text("UPDATE messages SET body = $2 WHERE channel = $1", channel, after)
    await alice.world.settle()

    assert screen.now.page != [old]
    assert screen.evaluation.value == encode(screen.now, Page[str])


async def test_a_row_that_a_query_takes_out_of_its_page_is_not_sent(alice: Person, bob: Person) -> None:
    async with alice.world.database.connection() as connection:
        await connection.text(
            """INSERT INTO messages (channel, author_id, body) VALUES ('c', 'x', '"open"'), ('c', 'x', '"private"')"""
        )
    screen = await bob.watch(short, channel="c")

    assert screen.now.page == ["open"]
    assert "private" not in (screen.evaluation.value or "")


async def test_the_texts_of_views_count_as_memory(alice: Person, bob: Person) -> None:
    long = f'"{"x" * 50_000}"'
    async with alice.world.database.connection() as connection:
        await connection.text("INSERT INTO messages (channel, author_id, body) VALUES ('jsonb', 'x', $1)", long)
    screen = await bob.watch(texts, channel="jsonb")
    assert screen.evaluation.value is not None

    node = screen._subscription.node

    assert node is not None
    assert weigh(node) > 2 * len(long)


def test_a_view_is_nested_as_deeply_as_the_page_that_contains_it() -> None:
    view: Any = 1
    for _ in range(DEPTH - 1):
        view = [view]
    page = Page(page=[view], is_done=True, continue_cursor="")
    views: RowViews[Any] = RowViews(())
    views.show([{"id": 1}], lambda _: view, lambda row: row["id"], None)  # type: ignore[list-item]  # like a row
    page.page[0] = view
    views.complete(page)

    with pytest.raises(BadValue):
        encode(page, Page[Any])
    with pytest.raises(BadValue):
        views.encoded(page, Page[Any])


async def test_a_page_that_runs_again_and_again_holds_no_more_memory(alice: Person) -> None:
    rows, runs = 100, 50
    asked = f"SELECT i::text AS id, repeat('x', 40) AS body FROM generate_series(1, {rows}) i"
    views: RowViews[str] | None = None
    async with alice.world.database.connection() as connection:
        for run in range(2 * runs):
            if run == runs:
                gc.collect()
                before = sys.getallocatedblocks()
            latest: RowViews[str] = RowViews(())
            found = await connection.text(asked)
            latest.show(found, lambda row: str(row.body), lambda row: row.id, views)
            assert found[0] == found[0]
            views = latest
    gc.collect()

    assert views is not None
    assert views.made == 0
    # The values of one run are twice as many blocks as rows. The engine beside it may hold some thousand more.
    assert sys.getallocatedblocks() - before < runs * 2 * rows / 2
