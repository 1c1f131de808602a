"""Every call that shows posts, and the posts that each viewer sees in it."""

from __future__ import annotations

import json

import msgspec
import pytest
from tests.members import Member
from tests.product import block, in_flow, post
from tests.reflow.until import until
from tests.world import Person, World, refusal

from inflow.grids.mutations import delete_post
from inflow.posts.queries import (
    get_cue_posts,
    get_curator_posts,
    get_post,
    get_posts_by_nook,
    get_sphere_posts,
    get_user_posts,
)
from inflow.posts.rules import media_id_in
from inflow.posts.views import Post
from inflow.posts.visibility import may_see
from reflow.live.nodes import Subscription
from reflow.pagination import Page, PaginationOpts

CANARY = "canary-4711"


async def everything_about(viewer: Member, author: Member, post_id: str) -> str:
    """The answers of every call to this viewer, as text."""
    shown = [
        await viewer.see(get_posts_by_nook, nook_type="scenic"),
        await viewer.see(get_sphere_posts),
        await viewer.see(get_cue_posts),
        await viewer.see(get_user_posts, user_id=author.user_id),
        await viewer.see(get_post, post_id=post_id),
        *[
            await viewer.see(get_curator_posts, user_id=viewer.user_id, feed_preference=preference)
            for preference in ("all", "sphere", "cue", "curators")
        ],
    ]
    return json.dumps(msgspec.to_builtins(shown))


async def test_a_cue_post_is_seen_by_its_author_and_connections_and_nobody_else(
    world: World, alice: Member, bob: Member, carol: Member
) -> None:
    posted = await post(alice, CANARY, post_type="cue")
    await in_flow(alice, carol)
    shown = await alice.see(get_post, post_id=posted)
    assert shown is not None
    media_id = media_id_in(shown.image_url) or ""

    for viewer, sees in ((alice, True), (carol, True), (bob, False)):
        assert (CANARY in await everything_about(viewer, alice, posted)) == sees
        assert await may_see(world.database, viewer.clerk_id, media_id) == sees

    await block(carol, alice)

    assert CANARY not in await everything_about(carol, alice, posted)
    assert not await may_see(world.database, carol.clerk_id, media_id)
    assert not await may_see(world.database, "nobody", media_id)


async def test_a_sphere_post_is_hidden_from_who_is_blocked_and_seen_by_all_others(
    world: World, alice: Member, bob: Member, carol: Member
) -> None:
    posted = await post(alice, CANARY)
    shown = await alice.see(get_post, post_id=posted)
    assert shown is not None
    media_id = media_id_in(shown.image_url) or ""
    await block(alice, bob)

    for viewer, sees in ((alice, True), (carol, True), (bob, False)):
        assert (CANARY in await everything_about(viewer, alice, posted)) == sees
        assert await may_see(world.database, viewer.clerk_id, media_id) == sees


async def test_open_feeds_follow_posts_connections_and_blocks(alice: Member, bob: Member) -> None:
    feeds = [
        await bob.watch(get_curator_posts, user_id=bob.user_id),
        await bob.watch(get_cue_posts),
        await bob.watch(get_user_posts, user_id=alice.user_id),
        await bob.watch(get_posts_by_nook, nook_type="scenic"),
        await bob.watch(get_sphere_posts),
    ]
    cue, sphere = await post(alice, "for friends", post_type="cue"), await post(alice, "for all")
    single = await bob.watch(get_post, post_id=cue)

    def shown() -> list[list[str]]:
        return [[each.caption for each in feed.now.page if each.user_id == alice.user_id] for feed in feeds]

    assert shown() == [["for all"], [], ["for all"], ["for all"], ["for all"]]
    assert single.now is None

    await in_flow(alice, bob)
    both = ["for all", "for friends"]
    assert shown() == [both, ["for friends"], both, ["for all"], ["for all"]]
    assert single.now is not None

    await alice.do(delete_post, post_id=sphere)
    assert shown() == [["for friends"], ["for friends"], ["for friends"], [], []]

    await block(bob, alice)
    assert shown() == [[], [], [], [], []]
    assert single.now is None


async def test_the_home_feed_is_what_one_prefers(alice: Member, bob: Member, world: World) -> None:
    await in_flow(alice, bob)
    await post(alice, "sphere")
    await post(alice, "cue", post_type="cue")
    await post(bob, "own cue", post_type="cue")
    preferred = {
        preference: await bob.watch(get_curator_posts, user_id=bob.user_id, feed_preference=preference)
        for preference in ("all", "sphere", "cue", "curators")
    }

    async with world.database.transaction() as connection:
        await connection.text(
            "INSERT INTO aura (user_id, has_badge, badge_since) VALUES ($1, true, now())"
            " ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = now() RETURNING 1",
            alice.user_id,
        )
    await world.settle()

    ours = {alice.user_id, bob.user_id}
    assert {
        key: [each.caption for each in feed.now.page if each.user_id in ours] for key, feed in preferred.items()
    } == {
        "all": ["own cue", "cue", "sphere"],
        "sphere": ["sphere"],
        "cue": ["own cue", "cue"],
        "curators": ["sphere"],
    }


