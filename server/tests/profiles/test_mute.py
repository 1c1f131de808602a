"""profiles:mute, unmute, isMuted and getMuted: a member keeps another off their walls, comments and notifications."""

from __future__ import annotations

from typing import Any

from tests.comments.threads import comment
from tests.members import Member
from tests.messages.conftest import begun
from tests.product import ask, block, in_flow, post
from tests.world import Person, refusal

from inflow.app.erasure import erase_member
from inflow.comments.queries import count, list_comments, replies
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.posts.queries import (
    get_cue_posts,
    get_curator_posts,
    get_new_posts,
    get_posts_by_nook,
    get_sphere_posts,
    get_user_posts,
)
from inflow.profiles.mutations import mute, unmute
from inflow.profiles.queries import get_muted, get_profile_by_id, is_muted

LEFT = "SELECT count(*) AS number FROM hidden WHERE viewer_id LIKE '%' || $1 OR hidden_id = $1"


async def test_their_posts_leave_open_walls_and_stay_on_their_profile(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    foto, cue = await post(bob, "Low tide"), await post(bob, "For friends", post_type="cue")
    walls = [
        await alice.watch(get_posts_by_nook, nook_type="scenic"),
        await alice.watch(get_sphere_posts),
        await alice.watch(get_cue_posts),
        await alice.watch(get_curator_posts, user_id=alice.user_id),
    ]
    news = await alice.watch(get_new_posts, profile_id=alice.profile_id)
    profile = await alice.watch(get_user_posts, user_id=bob.user_id)
    muted = await alice.watch(get_muted)
    marked = await alice.watch(is_muted, profile_id=bob.profile_id)
    new_before = news.now
    assert [_of(wall.now.page, bob) for wall in walls] == [[foto], [foto], [cue], [cue, foto]]

    await alice.do(mute, profile_id=bob.profile_id)
    await alice.do(mute, profile_id=bob.profile_id)

    assert [_of(wall.now.page, bob) for wall in walls] == [[], [], [], []]
    assert news.now < new_before
    assert [each.id for each in profile.now.page] == [cue, foto]
    assert await alice.see(get_profile_by_id, profile_id=bob.profile_id) is not None
    assert ([each.username for each in muted.now.page], marked.now) == ([bob.username], True)

    await alice.do(unmute, profile_id=bob.profile_id)
    await alice.do(unmute, profile_id=bob.profile_id)

    assert [_of(wall.now.page, bob) for wall in walls] == [[foto], [foto], [cue], [cue, foto]]
    assert (muted.now.page, marked.now) == ([], False)


async def test_their_comments_are_out_of_the_muting_members_sight_alone(
    alice: Member, bob: Member, carol: Member
) -> None:
    foto = await post(carol, "High tide")
    rude = await comment(bob, foto, "Rude")
    threads = {each.name: await each.watch(list_comments, post_id=foto) for each in (alice, bob, carol)}

    await alice.do(mute, profile_id=bob.profile_id)

    assert {name: [each.id for each in shown.now.page] for name, shown in threads.items()} == {
        "alice": [],
        "bob": [rude],
        "carol": [rude],
    }
    answer = await comment(carol, foto, "Please", to=rude)
    assert [(each.is_unavailable, each.content) for each in threads["alice"].now.page] == [(True, "")]
    assert [each.id for each in (await alice.see(replies, comment_id=rude)).page] == [answer]
    assert await alice.see(count, post_id=foto) == 2, "a count is of all comments"


async def test_their_comments_and_requests_cause_no_notification_and_their_messages_do(
    alice: Member, bob: Member, carol: Member
) -> None:
    chat = await begun(alice, bob)
    foto = await post(alice, "Low tide")
    await comment(bob, foto, "Nice")
    await comment(carol, foto, "Nice")
    await chat.say(bob, "Hello")
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)
    unread = await alice.watch(get_unread_count, profile_id=alice.profile_id)

    await alice.do(mute, profile_id=bob.profile_id)
    await comment(bob, foto, "Very")
    await chat.say(bob, "Hello?")

    kinds = {(each.type, each.sender.username) for each in told.now.page}
    assert ("post_comment", carol.username) in kinds
    assert ("intexted", bob.username) in kinds
    assert not kinds & {("post_comment", bob.username), ("sync_flow", bob.username)}
    assert unread.now.post_comment == 1
    await carol.do(mute, profile_id=bob.profile_id)
    await ask(bob, carol)
    assert (await carol.see(get_notifications, profile_id=carol.profile_id)).page == []


async def test_the_muted_member_sees_all_as_before(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    own = await comment(alice, foto, "Mine")
    screens = [
        await bob.watch(get_sphere_posts),
        await bob.watch(list_comments, post_id=foto),
        await bob.watch(get_profile_by_id, profile_id=alice.profile_id),
        await bob.watch(get_muted),
    ]
    before = [each.now for each in screens]

    await alice.do(mute, profile_id=bob.profile_id)

    assert [each.now for each in screens] == before
    assert [each.id for each in screens[1].now.page] == [own]
    assert await bob.see(is_muted, profile_id=alice.profile_id) is False


async def test_nobody_mutes_themselves_or_a_member_whom_they_do_not_see(
    alice: Member, bob: Member, stranger: Person
) -> None:
    own = await alice.send("profiles:mute", profileId=alice.profile_id)
    await block(alice, bob)
    refused = [await bob.send("profiles:mute", profileId=each) for each in (alice.profile_id, "a" * 26)]

    assert own == {"code": "invalid", "message": "You cannot mute yourself."}
    assert refused[0] == refused[1] == {"code": "not_found", "message": "Profile not found"}
    assert await refusal(stranger.do(mute, profile_id=bob.profile_id)) == "unauthenticated"
    assert await refusal(stranger.do(unmute, profile_id=bob.profile_id)) == "unauthenticated"
    assert await refusal(stranger.see(get_muted)) == "unauthenticated"
    assert await refusal(stranger.see(is_muted, profile_id=bob.profile_id)) == "unauthenticated"


async def test_a_muted_member_whom_a_block_hides_is_not_in_the_list(alice: Member, bob: Member) -> None:
    await alice.do(mute, profile_id=bob.profile_id)
    muted = await alice.watch(get_muted)

    await block(bob, alice)

    assert muted.now.page == []


async def test_a_member_who_leaves_takes_their_mutes_along(alice: Member, bob: Member, carol: Member) -> None:
    await alice.do(mute, profile_id=bob.profile_id)
    await carol.do(mute, profile_id=alice.profile_id)

    async with alice.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", alice.clerk_id)
    await alice.world.settle()

    async with alice.world.database.connection() as connection:
        (row,) = await connection.text(LEFT, alice.user_id)
    assert row.number == 0
    assert (await carol.see(get_muted)).page == []


def _of(page: list[Any], member: Member) -> list[str]:
    """The ids of this member's posts; other tests' members post on the same walls."""
    return [each.id for each in page if each.user_id == member.user_id]
