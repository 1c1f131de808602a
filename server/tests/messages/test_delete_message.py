"""messages:deleteMessage, and the photos of deleted messages."""

from __future__ import annotations

from tests.members import Member
from tests.messages.conftest import Chat
from tests.world import Person, refusal

from inflow.app.wiring import MEDIA_REFERENCES
from inflow.core.ids import new_id
from inflow.messages.mutations import delete_conversation, delete_message
from inflow.messages.queries import get_conversations, get_messages
from inflow.messages.visibility import may_see

CONTENT = "SELECT content, is_deleted FROM messages WHERE id = $1"


async def test_its_words_are_gone_for_both_and_from_the_database(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Low tide")
    await chat.say(bob, "At six?", reply_to_id=sent.id)
    page = await bob.watch(get_messages, conversation_id=chat.id)

    await alice.do(delete_message, message_id=sent.id)

    reply, message = page.now.page
    assert (message.encrypted_content, message.is_deleted) == ("", True)
    assert reply.reply_to is not None
    assert (reply.reply_to.text, reply.reply_to.is_deleted) == ("[Message deleted]", True)
    async with alice.world.database.connection() as connection:
        (row,) = await connection.text(CONTENT, sent.id)
    assert tuple(row) == (None, True)


async def test_the_inbox_says_so(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Low tide")
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)

    await alice.do(delete_message, message_id=sent.id)

    assert inbox.now.page[0].last_message_text == "[Message deleted]"


async def test_only_ones_own_and_only_once(chat: Chat, alice: Member, bob: Member, stranger: Person) -> None:
    sent = await chat.say(alice, "Low tide")

    assert await refusal(bob.do(delete_message, message_id=sent.id)) == "not_found"
    assert await refusal(stranger.do(delete_message, message_id=sent.id)) == "unauthenticated"
    assert await refusal(alice.do(delete_message, message_id=new_id())) == "not_found"
    assert await chat.texts(bob) == ["Low tide"]
    await alice.do(delete_message, message_id=sent.id)
    assert await refusal(alice.do(delete_message, message_id=sent.id)) == "not_found"


async def test_a_deleted_message_sent_again_stays_deleted(chat: Chat, alice: Member, bob: Member) -> None:
    name = new_id()
    sent = await chat.say(alice, "Low tide", client_id=name)
    await alice.do(delete_message, message_id=sent.id)

    assert await chat.say(alice, "Low tide", client_id=name) == sent
    assert await chat.texts(bob) == [""]


async def test_a_photo_is_seen_by_the_two_only_and_no_longer_than_its_message(
    chat: Chat, alice: Member, bob: Member, carol: Member
) -> None:
    database, url = alice.world.database, await alice.upload()
    media_id = url.split("/")[2]
    assert not await may_see(database, bob.clerk_id, media_id)

    sent = await chat.say(alice, url, type="photo")

    assert await chat.texts(bob) == [url]
    inbox = await bob.see(get_conversations, profile_id=bob.profile_id)
    assert (inbox.page[0].last_message_text, inbox.page[0].last_message_type) == ("Foto", "photo")
    assert [await may_see(database, each.clerk_id, media_id) for each in (alice, bob, carol)] == [True, True, False]
    assert await _is_used(alice, media_id)
    await bob.do(delete_conversation, conversation_id=chat.id)
    assert not await may_see(database, bob.clerk_id, media_id)
    await alice.do(delete_message, message_id=sent.id)
    assert not await may_see(database, alice.clerk_id, media_id)
    assert not await _is_used(alice, media_id)


async def test_somebody_elses_photo_is_none(chat: Chat, alice: Member, bob: Member) -> None:
    refused = await alice.send("messages:sendMessage", **chat.wire(alice, await bob.upload(), type="photo"))

    assert refused == {"code": "invalid", "message": "Please upload an image file"}


async def _is_used(who: Member, media_id: str) -> bool:
    async with who.world.database.connection() as connection:
        return await MEDIA_REFERENCES.includes(connection, media_id)
