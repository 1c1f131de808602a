"""One member opens and closes very many pages. Others' updates cost as many runs as before, and the memory is freed."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, Watch, World

from reflow.context import QueryCtx
from reflow.functions import query
from reflow.limits.rate_limits import RateLimit
from reflow.limits.retention import Retention, weigh
from reflow.live.nodes import Node
from reflow.pagination import LONGEST_CURSOR, Page, PaginationOpts
from reflow.results import RefusedSubscription

_runs: list[int] = []
PAGES = 90
FEW = 8


@query(path="share:page")
async def counted_page(ctx: QueryCtx, *, channel: str, pagination_opts: PaginationOpts) -> Page[str]:
    """A page that counts its runs."""
    _runs.append(pagination_opts.num_items)
    return await ctx.run(toy.page, channel=channel, pagination_opts=pagination_opts)


async def _fill(alice: Person, count: int) -> None:
    for number in range(count):
        await alice.send("messages:send", body=f"m{number}", channel="c", rank=number)


def _children(node: Node) -> frozenset[Node]:
    return node.evaluation.children if node.evaluation is not None else frozenset()


def _asked(size: int, **rest: Any) -> dict[str, Any]:
    return {"channel": "c", "pagination_opts": PaginationOpts(num_items=size, **rest)}


async def test_options_make_no_more_pages_than_there_are_sizes(alice: Person, world: World) -> None:
    await alice.see(toy.page, **_asked(100))
    await alice.see(toy.page, **_asked(1))
    before = len(world.engine.graph)

    for number in range(200):
        await alice.see(toy.page, **_asked(101 + number, maximum_rows_read=100 + number, id=number))
        await alice.see(toy.page, **_asked(1 + number, maximum_rows_read=-number))
        await alice.see(toy.page, **_asked(100, maximum_bytes_read=4 * 1024 * 1024 + number))

    assert len(world.engine.graph) == before
    for number in range(200):
        await alice.see(toy.page, **_asked(100, maximum_bytes_read=number * 10_000))
    assert len(world.engine.graph) <= before + 4


async def test_pages_that_were_left_are_not_made_again_for_anybody(alice: Person, bob: Person) -> None:
    await _fill(alice, 5)
    for size in range(1, PAGES):
        await bob.see(counted_page, **_asked(size))
    wall = await alice.watch(toy.page, **_asked(20))
    _runs.clear()

    await alice.do(toy.send, body="new", channel="c", rank=-1)

    assert wall.now.page[0] == "new"
    assert _runs == []


async def test_an_update_of_others_runs_only_so_many_of_one_members_pages(
    alice: Person, bob: Person, world: World
) -> None:
    await _fill(alice, 3)
    pages: list[Watch[Page[str]]] = [bob.open(counted_page, **_asked(size)) for size in range(1, PAGES)]
    wall = await alice.watch(toy.page, **_asked(PAGES))
    await until(lambda: all(page.answered for page in pages))
    runs: list[int] = []
    wall._subscription._on_change = lambda: runs.append(len(_runs))
    _runs.clear()

    await alice.send("messages:send", body="new", channel="c", rank=-1)

    assert runs, "Alice was told"
    assert runs[0] < PAGES / 2, "Bob's pages did not all come first"
    await until(lambda: all(page.answered and page.now.page[0] == "new" for page in pages))
    await world.settle()


async def test_the_pages_of_a_member_who_had_very_many_updates_just_now_run_after_those_of_others(
    alice: Person, bob: Person, world: World
) -> None:
    await _fill(alice, 3)
    pages: list[Watch[Page[str]]] = [bob.open(counted_page, **_asked(size)) for size in range(1, FEW)]
    wall = await alice.watch(toy.page, **_asked(FEW))
    await until(lambda: all(page.answered for page in pages))
    world.engine.graph.update_rate = RateLimit((1, 3600.0))  # Bob has used all of it
    runs: list[int] = []
    wall._subscription._on_change = lambda: runs.append(len(_runs))
    _runs.clear()

    await alice.send("messages:send", body="new", channel="c", rank=-9)

    assert runs == [0], "Alice was told before any of Bob's pages ran"
    await until(lambda: all(page.answered and page.now.page[0] == "new" for page in pages))
    await world.settle()


async def test_a_member_with_one_very_large_page_gets_it_all_the_same(alice: Person, bob: Person) -> None:
    await _fill(alice, 4)
    pages: list[Watch[Page[str]]] = [bob.open(toy.page, **_asked(size)) for size in range(1, 100)]
    await until(lambda: all(page.answered for page in pages))

    for number in range(3):
        await alice.send("messages:send", body=f"{number}", channel="c", rank=-1 - number)

    await until(lambda: all(page.answered and page.now.page[0] == "2" for page in pages))


async def test_what_was_left_is_kept_only_up_to_its_bytes(alice: Person, bob: Person, world: World) -> None:
    await _fill(alice, 30)
    retention = world.engine.graph.retention = Retention(idle_bytes=200_000)

    for size in range(1, 100):
        await bob.see(counted_page, **_asked(size))

    assert 0 < retention.idle_bytes <= 200_000
    assert 0 < len(retention) < 99
    kept = {*retention, *(child for node in retention for child in _children(node))}
    assert sum(weigh(node) for node in kept) <= 200_000, "what they are built on counts, too"
    assert len(world.engine.graph) <= len(kept) + 2


async def test_what_was_left_and_not_asked_for_again_goes_in_time(alice: Person, bob: Person, world: World) -> None:
    await _fill(alice, 3)
    graph = world.engine.graph
    graph.drop_unused()
    graph.drop_unused()
    await bob.see(counted_page, **_asked(2))
    await bob.see(counted_page, **_asked(3))

    graph.drop_unused()
    _runs.clear()
    await bob.see(counted_page, **_asked(3))
    assert _runs == [], "it was still there"
    graph.drop_unused()
    await bob.see(counted_page, **_asked(3))
    assert _runs == [], "it was asked for meanwhile"
    await bob.see(counted_page, **_asked(2))
    assert _runs == [2]


async def test_whose_open_pages_hold_too_much_gets_no_more_of_them(alice: Person, bob: Person, world: World) -> None:
    await _fill(alice, 30)
    world.engine.graph.retention = Retention(caller_bytes=300_000)

    def ask(person: Person, size: int) -> Any:
        given = {"channel": "c", "paginationOpts": {"numItems": size, "cursor": None}}
        return world.engine.subscribe("messages:page", given, person.identity, None, lambda: None)

    open_pages = []
    for size in range(1, 60):
        page = ask(bob, size)
        open_pages.append(page)
        await until(lambda page=page: page.result is not None)  # type: ignore[misc]  # bound to this round's page
    refused = [page for page in open_pages if isinstance(page, RefusedSubscription)]
    assert refused
    assert not isinstance(open_pages[0], RefusedSubscription)
    assert refused[0].result.error is not None
    assert refused[0].result.error.data is not None
    assert refused[0].result.error.data["code"] == "rate_limited"
    assert not isinstance(ask(alice, 7), RefusedSubscription), "others are not concerned"

    for page in open_pages:
        page.cancel()
    assert not isinstance(ask(bob, 99), RefusedSubscription), "closing pages helps"


@pytest.mark.parametrize("name", ["cursor", "endCursor"])
async def test_a_cursor_longer_than_any_of_ours_is_refused(alice: Person, world: World, name: str) -> None:
    given = {"channel": "c", "paginationOpts": {"numItems": 5, "cursor": None, name: "c" * (LONGEST_CURSOR + 1)}}
    before = len(world.engine.graph)

    outcome = await world.engine.query(path="messages:page", arguments=given, identity=alice.identity)

    assert outcome.failure is not None
    assert "length" in outcome.failure.message
    assert len(world.engine.graph) == before