async def test_a_curator_who_moves_to_another_nook_is_none_of_this_one(
    alice: Member, bob: Member, world: World
) -> None:
    await post(alice, "sphere")
    feed = await bob.watch(get_curator_posts, user_id=bob.user_id, feed_preference="curators")

    async def changed(change: str) -> list[str]:
        async with world.database.transaction() as connection:
            await connection.text(f"{change} RETURNING 1", alice.user_id)
        await world.settle()
        return [each.caption for each in feed.now.page if each.user_id == alice.user_id]

    badge = "INSERT INTO aura (user_id, has_badge, badge_since) VALUES ($1, true, now()) ON CONFLICT (user_id)"
    assert await changed(f"{badge} DO UPDATE SET has_badge = true, badge_since = now()") == ["sphere"]
    assert await changed("UPDATE users SET nook = 'lifestyle' WHERE id = $1") == []
    assert await changed("UPDATE users SET nook = 'scenic' WHERE id = $1") == ["sphere"]


@pytest.mark.parametrize("preference", ["all", "cue"])
async def test_pages_go_on_where_the_last_ended_and_stay_whole(alice: Member, bob: Member, preference: str) -> None:
    await in_flow(alice, bob)
    for number in range(5):
        await post(alice, f"{preference} {number}", post_type="cue")
    given = {"user_id": bob.user_id, "feed_preference": preference}

    first = await bob.watch(get_curator_posts, **given, pagination_opts=PaginationOpts(num_items=3))
    more = PaginationOpts(num_items=2, cursor=first.now.continue_cursor)
    second = await bob.watch(get_curator_posts, **given, pagination_opts=more)
    await post(alice, f"{preference} 5", post_type="cue")
    await alice.do(delete_post, post_id=second.now.page[0].id)

    def ours(page: Page[Post]) -> list[str]:
        return [each.caption for each in page.page if each.user_id == alice.user_id]

    assert ours(first.now) == [f"{preference} {number}" for number in (5, 4, 3, 2)]
    assert ours(second.now) == [f"{preference} 0"]


async def test_nobody_reads_anothers_home_feed(alice: Member, bob: Member, stranger: Person) -> None:
    posted = await post(alice, "Low tide")

    assert await refusal(bob.see(get_curator_posts, user_id=alice.user_id)) == "forbidden"
    for call in (
        stranger.see(get_curator_posts, user_id=alice.user_id),
        stranger.see(get_cue_posts),
        stranger.see(get_sphere_posts),
        stranger.see(get_user_posts, user_id=alice.user_id),
        stranger.see(get_post, post_id=posted),
    ):
        assert await refusal(call) == "unauthenticated"
    assert await alice.see(get_post, post_id="a" * 26) is None


async def test_all_is_read_to_its_end_without_a_gap_and_once(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    made = {await post(alice, f"mixed {number}", post_type=("sphere", "cue")[number % 2]) for number in range(9)}
    seen: list[str] = []
    page = await bob.watch(get_curator_posts, user_id=bob.user_id, pagination_opts=PaginationOpts(num_items=2))
    while not page.now.is_done:
        seen += [each.id for each in page.now.page]
        more = PaginationOpts(num_items=2, cursor=page.now.continue_cursor)
        page = await bob.watch(get_curator_posts, user_id=bob.user_id, pagination_opts=more)
    seen += [each.id for each in page.now.page]

    assert made <= set(seen)
    assert len(seen) == len(set(seen))

    # The test world runs every open page's query again, and the page must show the same.
    late = await post(alice, "late", post_type="cue")
    await alice.do(delete_post, post_id=seen[1])
    first = PaginationOpts(num_items=2)
    assert late in [
        each.id for each in (await bob.see(get_curator_posts, user_id=bob.user_id, pagination_opts=first)).page
    ]


async def test_a_feed_that_was_open_before_the_secret_changed_is_read_anew(world: World, alice: Member) -> None:
    await post(alice, "Low tide")
    given = get_curator_posts.complete({"user_id": alice.user_id})
    journal = "sealed with another secret"
    feed = Subscription(world.engine.graph, get_curator_posts, given, alice.identity, journal, lambda: None)
    world.engine.attach(feed)

    await until(lambda: feed.result is not None)

    assert feed.result is not None
    assert feed.result.raised is None
    assert "Low tide" in [each.caption for each in feed.result.returned.page]
    feed.cancel()
