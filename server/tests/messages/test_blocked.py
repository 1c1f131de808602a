"""A block hides a conversation from both members, an unblock shows it to both, and no query tells who blocked whom."""

from __future__ import annotations

from typing import Any

import pytest
from tests.members import Member
from tests.messages.conftest import Chat, begun
from tests.product import block, in_flow
from tests.world import Watch, refusal

from inflow.core.ids import new_id
from inflow.messages.export import export_conversations
from inflow.messages.keys import KeyRing
from inflow.messages.mutations import archive_conversation, mark_as_read
from inflow.messages.queries import (
    get_conversation,
    get_conversations,
    get_messages,
    get_receipts,
    get_typing,
    get_unread,
    search_conversations,
)
from inflow.messages.views import Conversation
from inflow.messages.visibility import may_see
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.profiles.mutations import unblock_user

OF_A_CONVERSATION: dict[str, dict[str, Any]] = {
    "messages:getConversation": {},
    "messages:getMessages": {},
    "messages:getReceipts": {},
    "messages:getTyping": {},
    "messages:sendMessage": {},
    "messages:markAsRead": {},
    "messages:archiveConversation": {"archived": True},
    "messages:deleteConversation": {},
}


async def unblock(blocker: Member, blocked: Member) -> None:
    await blocker.do(unblock_user, blocker_id=blocker.profile_id, blocked_id=blocked.profile_id)


async def lists_of(member: Member, other: str) -> list[Watch[Any]]:
    """Every list of a member that can contain a conversation: inbox, archive, searches by name and by words."""
    own = {"profile_id": member.profile_id}
    return [
        await member.watch(get_conversations, **own),
        await member.watch(get_conversations, **own, archived=True),
        await member.watch(search_conversations, **own, text=other),
        await member.watch(search_conversations, **own, text="tide"),
    ]


def shown(screen: Watch[Any]) -> list[Conversation]:
    return list(getattr(screen.now, "page", screen.now))


@pytest.mark.parametrize("archived", [False, True])
async def test_the_conversation_leaves_both_members_whoever_blocks(
    chat: Chat, alice: Member, bob: Member, *, archived: bool
) -> None:
    for each in (alice, bob):
        await chat.say(each, "Low tide")
    for each in (alice, bob):
        await each.do(archive_conversation, conversation_id=chat.id, archived=archived)
    lists = [*await lists_of(alice, "bob"), *await lists_of(bob, "alice")]
    unread = [await each.watch(get_unread, profile_id=each.profile_id) for each in (alice, bob)]
    told = [await each.watch(get_unread_count, profile_id=each.profile_id) for each in (alice, bob)]
    notices = [await each.watch(get_notifications, profile_id=each.profile_id) for each in (alice, bob)]
    opened = [await each.watch(get_conversation, conversation_id=chat.id) for each in (alice, bob)]
    assert sorted(len(shown(each)) for each in lists) == [0, 0, 1, 1, 1, 1, 1, 1]
    assert [each.now for each in unread] == [1, 1]

    await block(alice, bob)

    assert [shown(each) for each in lists] == [[]] * 8
    assert [each.now for each in unread] == [0, 0]
    assert [each.now.intexted for each in told] == [0, 0]
    assert [len(each.now.page) for each in notices] == [0, 0]
    assert [each.now for each in opened] == [None, None]


async def test_unblocked_it_is_listed_for_both_again_and_can_only_be_read(
    chat: Chat, alice: Member, bob: Member
) -> None:
    for each in (alice, bob):
        await chat.say(each, "Low tide")
    inboxes = [await each.watch(get_conversations, profile_id=each.profile_id) for each in (alice, bob)]
    pages = [await each.watch(get_messages, conversation_id=chat.id) for each in (alice, bob)]
    await block(alice, bob)

    await unblock(alice, bob)

    names = []
    for inbox in inboxes:
        (row,) = inbox.now.page
        assert (row.last_message_text, row.unread_count, row.can_send) == ("Low tide", 1, False)
        names.append(row.other_participant.username)
    assert names == [bob.username, alice.username]
    assert [[each.encrypted_content for each in page.now.page] for page in pages] == [["Low tide"] * 2] * 2
    assert await refusal(chat.say(bob, "Hello?")) == "forbidden"
    await in_flow(alice, bob)
    await chat.say(bob, "Hello!")
    assert (await chat.texts(alice))[0] == "Hello!"


async def test_a_living_member_is_at_no_moment_a_deleted_one(chat: Chat, alice: Member, bob: Member) -> None:
    lists = [*await lists_of(alice, "bob"), *await lists_of(bob, "alice")]
    for step, one, other in (
        (block, alice, bob),
        (unblock, alice, bob),
        (block, bob, alice),
        (unblock, bob, alice),
    ):
        await step(one, other)

        for row in (row for screen in lists for row in shown(screen)):
            assert row.other_participant.username in (alice.username, bob.username)
            assert row.other_participant.id is not None


@pytest.mark.parametrize("path", OF_A_CONVERSATION)
async def test_to_both_it_is_as_if_there_had_never_been_one(chat: Chat, alice: Member, bob: Member, path: str) -> None:
    await chat.say(alice, "Low tide")
    await block(alice, bob)

    for member in (alice, bob):
        of_theirs, of_none = [await answer(member, path, chat, each) for each in (chat.id, new_id())]
        assert of_theirs == of_none


async def answer(member: Member, path: str, chat: Chat, conversation_id: str) -> Any:
    queries = {each.path: each for each in (get_conversation, get_messages, get_receipts, get_typing)}
    given = {**OF_A_CONVERSATION[path], "conversationId": conversation_id}
    if path == "messages:sendMessage":
        given = {**chat.wire(member, "Hello?"), **given}
    if path not in queries:
        return await member.send(path, **given)
    if path == "messages:getConversation":
        return await member.see(get_conversation, conversation_id=conversation_id)
    return await refusal(member.see(queries[path], conversation_id=conversation_id))


async def test_neither_takes_it_along_or_opens_the_fotos_in_it(chat: Chat, alice: Member, bob: Member) -> None:
    foto = await alice.upload()
    media_id = foto.split("/")[2]
    await chat.say(alice, foto, type="photo")
    ring, database = alice.world.engine.dependencies.of(KeyRing), alice.world.database

    async def kept_by(member: Member) -> tuple[list[str | None], bool]:
        async with database.connection() as connection:
            taken = [each["with"] async for each in export_conversations(connection, ring, member.user_id)]
        return taken, await may_see(database, member.clerk_id, media_id)

    assert [await kept_by(each) for each in (alice, bob)] == [([bob.username], True), ([alice.username], True)]

    await block(alice, bob)

    assert [await kept_by(each) for each in (alice, bob)] == [([], False), ([], False)]


async def test_another_conversation_stays_as_it_is(chat: Chat, alice: Member, bob: Member, carol: Member) -> None:
    with_carol = await begun(bob, carol)
    await with_carol.say(carol, "Low tide")
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)

    await block(alice, bob)

    assert [row.id for row in inbox.now.page] == [with_carol.id]
    await bob.do(mark_as_read, conversation_id=with_carol.id)
    assert inbox.now.page[0].unread_count == 0
