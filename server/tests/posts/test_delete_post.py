"""posts:deletePost."""

from __future__ import annotations

from tests.comments.threads import comment
from tests.members import Member
from tests.product import post
from tests.world import Person, World, refusal

from inflow.grids.mutations import delete_post
from inflow.posts.queries import get_posts_by_nook, get_user_posts
from inflow.reactions.mutations import react
from inflow.users.queries import get_aura_progress


async def test_it_disappears_from_feeds_already_open(alice: Member, bob: Member) -> None:
    posted = await post(alice, "soon gone")
    feed = await bob.watch(get_posts_by_nook, nook_type="scenic")
    wall = await bob.watch(get_user_posts, user_id=alice.user_id)
    assert posted in [each.id for each in feed.now.page]

    await alice.do(delete_post, post_id=posted)

    assert posted not in [each.id for each in feed.now.page]
    assert wall.now.page == []


async def test_it_counts_back_and_its_photo_is_removed(alice: Member, world: World) -> None:
    aura = await alice.watch(get_aura_progress, user_id=alice.user_id)
    posted, _ = await post(alice, "soon gone"), await post(alice, "stays")
    async with world.database.connection() as connection:
        (row,) = await connection.text("SELECT media_id FROM posts WHERE id = $1", posted)

    await alice.do(delete_post, post_id=posted)

    assert aura.now.progress.photos_uploaded == 1
    async with world.database.connection() as connection:
        (job,) = await connection.text(
            "SELECT task_name FROM procrastinate_jobs WHERE args ->> 'media_id' = $1", row.media_id
        )
    assert job.task_name == "remove_unused_media"


async def test_what_was_said_about_it_goes_along(alice: Member, bob: Member, world: World) -> None:
    gone, stays = await post(alice, "soon gone"), await post(alice, "stays")
    for each in (gone, stays):
        first = await comment(bob, each, "Lovely")
        await comment(alice, each, "Thank you", to=first)
        await bob.do(react, post_id=each, reaction="ciao")

    await alice.do(delete_post, post_id=gone)

    async with world.database.connection() as connection:
        said = await connection.text("SELECT post_id FROM comments UNION ALL SELECT post_id FROM reactions")
    about = [row.post_id for row in said]
    assert (about.count(gone), about.count(stays)) == (0, 3)


async def test_another_members_post_looks_as_if_it_were_not_there(alice: Member, bob: Member) -> None:
    posted = await post(alice, "mine")

    theirs = await bob.send("posts:deletePost", postId=posted)
    missing = await bob.send("posts:deletePost", postId="a" * 26)

    assert theirs == missing
    assert [each.id for each in (await bob.see(get_user_posts, user_id=alice.user_id)).page] == [posted]


async def test_a_stranger_cannot(alice: Member, stranger: Person) -> None:
    posted = await post(alice, "mine")

    assert await refusal(stranger.do(delete_post, post_id=posted)) == "unauthenticated"


async def test_twice_is_once(alice: Member) -> None:
    posted = await post(alice, "soon gone")
    await alice.do(delete_post, post_id=posted)

    assert await refusal(alice.do(delete_post, post_id=posted)) == "not_found"
