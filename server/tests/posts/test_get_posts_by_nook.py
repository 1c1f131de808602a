"""posts:getPostsByNook."""

from __future__ import annotations

import asyncpg
from tests.members import Member
from tests.product import post
from tests.world import Person, World, refusal

from inflow.media.tables import SET_FINISHED
from inflow.posts.queries import get_posts_by_nook
from inflow.posts.rules import media_id_in
from reflow.pagination import PaginationOpts


async def test_the_newest_comes_first(alice: Member, bob: Member) -> None:
    await post(alice, "one")
    await post(bob, "two")

    feed = await bob.see(get_posts_by_nook, nook_type="scenic")

    assert [each.caption for each in feed.page[:2]] == ["two", "one"]


async def test_strangers_see_nothing(stranger: Person) -> None:
    assert await refusal(stranger.see(get_posts_by_nook, nook_type="scenic")) == "unauthenticated"


async def test_a_nook_without_posts_is_an_empty_page(alice: Member) -> None:
    feed = await alice.see(get_posts_by_nook, nook_type="a nook that nobody founded")

    assert (feed.page, feed.is_done) == ([], True)


async def test_all_members_share_one_result(alice: Member, bob: Member) -> None:
    hers = await alice.watch(get_posts_by_nook, nook_type="scenic")
    his = await bob.watch(get_posts_by_nook, nook_type="scenic")

    # A result that a page had before others opened theirs stays its own as long as it is equal; a new one is shared.
    await post(alice, "on both screens")

    assert hers.now is his.now
    assert hers.now.page[0].caption == "on both screens"
    assert hers.evaluation.value is his.evaluation.value


async def test_older_posts_come_page_by_page(alice: Member) -> None:
    for number in range(5):
        await post(alice, f"paged {number}")

    first = await alice.see(get_posts_by_nook, nook_type="scenic", pagination_opts=PaginationOpts(num_items=3))
    more = PaginationOpts(num_items=2, cursor=first.continue_cursor)
    second = await alice.see(get_posts_by_nook, nook_type="scenic", pagination_opts=more)

    captions = [each.caption for each in [*first.page, *second.page]]
    assert captions == ["paged 4", "paged 3", "paged 2", "paged 1", "paged 0"]


async def test_a_name_changed_by_hand_changes_on_open_feeds(alice: Member, bob: Member, world: World) -> None:
    await post(alice, "whose?")
    feed = await bob.watch(get_posts_by_nook, nook_type="scenic")

    psql = await asyncpg.connect(world.database.dsn)
    await psql.execute("UPDATE users SET full_name = 'Alice Liddell' WHERE id = $1", alice.user_id)
    await psql.close()
    await world.settle()

    assert feed.now.page[0].full_name == "Alice Liddell"


async def test_sharper_renditions_reach_open_feeds_when_they_are_ready(
    alice: Member, bob: Member, world: World
) -> None:
    await post(alice, "sharp soon")
    feed = await bob.watch(get_posts_by_nook, nook_type="scenic")
    assert len(feed.now.page[0].variants) == 1

    media_id = media_id_in(feed.now.page[0].image_url)
    jpeg = {"name": "1080.jpg", "width": 1080, "height": 720, "type": "image/jpeg", "bytes": 1}
    webp = {"name": "2048.webp", "width": 2048, "height": 1365, "type": "image/webp", "bytes": 1}
    async with world.database.transaction() as connection:
        await connection.rows(SET_FINISHED, {"media_id": media_id, "renditions": [jpeg, webp]})
    await world.settle()

    assert [variant.width for variant in feed.now.page[0].variants] == [1080, 2048]
