"""comments:getPermission and safety:setCommenters: a member chooses who may comment on their posts."""

from __future__ import annotations

import pytest
from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, in_flow, post
from tests.world import Person, refusal

from inflow.comments.queries import count, get_permission
from inflow.profiles.mutations import break_flow
from inflow.safety.mutations import set_commenters
from inflow.safety.queries import get_settings

IN_FLOW = {"code": "forbidden", "message": "Only members in flow with the author can comment here."}
NO_ONE = {"code": "forbidden", "message": "The author has turned comments off."}


async def test_at_first_everyone_may(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")

    assert (await alice.see(get_settings)).commenters == "everyone"
    assert await bob.see(get_permission, post_id=foto) == "yes"


async def test_open_pages_follow_the_choice_and_comments_that_are_there_stay(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(alice, "Low tide")
    await in_flow(alice, bob)
    first = await comment(carol, foto, "Nice")
    shown = {each.name: await each.watch(get_permission, post_id=foto) for each in (alice, bob, carol)}
    own = await alice.watch(get_settings)

    await alice.do(set_commenters, commenters="in_flow")

    assert own.now.commenters == "in_flow"
    assert {name: each.now for name, each in shown.items()} == {"alice": "author", "bob": "yes", "carol": "in_flow"}
    assert await carol.send("comments:create", **_given(carol, foto)) == IN_FLOW
    assert await carol.send("comments:create", **_given(carol, foto, replyToId=first)) == IN_FLOW
    assert await bob.send("comments:create", **_given(bob, foto)) is None

    await bob.do(break_flow, profile_id=bob.profile_id, other_id=alice.profile_id)
    assert shown["bob"].now == "in_flow"

    await alice.do(set_commenters, commenters="no_one")
    await in_flow(alice, bob)
    assert {name: each.now for name, each in shown.items()} == {"alice": "author", "bob": "no_one", "carol": "no_one"}
    assert await bob.send("comments:create", **_given(bob, foto)) == NO_ONE
    assert await alice.send("comments:create", **_given(alice, foto)) is None
    assert await carol.see(count, post_id=foto) == 3

    await alice.do(set_commenters, commenters="everyone")
    await alice.do(set_commenters, commenters="everyone")
    assert await carol.send("comments:create", **_given(carol, foto)) is None


async def test_the_choice_of_one_member_is_not_anothers(alice: Member, bob: Member, carol: Member) -> None:
    await alice.do(set_commenters, commenters="no_one")

    assert await carol.send("comments:create", **_given(carol, await post(bob, "High tide"))) is None
    assert (await bob.see(get_settings)).commenters == "everyone"


async def test_a_blocked_member_learns_nothing_of_it(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    await alice.do(set_commenters, commenters="no_one")
    await block(alice, bob)

    answers = [await bob.send("comments:create", **_given(bob, each)) for each in (foto, "a" * 26)]

    assert answers[0] == answers[1] == {"code": "not_found", "message": "This post does not exist."}
    assert [await bob.see(get_permission, post_id=each) for each in (foto, "a" * 26)] == [None, None]


@pytest.mark.parametrize("commenters", ["friends", "", None, 7])
async def test_other_words_are_refused(alice: Member, commenters: object) -> None:
    refused = await alice.send("safety:setCommenters", commenters=commenters)

    assert refused is not None
    assert (await alice.see(get_settings)).commenters == "everyone"


async def test_a_stranger_chooses_nothing(stranger: Person) -> None:
    assert await refusal(stranger.see(get_settings)) == "unauthenticated"
    assert await refusal(stranger.see(get_permission, post_id="a" * 26)) == "unauthenticated"
    assert await refusal(stranger.do(set_commenters, commenters="no_one")) == "unauthenticated"


def _given(member: Member, post_id: str, **more: object) -> dict[str, object]:
    return {"content": "Nice", "postId": post_id, "userId": member.user_id, "username": member.username, **more}
