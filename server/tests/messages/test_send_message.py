"""messages:sendMessage."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest
from tests.members import Member
from tests.messages.conftest import Chat, begun
from tests.world import Person, refusal

from inflow.core.ids import new_id
from inflow.messages.mutations import delete_conversation, delete_message, mark_as_read, send_message
from inflow.messages.queries import get_conversations, get_messages
from inflow.messages.rules import SENDING
from inflow.notifications.queries import get_unread_count
from inflow.profiles.mutations import break_flow
from reflow.live.admission import MutationCounts
from reflow.pagination import PaginationOpts

STILL = 1e9
"""A time that does not go on."""


async def test_it_appears_on_both_open_pages_and_in_both_inboxes(chat: Chat, alice: Member, bob: Member) -> None:
    pages = [await who.watch(get_messages, conversation_id=chat.id) for who in (alice, bob)]
    inboxes = [await who.watch(get_conversations, profile_id=who.profile_id) for who in (alice, bob)]

    sent = await chat.say(alice, "  Low tide at six \n")

    hers, his = (page.now.page[0] for page in pages)
    assert (hers.encrypted_content, hers.is_own, hers.sender_id) == ("Low tide at six", True, alice.profile_id)
    assert (his.encrypted_content, his.is_own, his.receiver_id) == ("Low tide at six", False, bob.profile_id)
    assert hers.id == his.id == sent.id
    rows = [inbox.now.page[0] for inbox in inboxes]
    assert [row.last_message_text for row in rows] == ["Low tide at six"] * 2
    assert [row.unread_count for row in rows] == [0, 1]
    assert rows[1].other_participant.id == alice.profile_id
    assert rows[1].last_message_time == sent.created_at


async def test_where_something_was_written_last_comes_first(alice: Member, bob: Member, carol: Member) -> None:
    with_bob, with_carol = await begun(alice, bob), await begun(alice, carol)
    inbox = await alice.watch(get_conversations, profile_id=alice.profile_id)

    await with_bob.say(bob, "first")
    await with_carol.say(carol, "second")
    assert [row.id for row in inbox.now.page] == [with_carol.id, with_bob.id]
    await with_bob.say(alice, "third")

    assert [row.id for row in inbox.now.page] == [with_bob.id, with_carol.id]


async def test_a_reply_shows_what_it_answers_in_one_line(chat: Chat, alice: Member, bob: Member) -> None:
    first = await chat.say(alice, "Low tide?")
    answer = await chat.say(bob, "At six", reply_to_id=first.id)

    newest, _ = await chat.read_by(alice)

    assert (newest.id, newest.reply_to_id) == (answer.id, first.id)
    assert newest.reply_to is not None
    assert (newest.reply_to.text, newest.reply_to.sender_id) == ("Low tide?", alice.profile_id)


async def test_fifty_at_once_are_in_one_order_for_both(chat: Chat, alice: Member, bob: Member) -> None:
    engine = alice.world.engine
    aborts = engine._mutations.counts.get(send_message.path, MutationCounts()).aborts
    sends = [
        engine.run_mutation(
            send_message, send_message.complete(chat.message(who, f"{who.name} {number}")), who.identity
        )
        for number in range(25)
        for who in (alice, bob)
    ]
    sent = await asyncio.gather(*sends)

    hers, his = [await _all(who, chat) for who in (alice, bob)]

    assert len({each.seq for each in sent}) == 50
    assert [message.id for message in hers] == [message.id for message in his]
    assert [message.id for message in hers] == [each.id for each in sorted(sent, key=lambda each: -each.seq)]
    times = [message.created_at for message in hers]
    assert times == sorted(times, reverse=True)
    # Those that collide wait for each other. Otherwise PostgreSQL would abort each one several times.
    assert engine._mutations.counts[send_message.path].aborts - aborts <= 2 * 50


async def test_the_same_client_id_is_the_same_message(chat: Chat, alice: Member, bob: Member) -> None:
    name = new_id()

    first = await chat.say(alice, "Once", client_id=name)
    again = await chat.say(alice, "Once", client_id=name)
    other_words = await alice.send("messages:sendMessage", **chat.wire(alice, "Twice", clientId=name))
    his_own = await chat.say(bob, "Mine", client_id=name)

    assert again == first
    assert other_words == {"code": "conflict", "message": "This message was sent before with other content."}
    assert [message.id for message in await chat.read_by(bob)] == [his_own.id, first.id]
    inbox = await bob.see(get_conversations, profile_id=bob.profile_id)
    assert inbox.page[0].unread_count == 1


async def test_sent_from_two_pages_at_once_it_is_stored_once(chat: Chat, alice: Member, bob: Member) -> None:
    given = chat.message(alice, "Once")
    engine = alice.world.engine

    sent = await asyncio.gather(
        *(engine.run_mutation(send_message, send_message.complete(given), alice.identity) for _ in range(8))
    )

    assert len({each.id for each in sent}) == 1
    assert await chat.texts(bob) == ["Once"]


async def test_whose_answer_was_lost_is_answered_again_and_stored_once(chat: Chat, alice: Member, bob: Member) -> None:
    """Six times: the page repeats its request, and after a reload its outbox sends the same message in a new
    request.
    """
    engine, answers = alice.world.engine, []
    for number in range(6):
        given = chat.wire(alice, f"{number}")
        for page, request in (("before", number), ("before", number), (f"reloaded {number}", 0)):
            outcome = await engine.mutate(
                session=page, request=request, path="messages:sendMessage", arguments=given, identity=alice.identity
            )
            assert outcome.failure is None
            answers.append(outcome.value)

    assert answers[0::3] == answers[1::3] == answers[2::3]
    assert await chat.texts(bob) == ["5", "4", "3", "2", "1", "0"]


async def test_sent_again_after_the_flow_broke_it_is_still_the_same_message(
    chat: Chat, alice: Member, bob: Member
) -> None:
    name = new_id()
    first = await chat.say(alice, "Before", client_id=name)
    await alice.do(break_flow, profile_id=alice.profile_id, other_id=bob.profile_id)

    assert await chat.say(alice, "Before", client_id=name) == first
    assert await refusal(chat.say(alice, "After")) == "forbidden"
    assert await chat.texts(bob) == ["Before"]


async def test_to_everybody_else_the_conversation_does_not_exist(chat: Chat, carol: Member, stranger: Person) -> None:
    await begun(carol, chat.one)
    given = {**chat.wire(chat.one, "It is me"), "senderId": carol.profile_id}

    hers = await carol.send("messages:sendMessage", **given)
    none = await carol.send("messages:sendMessage", **{**given, "conversationId": new_id()})
    nobodys = await stranger.send("messages:sendMessage", **given)

    assert hers == none
    assert hers is not None
    assert hers["code"] == "not_found"
    assert nobodys is not None
    assert nobodys["code"] == "unauthenticated"


async def test_nobody_sends_in_the_others_name(chat: Chat, alice: Member, bob: Member) -> None:
    refused = await bob.send("messages:sendMessage", **chat.wire(alice, "It is me"))

    assert refused is not None
    assert refused["code"] == "forbidden"
    assert await chat.texts(alice) == []


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": "a\0b"}, "U+0000"),
        ({"type": "video"}, "type"),
        ({"clientId": ""}, "clientId"),
        ({"isDeleted": True}, "isDeleted"),
    ],
)
async def test_what_does_not_fit_is_refused_and_changes_nothing(
    chat: Chat, alice: Member, given: dict[str, Any], says: str
) -> None:
    refused = await alice.send("messages:sendMessage", **{**chat.wire(alice, "Hello"), **given})

    assert refused is not None
    assert says in refused["message"]
    assert await chat.texts(alice) == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"content": " \n\t "}, "A message needs some text."),
        ({"replyToId": "a" * 26}, "The message that you answer does not exist."),
        ({"type": "photo", "content": "/media/../1080.jpg"}, "Please upload an image file"),
    ],
)
async def test_what_says_nothing_or_leads_nowhere_is_refused_and_changes_nothing(
    chat: Chat, alice: Member, given: dict[str, Any], words: str
) -> None:
    refused = await alice.send("messages:sendMessage", **{**chat.wire(alice, "Hello"), **given})

    assert refused == {"code": "invalid", "message": words}
    assert await chat.texts(alice) == []


async def test_two_thousand_characters_fit(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(alice, "ü" * 2000)

    assert await chat.texts(bob) == ["ü" * 2000]


async def test_twenty_at_once_are_enough(chat: Chat, alice: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SENDING, "_now", lambda: STILL)  # a slow machine takes so long that some are allowed again
    refusals = [await alice.send("messages:sendMessage", **chat.wire(alice, f"{number}")) for number in range(25)]

    assert refusals[:20] == [None] * 20
    assert refusals[24] is not None
    assert refusals[24]["code"] == "rate_limited"
    assert refusals[24]["retryAfter"] >= 1


async def test_the_other_is_told_once_until_they_read(chat: Chat, alice: Member, bob: Member) -> None:
    told = await bob.watch(get_unread_count, profile_id=bob.profile_id)

    await chat.say(alice, "One")
    await chat.say(alice, "Two")
    assert told.now.intexted == 1
    await bob.do(mark_as_read, conversation_id=chat.id)
    assert told.now.intexted == 0
    await chat.say(alice, "Three")

    assert told.now.intexted == 1


async def test_it_brings_a_cleared_conversation_back_without_what_was_before(
    chat: Chat, alice: Member, bob: Member
) -> None:
    await chat.say(alice, "Old")
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)
    await bob.do(delete_conversation, conversation_id=chat.id)
    assert inbox.now.page == []

    old = (await chat.read_by(alice))[0]
    await chat.say(alice, "New", reply_to_id=old.id)

    assert [row.last_message_text for row in inbox.now.page] == ["New"]
    (his,) = await chat.read_by(bob)
    assert (his.encrypted_content, his.reply_to) == ("New", None)
    assert await chat.texts(alice) == ["New", "Old"]


async def _all(who: Member, chat: Chat) -> list[Any]:
    return (await who.see(get_messages, conversation_id=chat.id, pagination_opts=PaginationOpts(num_items=100))).page


async def test_a_photo_comes_with_its_renditions_and_words_with_none(chat: Chat, alice: Member, bob: Member) -> None:
    photo = await alice.upload()
    page = await bob.watch(get_messages, conversation_id=chat.id)
    sent = await chat.say(alice, photo, type="photo")
    await chat.say(alice, "Low tide")

    words, foto = page.now.page
    assert (words.variants, [(each.url, each.width) for each in foto.variants]) == ([], [(photo, 1080)])
    psql = await asyncpg.connect(alice.world.database.dsn)
    small = '{"name": "320.webp", "width": 320, "height": 213, "type": "image/webp", "bytes": 1}'
    await psql.execute(
        "UPDATE media SET renditions = renditions || $2::jsonb WHERE id = $1", photo.split("/")[2], small
    )
    await psql.close()
    await alice.world.settle()
    assert [each.width for each in page.now.page[1].variants] == [320, 1080]

    await alice.do(delete_message, message_id=sent.id)
    assert page.now.page[1].variants == []
