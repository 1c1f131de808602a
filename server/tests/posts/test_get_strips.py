"""posts:getStrips."""

from __future__ import annotations

from tests.members import Member
from tests.posts.test_get_user_posts import flick
from tests.product import block, in_flow, post
from tests.world import Person, refusal

from inflow.grids.mutations import delete_post
from inflow.posts.queries import get_strips


async def test_the_three_newest_fotos_of_each_on_lists_already_open(alice: Member, bob: Member, carol: Member) -> None:
    for number in range(4):
        await post(alice, f"alice {number}")
    newest = await post(bob, "bob 0")

    strips = await carol.watch(get_strips, user_ids=[alice.user_id, bob.user_id, alice.user_id])

    assert [each.caption for each in strips.now] == ["bob 0", "alice 3", "alice 2", "alice 1"]

    await post(bob, "bob 1")
    assert [each.caption for each in strips.now] == ["bob 1", "bob 0", "alice 3", "alice 2", "alice 1"]

    await bob.do(delete_post, post_id=newest)
    assert [each.caption for each in strips.now] == ["bob 1", "alice 3", "alice 2", "alice 1"]


async def test_neither_cue_posts_nor_flicks_even_for_members_in_flow(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    await post(alice, "for the cue", post_type="cue")
    await flick(alice, "moving")
    await post(alice, "for all")

    assert [each.caption for each in await bob.see(get_strips, user_ids=[alice.user_id])] == ["for all"]


async def test_a_blocked_member_sees_none(alice: Member, bob: Member) -> None:
    await post(alice, "for all")
    strips = await bob.watch(get_strips, user_ids=[alice.user_id])
    assert len(strips.now) == 1

    await block(alice, bob)

    assert strips.now == []


async def test_of_nobody_and_of_members_who_are_not_there(alice: Member) -> None:
    assert await alice.see(get_strips, user_ids=[]) == []
    assert await alice.see(get_strips, user_ids=["missing"]) == []  # type: ignore[list-item]  # no member has this id


async def test_a_stranger_is_refused(alice: Member, stranger: Person) -> None:
    assert await refusal(stranger.see(get_strips, user_ids=[alice.user_id])) == "unauthenticated"
