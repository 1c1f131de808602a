"""Notifications of messages: one for each conversation, as new as its newest message."""

from __future__ import annotations

from tests.members import Member
from tests.messages.conftest import Chat, begun

from inflow.messages.mutations import mark_as_read
from inflow.notifications.mutations import mark_as_read as mark_notification_as_read
from inflow.notifications.queries import get_notifications, get_unread_count


async def test_every_message_brings_its_conversation_to_the_top(
    chat: Chat, alice: Member, bob: Member, carol: Member
) -> None:
    other = await begun(alice, carol)
    told = await alice.watch(get_notifications, profile_id=alice.profile_id, type="intexted")
    counts = await alice.watch(get_unread_count, profile_id=alice.profile_id)

    for words in ("hello", "are you there?"):
        await chat.say(bob, words)
    await other.say(carol, "hi")
    assert [each.subject for each in told.now.page] == [other.id, chat.id]
    earlier = told.now.page[1]
    await chat.say(bob, "it is low tide")

    assert [each.subject for each in told.now.page] == [chat.id, other.id]
    newest = told.now.page[0]
    assert (newest.id, newest.created_at > earlier.created_at) == (earlier.id, True)
    assert counts.now.intexted == 2


async def test_what_was_put_away_in_the_bar_comes_back_with_the_next_message(
    chat: Chat, alice: Member, bob: Member
) -> None:
    await chat.say(bob, "hello")
    told = await alice.watch(get_notifications, profile_id=alice.profile_id, type="intexted")
    await alice.do(mark_notification_as_read, notification_id=told.now.page[0].id)
    assert [each.read for each in told.now.page] == [True]

    await chat.say(bob, "are you there?")

    assert [each.read for each in told.now.page] == [False]


async def test_with_the_conversation_read_it_is_gone_and_stays_gone(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(bob, "hello", client_id="the same")
    told = await alice.watch(get_notifications, profile_id=alice.profile_id, type="intexted")
    second = await chat.say(bob, "are you there?")

    await alice.do(mark_as_read, conversation_id=chat.id, up_to=second.seq - 1)
    assert len(told.now.page) == 1
    await alice.do(mark_as_read, conversation_id=chat.id)
    assert told.now.page == []

    await chat.say(bob, "hello", client_id="the same")
    assert told.now.page == []
