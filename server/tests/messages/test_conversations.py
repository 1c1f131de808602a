"""messages: openConversation, getConversations, archiveConversation, deleteConversation, markAsRead, searches."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.members import Member
from tests.messages.conftest import Chat, begun
from tests.product import ask, block, in_flow
from tests.world import Person, refusal

from inflow.app.erasure import erase_member
from inflow.core.ids import new_id
from inflow.messages.mutations import (
    archive_conversation,
    delete_conversation,
    mark_as_read,
    open_conversation,
)
from inflow.messages.queries import (
    get_conversation,
    get_conversations,
    get_messages,
    get_receipts,
    get_unread,
    search_conversations,
)
from inflow.notifications.queries import get_unread_count
from inflow.profiles.mutations import break_flow

ROWS = "SELECT count(*) FROM {} WHERE {} = $1"


async def ids(who: Member, *, archived: bool = False) -> list[str]:
    page = await who.see(get_conversations, profile_id=who.profile_id, archived=archived)
    return [row.id for row in page.page]


async def test_opening_makes_one_conversation_for_both(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)

    hers = await alice.do(open_conversation, profile_id=alice.profile_id, other_id=bob.profile_id)
    his = await bob.do(open_conversation, profile_id=bob.profile_id, other_id=alice.profile_id)

    assert hers == his
    (row,) = inbox.now.page
    assert (row.last_message_text, row.last_message_time, row.unread_count, row.can_send) == (None, None, 0, True)
    assert row.other_participant.full_name == "Alice Doe"


async def test_coming_into_flow_puts_one_conversation_into_both_inboxes(alice: Member, bob: Member) -> None:
    inboxes = [await each.watch(get_conversations, profile_id=each.profile_id) for each in (alice, bob)]

    await in_flow(alice, bob)

    (hers,), (his,) = (inbox.now.page for inbox in inboxes)
    assert hers.id == his.id
    assert (hers.last_message_text, hers.can_send, his.can_send) == (None, True, True)


async def test_a_message_leaves_the_views_of_other_conversations_as_they_are(
    chat: Chat, alice: Member, bob: Member, carol: Member
) -> None:
    await in_flow(alice, carol)
    inbox = await alice.watch(get_conversations, profile_id=alice.profile_id)
    (other,) = [row for row in inbox.now.page if row.id != chat.id]

    await chat.say(bob, "Low tide")

    newest, after = inbox.now.page
    assert newest.last_message_text == "Low tide"
    assert after is other


async def test_asking_back_begins_the_conversation_too(alice: Member, bob: Member) -> None:
    await ask(alice, bob)

    await ask(bob, alice)

    assert await ids(alice) == await ids(bob)
    assert len(await ids(alice)) == 1


async def test_back_in_flow_they_go_on_in_the_conversation_that_they_had(
    chat: Chat, alice: Member, bob: Member
) -> None:
    await chat.say(alice, "Low tide")
    await bob.do(delete_conversation, conversation_id=chat.id)
    await alice.do(break_flow, profile_id=alice.profile_id, other_id=bob.profile_id)

    await in_flow(bob, alice)

    assert (await ids(alice), await ids(bob)) == ([chat.id], [])
    assert await chat.texts(alice) == ["Low tide"]
    await chat.say(alice, "High tide")
    assert await chat.texts(bob) == ["High tide"]


async def test_opened_by_both_at_once_it_is_one(chat: Chat, alice: Member, bob: Member) -> None:
    engine, now = alice.world.engine, chat.id
    for _ in range(10):
        for each in (alice, bob):
            await engine.run_mutation(delete_conversation, {"conversation_id": now}, each.identity)

        opened = await asyncio.gather(
            *(
                engine.run_mutation(
                    open_conversation, {"profile_id": one.profile_id, "other_id": other.profile_id}, one.identity
                )
                for one, other in ((alice, bob), (bob, alice)) * 4
            )
        )

        assert len(set(opened)) == 1
        now = opened[0]


async def test_without_a_flow_there_is_nothing_to_open(alice: Member, bob: Member, stranger: Person) -> None:
    given = {"profile_id": alice.profile_id, "other_id": bob.profile_id}

    assert await refusal(alice.do(open_conversation, **given)) == "not_found"
    assert await refusal(alice.do(open_conversation, **{**given, "other_id": new_id()})) == "not_found"
    assert await refusal(bob.do(open_conversation, **given)) == "forbidden"
    assert await refusal(stranger.do(open_conversation, **given)) == "unauthenticated"


async def test_an_archived_one_is_away_until_the_next_message(chat: Chat, alice: Member, bob: Member) -> None:
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)
    archive = await bob.watch(get_conversations, profile_id=bob.profile_id, archived=True)

    await bob.do(archive_conversation, conversation_id=chat.id, archived=True)
    assert (inbox.now.page, [row.archived for row in archive.now.page]) == ([], [True])
    await bob.do(archive_conversation, conversation_id=chat.id, archived=True)
    await chat.say(alice, "There?")

    assert ([row.archived for row in inbox.now.page], archive.now.page) == ([False], [])
    await bob.do(archive_conversation, conversation_id=chat.id, archived=True)
    await bob.do(archive_conversation, conversation_id=chat.id, archived=False)
    assert [row.id for row in inbox.now.page] == [chat.id]


async def test_cleared_by_one_it_stays_with_the_other(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(alice, "Low tide")
    page = await alice.watch(get_messages, conversation_id=chat.id)

    await alice.do(delete_conversation, conversation_id=chat.id)

    assert page.now.page == []
    assert await ids(alice) == await ids(alice, archived=True) == []
    assert await chat.texts(bob) == ["Low tide"]
    assert await refusal(alice.do(delete_conversation, conversation_id=chat.id)) == "not_found"
    assert await refusal(alice.do(archive_conversation, conversation_id=chat.id, archived=True)) == "not_found"


async def test_cleared_up_to_what_one_had_seen_it_keeps_what_came_since(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(bob, "Low tide")
    seen = await alice.see(get_conversation, conversation_id=chat.id)
    inbox = await alice.watch(get_conversations, profile_id=alice.profile_id)
    unread = await alice.watch(get_unread, profile_id=alice.profile_id)
    told = await alice.watch(get_unread_count, profile_id=alice.profile_id)
    assert seen is not None
    await chat.say(bob, "Are you there?")

    await alice.do(delete_conversation, conversation_id=chat.id, up_to=seen.last_seq)

    assert await chat.texts(alice) == ["Are you there?"]
    assert [row.last_message_text for row in inbox.now.page] == ["Are you there?"]
    assert (unread.now, told.now.intexted) == (1, 1)
    assert await chat.texts(bob) == ["Are you there?", "Low tide"]
    await alice.do(delete_conversation, conversation_id=chat.id, up_to=inbox.now.page[0].last_seq)
    assert (inbox.now.page, unread.now, told.now.intexted) == ([], 0, 0)


async def test_cleared_by_both_it_is_gone_from_the_database(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(alice, "Low tide")
    open_page = await bob.watch(get_conversation, conversation_id=chat.id)
    await alice.do(delete_conversation, conversation_id=chat.id)

    await bob.do(delete_conversation, conversation_id=chat.id)

    assert open_page.now is None
    async with alice.world.database.connection() as connection:
        for table in ("messages", "conversation_sides", "conversation_keys"):
            assert (await connection.text(ROWS.format(table, "conversation_id"), chat.id))[0][0] == 0
    again = await bob.do(open_conversation, profile_id=bob.profile_id, other_id=alice.profile_id)
    assert again != chat.id


async def test_opened_again_after_clearing_it_is_empty(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(bob, "Low tide")
    await alice.do(delete_conversation, conversation_id=chat.id)

    again = await alice.do(open_conversation, profile_id=alice.profile_id, other_id=bob.profile_id)

    assert again == chat.id
    (row,) = (await alice.see(get_conversations, profile_id=alice.profile_id)).page
    assert (row.last_message_text, row.unread_count) == (None, 0)


async def test_reading_is_live_and_never_goes_back(chat: Chat, alice: Member, bob: Member) -> None:
    sent = [await chat.say(alice, f"{number}") for number in range(3)]
    unread = await bob.watch(get_unread, profile_id=bob.profile_id)
    receipts = await alice.watch(get_receipts, conversation_id=chat.id)
    assert (unread.now, receipts.now.other_read_up_to) == (3, 0)

    await bob.do(mark_as_read, conversation_id=chat.id, up_to=sent[1].seq)
    assert (unread.now, receipts.now.other_read_up_to) == (1, sent[1].seq)
    await bob.do(mark_as_read, conversation_id=chat.id, up_to=sent[0].seq)
    assert (unread.now, receipts.now.other_read_up_to) == (1, sent[1].seq)
    await bob.do(mark_as_read, conversation_id=chat.id)
    await bob.do(mark_as_read, conversation_id=chat.id, up_to=10**9)

    assert (unread.now, receipts.now.other_read_up_to) == (0, sent[2].seq)
    assert (await bob.see(get_receipts, conversation_id=chat.id)).read_up_to == sent[2].seq


async def test_a_broken_flow_leaves_it_to_be_read(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(alice, "Low tide")
    row = await bob.watch(get_conversation, conversation_id=chat.id)

    await alice.do(break_flow, profile_id=alice.profile_id, other_id=bob.profile_id)

    assert row.now is not None
    assert (row.now.can_send, row.now.other_participant.id) == (False, alice.profile_id)
    assert await chat.texts(bob) == ["Low tide"]


async def test_whoever_clears_a_conversation_has_not_read_it(chat: Chat, alice: Member, bob: Member) -> None:
    unread = await bob.watch(get_unread, profile_id=bob.profile_id)
    receipts = await alice.watch(get_receipts, conversation_id=chat.id)
    sent = [await chat.say(alice, text) for text in ("Low tide", "at six", "tomorrow")]
    await bob.do(mark_as_read, conversation_id=chat.id, up_to=sent[0].seq)

    await bob.do(delete_conversation, conversation_id=chat.id)
    assert (unread.now, receipts.now.other_read_up_to) == (0, sent[0].seq)

    last = await chat.say(alice, "Are you there?")
    # A page that does not know of the deletion yet reports how far its member had read.
    await bob.do(mark_as_read, conversation_id=chat.id, up_to=sent[1].seq)
    assert (unread.now, receipts.now.other_read_up_to) == (1, sent[1].seq)

    await bob.do(mark_as_read, conversation_id=chat.id)
    assert (unread.now, receipts.now.other_read_up_to) == (0, last.seq)


async def test_the_search_finds_names_and_words(chat: Chat, alice: Member, bob: Member, carol: Member) -> None:
    with_carol = await begun(alice, carol)
    found = await alice.watch(search_conversations, profile_id=alice.profile_id, text="TIDE")
    await chat.say(bob, "Low tide at six")

    assert [row.id for row in found.now] == [chat.id]
    await with_carol.say(alice, "The tide is out")
    assert [row.id for row in found.now] == [with_carol.id, chat.id]
    assert await _finds(alice, "carol D") == [with_carol.id]
    assert await _finds(alice, "high") == await _finds(alice, "  ") == []
    await alice.do(delete_conversation, conversation_id=chat.id)
    assert [row.id for row in found.now] == [with_carol.id]


async def test_the_search_finds_a_name_however_it_is_written(chat: Chat, alice: Member, bob: Member) -> None:
    assert await _finds(alice, f"@{bob.username}") == [chat.id]
    assert await _finds(alice, f" {bob.username.upper()} ") == [chat.id]
    assert await _finds(alice, "ob dö") == [chat.id]
    assert await _finds(alice, "@") == []
    assert await _finds(alice, f"@{alice.username}") == []


async def test_the_search_finds_a_name_behind_fifty_newer_conversations(chat: Chat, alice: Member, bob: Member) -> None:
    found = await alice.watch(search_conversations, profile_id=alice.profile_id, text=f"@{bob.username}")
    await chat.say(bob, "Low tide at six")
    for number in range(51):
        await in_flow(await Member.sign_up(alice.world, f"zoe{number}"), alice)

    assert [row.id for row in found.now] == [chat.id]
    assert await _finds(alice, "low tide") == []
    assert len(await _finds(alice, "zoe")) == 51


async def test_the_search_does_not_name_whom_one_does_not_see(chat: Chat, alice: Member, bob: Member) -> None:
    found = await bob.watch(search_conversations, profile_id=bob.profile_id, text=alice.username)
    assert [row.id for row in found.now] == [chat.id]

    await block(alice, bob)

    assert found.now == []


async def test_a_third_member_sees_and_changes_nothing(
    chat: Chat, alice: Member, bob: Member, carol: Member, stranger: Person
) -> None:
    """Every call with the id of a conversation or a message, made by another member: the answer is as if it did not
    exist.
    """
    sent = await chat.say(alice, "zyzzyva")
    await begun(carol, alice)
    before = await chat.read_by(bob)
    of = {"conversationId": chat.id}
    changes: list[tuple[str, dict[str, Any]]] = [
        ("archiveConversation", {**of, "archived": True}),
        ("deleteConversation", of),
        ("markAsRead", of),
        ("deleteMessage", {"messageId": sent.id}),
    ]
    for path, given in changes:
        none = {**given, next(iter(given)): new_id()}
        refused = await carol.send(f"messages:{path}", **given)
        assert refused is not None, path
        assert refused == await carol.send(f"messages:{path}", **none), path
        assert refused["code"] == "not_found"
        assert (await stranger.send(f"messages:{path}", **given) or {})["code"] == "unauthenticated"
    for query in (get_messages, get_receipts):
        assert await refusal(carol.see(query, conversation_id=chat.id)) == "not_found"
        assert await refusal(stranger.see(query, conversation_id=chat.id)) == "unauthenticated"
    assert await carol.see(get_conversation, conversation_id=chat.id) is None
    for query in (get_conversations, get_unread):
        assert await refusal(carol.see(query, profile_id=alice.profile_id)) == "forbidden"
    assert await refusal(carol.see(search_conversations, profile_id=alice.profile_id, text="zy")) == "forbidden"
    assert await _finds(carol, "zyzzyva") == []
    assert await chat.read_by(bob) == before


async def _finds(who: Member, text: str) -> list[str]:
    return [row.id for row in await who.see(search_conversations, profile_id=who.profile_id, text=text)]


async def test_a_number_beyond_all_messages_is_refused(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(alice, "Low tide")

    refused = await bob.world.engine.mutate(
        session=None,
        request=None,
        path="messages:markAsRead",
        arguments={"conversationId": chat.id, "upTo": 10**30},
        identity=bob.identity,
    )

    assert refused.failure is not None
    assert "upTo" in refused.failure.message


async def test_reading_what_a_deleted_member_wrote_takes_its_notification_back(
    chat: Chat, alice: Member, bob: Member
) -> None:
    await chat.say(alice, "Low tide")
    told = await bob.watch(get_unread_count, profile_id=bob.profile_id)
    before = told.now.intexted
    async with bob.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", alice.identity.subject)

    await bob.do(mark_as_read, conversation_id=chat.id)

    assert (before, told.now.intexted) == (1, 0)
