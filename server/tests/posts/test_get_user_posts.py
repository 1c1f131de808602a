"""posts:getUserPosts, of either kind."""

from __future__ import annotations

from typing import Any

import pytest
from tests.members import Member
from tests.product import in_flow, post
from tests.world import Person, refusal

from inflow.grids.mutations import delete_post
from inflow.posts.queries import get_user_posts
from reflow.pagination import PaginationOpts

MAKE_FLICK = "UPDATE posts SET is_video = true, duration = 65, view_count = 3, highlight_count = 1 WHERE id = $1"


async def flick(member: Member, caption: str, **more: object) -> str:
    """A flick of the member's, as an import leaves it; the tests of the app cover the command itself."""
    made = await post(member, caption, **more)
    async with member.world.database.transaction() as connection:
        await connection.text(MAKE_FLICK, made)
    await member.world.settle()
    return made


async def test_fotos_and_flicks_are_pages_of_their_own(alice: Member, bob: Member) -> None:
    for number in range(3):
        await post(alice, f"foto {number}")
        await flick(alice, f"flick {number}")

    fotos = await _pages(bob, alice, is_video=False)
    flicks = await _pages(bob, alice, is_video=True)

    assert fotos == [["foto 2", "foto 1"], ["foto 0"]]
    assert flicks == [["flick 2", "flick 1"], ["flick 0"]]


async def test_whoever_asks_without_a_kind_gets_fotos(alice: Member, bob: Member) -> None:
    await flick(alice, "moving")
    await post(alice, "still")

    seen = (await bob.see(get_user_posts, user_id=alice.user_id)).page

    assert [each.caption for each in seen] == ["still"]


async def test_a_flick_tells_of_itself_and_a_foto_of_none_of_it(alice: Member, bob: Member) -> None:
    await flick(alice, "moving")
    await post(alice, "still")

    (moving,) = (await bob.see(get_user_posts, user_id=alice.user_id, is_video=True)).page
    (still,) = (await bob.see(get_user_posts, user_id=alice.user_id)).page

    assert (moving.duration, moving.view_count, moving.highlight_count) == (65, 3, 1)
    assert moving.thumbnail == moving.image_url
    assert moving.media is None
    assert (still.thumbnail, still.duration, still.view_count, still.highlight_count, still.media) == (None,) * 5


async def test_open_lists_change_by_their_own_kind_only(alice: Member, bob: Member) -> None:
    fotos = await bob.watch(get_user_posts, user_id=alice.user_id)
    flicks = await bob.watch(get_user_posts, user_id=alice.user_id, is_video=True)
    assert (fotos.now.page, flicks.now.page, flicks.now.is_done) == ([], [], True)

    foto = await post(alice, "still")
    before = fotos.updates
    moving = await flick(alice, "moving")
    await alice.do(delete_post, post_id=moving)

    assert [each.id for each in fotos.now.page] == [foto]
    assert flicks.now.page == []
    assert fotos.updates <= before + 2  # it is a foto until `flick` makes it a flick


async def test_views_are_shown_as_they_are_stored(alice: Member, bob: Member) -> None:
    moving = await flick(alice, "moving")
    flicks = await bob.watch(get_user_posts, user_id=alice.user_id, is_video=True)

    async with alice.world.database.transaction() as connection:
        await connection.text("UPDATE posts SET view_count = 1240 WHERE id = $1", moving)
    await alice.world.settle()

    assert [each.view_count for each in flicks.now.page] == [1240]


async def test_a_cue_flick_is_for_connections(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    moving = await flick(alice, "for friends", post_type="cue")

    seen = [(await each.see(get_user_posts, user_id=alice.user_id, is_video=True)).page for each in (bob, carol)]

    assert [[each.id for each in page] for page in seen] == [[moving], []]


async def test_a_stranger_sees_none(alice: Member, stranger: Person) -> None:
    assert await refusal(stranger.see(get_user_posts, user_id=alice.user_id, is_video=True)) == "unauthenticated"


@pytest.mark.parametrize("change", ["is_video = false", "duration = 0", "view_count = -1"])
async def test_the_database_keeps_no_flick_that_cannot_be(alice: Member, change: str) -> None:
    moving = await flick(alice, "moving")

    with pytest.raises(Exception, match=r"posts_(foto|flick)_check"):
        async with alice.world.database.transaction() as connection:
            await connection.text(f"UPDATE posts SET {change} WHERE id = $1", moving)


async def _pages(by: Member, of: Member, **kind: Any) -> list[list[str]]:
    """The captions of the member's posts, two to a page."""
    pages, cursor, is_done = [], None, False
    while not is_done:
        opts = PaginationOpts(num_items=2, cursor=cursor)
        page = await by.see(get_user_posts, user_id=of.user_id, pagination_opts=opts, **kind)
        pages.append([each.caption for each in page.page])
        cursor, is_done = page.continue_cursor, page.is_done
    return pages
