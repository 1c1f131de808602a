"""comments:getNotified."""

from __future__ import annotations

import pytest
from tests.comments.threads import comment
from tests.members import Member
from tests.product import block, in_flow, post
from tests.world import Person, refusal

from inflow.comments.mutations import remove
from inflow.comments.queries import get_notified
from inflow.grids.mutations import delete_post
from inflow.notifications.queries import get_notifications


async def newest_of(member: Member) -> str:
    """The id of a member's newest notification."""
    shown = await member.see(get_notifications, profile_id=member.profile_id)
    newest: str = shown.page[0].id
    return newest


async def test_it_shows_the_words_and_the_picture_until_the_comment_is_removed(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    said = await comment(bob, foto, "How long did you wait?")
    shown = await alice.watch(get_notified, notification_id=await newest_of(alice))

    assert shown.now is not None
    assert shown.now.content == "How long did you wait?"
    assert shown.now.image_url.startswith("/media/")
    assert shown.now.variants

    await bob.do(remove, comment_id=said)
    assert shown.now is None


async def test_it_is_gone_with_the_post(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    await comment(bob, foto, "How long did you wait?")
    shown = await alice.watch(get_notified, notification_id=await newest_of(alice))

    await alice.do(delete_post, post_id=foto)

    assert shown.now is None


@pytest.mark.parametrize("blocker", ["alice", "bob"])
async def test_a_block_hides_it(alice: Member, bob: Member, blocker: str) -> None:
    foto = await post(alice, "Low tide")
    await comment(bob, foto, "How long did you wait?")
    shown = await alice.watch(get_notified, notification_id=await newest_of(alice))

    await (block(alice, bob) if blocker == "alice" else block(bob, alice))

    assert shown.now is None


async def test_only_its_own_member_sees_it(alice: Member, bob: Member, stranger: Person) -> None:
    foto = await post(alice, "Low tide")
    await comment(bob, foto, "How long did you wait?")
    newest = await newest_of(alice)

    assert await bob.see(get_notified, notification_id=newest) is None
    assert await bob.see(get_notified, notification_id="a" * 26) is None
    assert await refusal(stranger.see(get_notified, notification_id=newest)) == "unauthenticated"


async def test_other_notifications_quote_nothing(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    for member in (alice, bob):
        for each in (await member.see(get_notifications, profile_id=member.profile_id)).page:
            assert await member.see(get_notified, notification_id=each.id) is None
