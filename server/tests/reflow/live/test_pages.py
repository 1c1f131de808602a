"""Pages of a list grow and shrink in place; no row is lost between two of them."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.reflow.toy import functions as toy
from tests.world import Person, refusal

from reflow.errors import AppError
from reflow.functions import Mutation
from reflow.pagination import Cursors, Page, PaginationOpts
from reflow.values import encode


async def _fill(alice: Person, count: int) -> None:
    for number in range(count):
        await alice.do(toy.send, body=f"m{number}", channel="c", rank=number * 10)


async def test_the_next_page_begins_where_the_one_before_ended(alice: Person, bob: Person) -> None:
    await _fill(alice, 5)

    first = await bob.see(toy.page, channel="c", pagination_opts=PaginationOpts(num_items=3))
    second = await bob.see(
        toy.page, channel="c", pagination_opts=PaginationOpts(num_items=3, cursor=first.continue_cursor)
    )

    assert (first.page, first.is_done) == (["m0", "m1", "m2"], False)
    assert (second.page, second.is_done) == (["m3", "m4"], True)


async def test_a_row_in_the_middle_appears_without_moving_the_others(alice: Person, bob: Person) -> None:
    await _fill(alice, 4)
    first = await bob.watch(toy.page, channel="c", pagination_opts=PaginationOpts(num_items=2))
    second = await bob.watch(
        toy.page, channel="c", pagination_opts=PaginationOpts(num_items=2, cursor=first.now.continue_cursor)
    )

    await alice.do(toy.send, body="between", channel="c", rank=5)

    assert first.now.page == ["m0", "between", "m1"]
    assert second.now.page == ["m2", "m3"]


async def test_a_page_ends_at_its_most_rows_or_bytes_and_the_next_one_goes_on(alice: Person, bob: Person) -> None:
    bodies = ["x" * 2000 for _ in range(30)]
    for number, body in enumerate(bodies):
        await alice.send("messages:send", body=body, channel="c", rank=number)

    few = await bob.watch(toy.page, channel="c", pagination_opts=PaginationOpts(num_items=50, maximum_rows_read=4))
    small = await bob.watch(
        toy.page, channel="c", pagination_opts=PaginationOpts(num_items=50, maximum_bytes_read=20_000)
    )
    rest = await bob.watch(
        toy.page, channel="c", pagination_opts=PaginationOpts(num_items=50, cursor=small.now.continue_cursor)
    )

    assert (len(few.now.page), few.now.is_done) == (4, False)
    assert (len(small.now.page), small.now.is_done) == (9, False)
    assert (len(rest.now.page), rest.now.is_done) == (21, True)
    await alice.do(toy.send, body="first", channel="c", rank=-1)
    assert [len(each.now.page) for each in (few, small, rest)] == [5, 10, 21]


async def test_a_change_on_another_page_leaves_this_one_alone(alice: Person, bob: Person) -> None:
    await _fill(alice, 4)
    first = await bob.watch(toy.page, channel="c", pagination_opts=PaginationOpts(num_items=2))
    runs = first.evaluation

    await alice.do(toy.send, body="last", channel="c", rank=99)

    assert first.evaluation is runs


async def test_a_list_at_its_end_grows(alice: Person, bob: Person) -> None:
    empty = await bob.watch(toy.page, channel="c", pagination_opts=PaginationOpts(num_items=2))

    await _fill(alice, 3)

    assert empty.now.page == ["m0", "m1", "m2"]
    assert empty.now.is_done


async def test_a_page_that_grew_says_where_to_cut_it(alice: Person, bob: Person) -> None:
    page = await bob.watch(toy.page, channel="c", pagination_opts=PaginationOpts(num_items=2))
    await _fill(alice, 6)

    split = page.now.split_cursor
    assert split is not None
    opts = PaginationOpts(num_items=2, end_cursor=split)
    upper = await bob.see(toy.page, channel="c", pagination_opts=opts)
    rest = PaginationOpts(num_items=2, cursor=split, end_cursor=page.now.continue_cursor)
    lower = await bob.see(toy.page, channel="c", pagination_opts=rest)

    assert upper.page + lower.page == page.now.page


async def test_equal_questions_get_equal_cursors(alice: Person, bob: Person) -> None:
    await _fill(alice, 3)
    opts = PaginationOpts(num_items=2)

    pages = [await each.see(toy.page, channel="c", pagination_opts=opts) for each in (alice, bob)]

    assert pages[0].continue_cursor == pages[1].continue_cursor


def test_the_keys_of_rows_cannot_be_read_in_cursors_and_come_back() -> None:
    cursors, others = Cursors(b"0" * 32, "list"), Cursors(b"0" * 32, "another")
    key = (datetime(2026, 6, 1, 12, tzinfo=UTC), "aaaaaaaaaaaaaaaaaaaaaaaaaa")
    cursor = cursors.write(key)

    raw = base64.urlsafe_b64decode(cursor)
    assert b"2026" not in raw
    assert b"aaaa" not in raw
    assert cursors.read(cursor, (datetime, str)) == key
    assert cursors.read(cursors.write(None), (datetime, str)) is None
    for wrong in (others.write(key), cursor[:-4], cursor.swapcase(), "", "made up", "\ud800", "é", "A" * 5_000):
        with pytest.raises(AppError, match="InvalidCursor"):
            cursors.read(wrong, (datetime, str))


async def test_a_cursor_of_another_list_begins_again(alice: Person, bob: Person) -> None:
    await _fill(alice, 3)
    first = await bob.see(toy.page, channel="c", pagination_opts=PaginationOpts(num_items=1))

    foreign = PaginationOpts(num_items=1, cursor=first.continue_cursor)
    assert await refusal(bob.see(toy.page, channel="d", pagination_opts=foreign)) == "invalid_cursor"
    assert await refusal(bob.see(toy.page, channel="c", pagination_opts=PaginationOpts(cursor="made up"))) == (
        "invalid_cursor"
    )


async def test_behind_the_end_there_is_nothing(alice: Person, bob: Person) -> None:
    await _fill(alice, 2)
    last = await bob.see(toy.page, channel="c")
    assert last.is_done

    behind = await bob.see(toy.page, channel="c", pagination_opts=PaginationOpts(cursor=last.continue_cursor))

    assert (behind.page, behind.is_done) == ([], True)


async def test_a_newcomer_gets_as_many_rows_as_they_ask_for_though_the_page_has_grown(
    alice: Person, bob: Person, stranger: Person
) -> None:
    await _fill(alice, 5)
    asked = PaginationOpts(num_items=3)
    first = await bob.watch(toy.page, channel="c", pagination_opts=asked)
    async with alice.world.database.transaction() as connection:
        sql = "INSERT INTO messages (channel, author_id, body, rank) SELECT 'c', 'x', 'new', -n "
        await connection.text(f"{sql} FROM generate_series(1, 800) n")
    await alice.world.settle()
    assert len(first.now.page) == 803, "the page of who reads it keeps its bounds"

    newcomer = await stranger.watch(toy.page, channel="c", pagination_opts=asked)

    assert newcomer.now.page == ["new"] * 3
    await alice.do(toy.send, body="newest", channel="c", rank=-999)
    assert len(first.now.page) == 804
    assert newcomer.now.page[0] == "newest"


async def test_a_change_makes_only_the_views_that_changed(alice: Person, bob: Person) -> None:
    await _fill(alice, 8)
    screen = await bob.watch(toy.views, channel="c", pagination_opts=PaginationOpts(num_items=20))

    async def made_after(mutation: Mutation[Any, Any], **given: Any) -> list[str]:
        toy.VIEWS_MADE.clear()
        await alice.world.engine.run_mutation(mutation, mutation.complete(given), alice.identity)
        await alice.world.show([screen])
        made = [*toy.VIEWS_MADE]
        await alice.world.settle()
        evaluation = screen.evaluation
        assert evaluation.value == encode(evaluation.returned, Page[toy.MessageView])
        return made

    assert await made_after(toy.send, body="between", channel="c", rank=35) == ["between"]
    assert [each.body for each in screen.now.page] == ["m0", "m1", "m2", "m3", "between", "m4", "m5", "m6", "m7"]
    async with alice.world.database.connection() as connection:
        (row,) = await connection.text("SELECT id FROM messages WHERE channel = 'c' AND rank = 20")
    assert await made_after(toy.remove, message_id=row.id) == []
    assert [each.body for each in screen.now.page] == ["m0", "m1", "m3", "between", "m4", "m5", "m6", "m7"]
    assert len(await made_after(toy.increment, name="note")) == 8
    assert {each.note for each in screen.now.page} == {1}
