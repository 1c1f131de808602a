"""messages:editMessage: the sender of a message changes its text within fifteen minutes, and both members see that."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest
from msgspec import UNSET
from tests.clock import Clock
from tests.members import Member
from tests.messages.conftest import Chat
from tests.moderation.cases import reported, with_role
from tests.product import block, in_flow
from tests.world import Person, refusal, refusal_in_words

from inflow.core.ids import new_id
from inflow.messages.export import export_conversations
from inflow.messages.keys import KeyRing
from inflow.messages.mutations import delete_conversation, delete_message, edit_message, mark_as_read
from inflow.messages.queries import get_conversations, get_messages, get_receipts, get_unread, search_conversations
from inflow.messages.rotation import rewrap
from inflow.messages.rules import EDITABLE_FOR, EDITING, MESSAGE_MAX
from inflow.messages.views import Message
from inflow.moderation.mutations import act, open_evidence, reverse
from inflow.moderation.queries import get_case
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.profiles.mutations import break_flow
from reflow.errors import AppError

MISSING = {"code": "not_found", "message": "This message does not exist."}
TOO_LATE = ("conflict", "A message can be edited for 15 minutes.")
MOMENT = timedelta(microseconds=1)
STILL = 1e9
"""A time that does not go on."""
WRITTEN_AT = "SELECT created_at FROM messages WHERE id = $1"
KEY_USED = "SELECT get_byte(content, 1) AS key FROM messages WHERE id = $1"


async def edits(sender: Member, message_id: str, content: str, kind: str = "text") -> None:
    await sender.do(edit_message, message_id=message_id, content=content, type=kind)


async def answer(sender: Person, message_id: str, content: str) -> object:
    return await sender.send("messages:editMessage", messageId=message_id, content=content, type="text")


async def test_both_see_it_at_once_marked_in_the_chat_in_replies_and_in_the_inbox(
    chat: Chat, alice: Member, bob: Member
) -> None:
    first = await chat.say(alice, "Lwo tide")
    reply = await chat.say(bob, "At six?", reply_to_id=first.id)
    last = await chat.say(alice, "At svn")
    pages = [await each.watch(get_messages, conversation_id=chat.id) for each in (alice, bob)]
    inboxes = [await each.watch(get_conversations, profile_id=each.profile_id) for each in (alice, bob)]
    before = pages[1].now.page

    await edits(alice, first.id, "  Low tide\n")
    await edits(alice, last.id, "At seven")

    for page, inbox in zip(pages, inboxes, strict=True):
        newest, answering, oldest = page.now.page
        assert [newest.encrypted_content, oldest.encrypted_content] == ["At seven", "Low tide"]
        assert [is_marked(each) for each in (newest, answering, oldest)] == [True, False, True]
        assert answering.id == reply.id and answering.reply_to is not None
        assert answering.reply_to.text == "Low tide"
        assert inbox.now.page[0].last_message_text == "At seven"
    assert [(each.id, each.seq, each.created_at) for each in pages[1].now.page] == [
        (each.id, each.seq, each.created_at) for each in before
    ]


async def test_neither_is_notified_and_what_was_read_stays_read(chat: Chat, alice: Member, bob: Member) -> None:
    read, unread = await chat.say(alice, "Lwo tide"), await chat.say(alice, "At svn")
    await bob.do(mark_as_read, conversation_id=chat.id, up_to=read.seq)
    notices = await bob.watch(get_notifications, profile_id=bob.profile_id, type="intexted")
    screens = [
        await bob.watch(get_unread, profile_id=bob.profile_id),
        await bob.watch(get_unread_count, profile_id=bob.profile_id),
        await alice.watch(get_receipts, conversation_id=chat.id),
    ]
    before = [notices.now.page, *(each.now for each in screens)]

    await edits(alice, read.id, "Low tide")
    await edits(alice, unread.id, "At seven")

    assert [notices.now.page, *(each.now for each in screens)] == before
    assert screens[0].now == 1


async def test_a_member_who_cleared_the_chat_does_not_get_it_back(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Lwo tide")
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)
    await bob.do(delete_conversation, conversation_id=chat.id)

    await edits(alice, sent.id, "Low tide")

    assert (inbox.now.page, await chat.texts(bob), await chat.texts(alice)) == ([], [], ["Low tide"])
    await chat.say(bob, "Hello")
    await alice.do(delete_conversation, conversation_id=chat.id, up_to=sent.seq)
    assert await answer(alice, sent.id, "Gone") == MISSING


async def test_the_same_text_is_no_edit(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Low tide")

    await edits(alice, sent.id, " Low tide ")

    assert [is_marked(each) for each in await chat.read_by(bob)] == [False]


async def test_a_search_finds_the_new_text_and_no_longer_the_old_one(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Lwo tide")
    old, new = [await bob.watch(search_conversations, profile_id=bob.profile_id, text=text) for text in ("lwo", "low")]
    assert [len(old.now), len(new.now)] == [1, 0]

    await edits(alice, sent.id, "Low tide")

    assert [len(old.now), len(new.now)] == [0, 1]


async def test_words_become_an_emoji_and_an_emoji_becomes_words(chat: Chat, alice: Member, bob: Member) -> None:
    page = await bob.watch(get_messages, conversation_id=chat.id)
    words, emoji = await chat.say(alice, "Wave"), await chat.say(alice, "🌊", type="emoji")

    await edits(alice, words.id, "🌊", "emoji")
    await edits(alice, emoji.id, "Wave")

    assert [(each.encrypted_content, each.type) for each in page.now.page] == [("Wave", "text"), ("🌊", "emoji")]


@pytest.mark.parametrize(("waited", "is_edited"), [(-MOMENT, True), (timedelta(), False), (MOMENT, False)])
async def test_it_can_be_edited_for_fifteen_minutes(
    chat: Chat, alice: Member, bob: Member, clock: Clock, waited: timedelta, *, is_edited: bool
) -> None:
    sent = await chat.say(alice, "Lwo tide")
    await clock.stands_at(await written_at(alice, sent.id) + EDITABLE_FOR + waited)

    if is_edited:
        await edits(alice, sent.id, "Low tide")
    else:
        assert await refusal_in_words(edits(alice, sent.id, "Low tide")) == TOO_LATE

    assert timedelta(minutes=15) == EDITABLE_FOR
    assert await chat.texts(bob) == ["Low tide" if is_edited else "Lwo tide"]


async def test_an_edit_gives_no_more_time(chat: Chat, alice: Member, clock: Clock) -> None:
    sent = await chat.say(alice, "Lwo tide")
    written = await written_at(alice, sent.id)
    await clock.stands_at(written + EDITABLE_FOR - timedelta(minutes=1))
    await edits(alice, sent.id, "Low tide")

    await clock.stands_at(written + EDITABLE_FOR + timedelta(minutes=1))

    assert await refusal_in_words(edits(alice, sent.id, "High tide")) == TOO_LATE
    await edits(alice, sent.id, "Low tide")


async def test_the_rules_are_those_of_a_new_message(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Low tide")

    assert await refusal_in_words(edits(alice, sent.id, " \n\t ")) == ("invalid", "A message needs some text.")
    for content, says in (("x" * (MESSAGE_MAX + 1), "content"), ("a\0b", "U+0000")):
        refused = await alice.send("messages:editMessage", messageId=sent.id, content=content, type="text")
        assert refused is not None and says in refused["message"]
    assert await chat.texts(bob) == ["Low tide"]
    for length in (MESSAGE_MAX - 1, MESSAGE_MAX):
        await edits(alice, sent.id, "ü" * length)
        assert await chat.texts(bob) == ["ü" * length]


async def test_a_foto_is_not_edited_and_words_do_not_become_one(chat: Chat, alice: Member, bob: Member) -> None:
    photo = await alice.upload()
    foto, words = await chat.say(alice, photo, type="photo"), await chat.say(alice, "Low tide")

    assert await answer(alice, foto.id, "Low tide") == {
        "code": "invalid",
        "message": "A foto can't be edited. You can delete it.",
    }
    refused = await alice.send("messages:editMessage", messageId=words.id, content=photo, type="photo")

    assert refused is not None and "type" in refused["message"]
    assert await chat.texts(bob) == ["Low tide", photo]


async def test_another_members_message_counts_as_missing_and_so_does_a_deleted_one(
    chat: Chat, alice: Member, bob: Member, carol: Member, stranger: Person
) -> None:
    sent, gone = await chat.say(alice, "Low tide"), await chat.say(alice, "Gone")
    await alice.do(delete_message, message_id=gone.id)

    for member, message_id in ((bob, sent.id), (carol, sent.id), (alice, new_id()), (alice, gone.id)):
        assert await answer(member, message_id, "Rude") == MISSING
    assert await refusal(stranger.do(edit_message, message_id=sent.id, content="Rude", type="text")) == (
        "unauthenticated"
    )
    assert await chat.texts(bob) == ["", "Low tide"]


async def test_a_deleted_message_does_not_say_that_it_was_edited(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Lwo tide")
    await edits(alice, sent.id, "Low tide")

    await alice.do(delete_message, message_id=sent.id)

    assert [(each.is_deleted, is_marked(each)) for each in await chat.read_by(bob)] == [(True, False)]


async def test_members_out_of_flow_cannot_edit(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Low tide")
    await bob.do(break_flow, profile_id=bob.profile_id, other_id=alice.profile_id)

    assert await refusal_in_words(edits(alice, sent.id, "Rude")) == (
        "forbidden",
        "You can only send messages to members you are in flow with.",
    )
    await in_flow(alice, bob)
    await edits(alice, sent.id, "Nice")


async def test_a_message_that_is_deleted_in_the_same_moment_stays_deleted(
    chat: Chat, alice: Member, bob: Member
) -> None:
    engine = alice.world.engine
    for number in range(10):
        sent = await chat.say(alice, f"{number}")
        given = edit_message.complete({"message_id": sent.id, "content": "Back", "type": "text"})
        both = [
            engine.run_mutation(edit_message, given, alice.identity),
            engine.run_mutation(delete_message, delete_message.complete({"message_id": sent.id}), alice.identity),
        ]
        edited, deleted = await asyncio.gather(*both, return_exceptions=True)
        assert deleted is None
        assert edited is None or (isinstance(edited, AppError) and edited.code == "not_found")

    assert [(each.encrypted_content, each.is_deleted) for each in await chat.read_by(bob)] == [("", True)] * 10


@pytest.mark.parametrize("does_the_reader_block", [True, False])
async def test_a_block_makes_the_message_look_missing_to_its_sender(
    chat: Chat, alice: Member, bob: Member, *, does_the_reader_block: bool
) -> None:
    sent = await chat.say(alice, "Low tide")
    await (block(bob, alice) if does_the_reader_block else block(alice, bob))

    assert await answer(alice, sent.id, "Rude") == MISSING


async def test_thirty_edits_a_minute_are_enough(chat: Chat, alice: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EDITING, "_now", lambda: STILL)
    sent = await chat.say(alice, "0")

    refusals = [await answer(alice, sent.id, f"{number}") for number in range(1, 32)]

    assert refusals[:30] == [None] * 30
    assert isinstance(refusals[30], dict) and refusals[30]["code"] == "rate_limited"
    assert await chat.texts(alice) == ["30"]


async def test_the_message_sent_again_stays_edited(chat: Chat, alice: Member, bob: Member) -> None:
    name = new_id()
    sent = await chat.say(alice, "Wave", client_id=name)
    await edits(alice, sent.id, "🌊", "emoji")

    assert await chat.say(alice, "Wave", client_id=name) == sent

    assert await chat.texts(bob) == ["🌊"]


async def test_it_is_encrypted_with_the_conversations_newest_key(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Lwo tide")
    ring = alice.world.engine.dependencies.of(KeyRing)
    ring.add()
    await rewrap(alice.world.database, ring, renew=True)
    await alice.world.settle()

    await edits(alice, sent.id, "Low tide")

    async with alice.world.database.connection() as connection:
        (row,) = await connection.text(KEY_USED, sent.id)
    assert (row.key, await chat.texts(bob)) == (2, ["Low tide"])


async def test_a_report_quotes_what_was_written_and_a_removed_message_comes_back_as_it_was(
    chat: Chat, alice: Member, bob: Member
) -> None:
    moderator = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")
    sent = await chat.say(alice, "Rude")
    case = await reported(bob, "message", sent.id)
    await edits(alice, sent.id, "Nice")
    await moderator.do(open_evidence, case_id=case)
    shown = await moderator.see(get_case, case_id=case)
    assert shown is not None and shown.evidence is not None
    assert [line.text for line in shown.evidence.lines] == ["Rude"]
    measure = await moderator.do(act, case_id=case, measure="remove", reason="harassment")

    assert await answer(alice, sent.id, "Back") == MISSING
    await moderator.do(reverse, measure_id=measure)

    assert [(each.encrypted_content, is_marked(each)) for each in await chat.read_by(bob)] == [("Nice", True)]


async def test_a_members_data_says_which_messages_were_edited(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await chat.say(alice, "Lwo tide")
    await chat.say(alice, "At six")
    await edits(alice, sent.id, "Low tide")
    ring, database = alice.world.engine.dependencies.of(KeyRing), alice.world.database

    for member in (alice, bob):
        async with database.connection() as connection:
            (exported,) = [each async for each in export_conversations(connection, ring, member.user_id)]
        assert [(each["text"], each["editedAt"] is not None) for each in exported["messages"]] == [
            ("Low tide", True),
            ("At six", False),
        ]


def is_marked(message: Message) -> bool:
    return message.edited_at is not UNSET


async def written_at(member: Member, message_id: str) -> datetime:
    async with member.world.database.connection() as connection:
        (row,) = await connection.text(WRITTEN_AT, message_id)
    written: datetime = row.created_at
    return written
