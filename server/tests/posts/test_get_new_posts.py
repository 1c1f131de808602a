"""posts:getNewPosts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.members import Member
from tests.product import block, in_flow, post
from tests.world import Person, Watch, World, refusal

from inflow.grids.mutations import delete_post
from inflow.posts.queries import get_new_posts
from inflow.posts.rules import MOST_NEWS
from inflow.profiles.mutations import unblock_user, update_notification_count, update_notification_preferences


@pytest.fixture
async def news(alice: Member) -> Watch[int]:
    """Alice's count of new posts."""
    return await alice.watch(get_new_posts, profile_id=alice.profile_id)


async def looks(member: Member) -> None:
    now = datetime.now(UTC)
    await member.do(update_notification_count, profile_id=member.profile_id, count=0, last_check=now)


async def wants_posts(member: Member, wanted: bool) -> None:
    await member.do(
        update_notification_preferences,
        profile_id=member.profile_id,
        post_notifications=wanted,
        comment_notifications=True,
    )


async def test_what_others_post_is_news_until_one_looks(alice: Member, bob: Member, news: Watch[int]) -> None:
    assert news.now == 0

    await post(bob, "Low tide")
    first = await post(bob, "High tide")
    assert news.now == 2

    await bob.do(delete_post, post_id=first)
    assert news.now == 1

    await looks(alice)
    assert news.now == 0
    await post(bob, "Slack water")
    assert news.now == 1


async def test_news_are_of_others_in_ones_own_nook(
    world: World, alice: Member, bob: Member, carol: Member, news: Watch[int]
) -> None:
    await in_flow(alice, bob)
    await post(await Member.sign_up(world, "dave"), "elsewhere", nook_type="sphere")
    await post(alice, "one's own")
    await post(bob, "for cues", post_type="cue")
    assert news.now == 0

    await block(alice, carol)
    await post(carol, "of somebody hidden")
    assert news.now == 0

    await alice.do(unblock_user, blocker_id=alice.profile_id, blocked_id=carol.profile_id)
    assert news.now == 1


async def test_whoever_switched_it_off_hears_of_none(alice: Member, bob: Member, news: Watch[int]) -> None:
    await wants_posts(alice, wanted=False)

    await post(bob, "Low tide")
    assert news.now == 0

    await wants_posts(alice, wanted=True)
    assert news.now == 1


async def test_more_than_ten_are_ten_and_change_nothing_any_more(bob: Member, news: Watch[int]) -> None:
    for number in range(MOST_NEWS):
        await post(bob, str(number))
    assert news.now == MOST_NEWS
    updates = news.updates

    await post(bob, "one more")

    assert (news.now, news.updates) == (MOST_NEWS, updates)


async def test_they_are_ones_own(alice: Member, bob: Member, stranger: Person) -> None:
    assert await refusal(bob.see(get_new_posts, profile_id=alice.profile_id)) == "forbidden"
    assert await refusal(stranger.see(get_new_posts, profile_id=alice.profile_id)) == "unauthenticated"
