"""Pages of a list grow and shrink in place; nothing falls between two of them."""

from __future__ import annotations

from tests.reflow.toy import functions as toy
from tests.world import Person, refusal

from reflow.pagination import PaginationOpts


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
