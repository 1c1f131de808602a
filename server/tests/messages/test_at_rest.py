"""Stored messages: the database contains no text of them, operators can change the keys, and decryption detects
changes.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.members import Member
from tests.messages.conftest import Chat
from tests.world import refusal, refusal_in_words

from inflow.core.encryption import DecryptionFailed
from inflow.messages.actions import set_typing
from inflow.messages.erasure import leave_conversations
from inflow.messages.keys import MOST_KEYS, BadKeys, KeyRing, MissingKey
from inflow.messages.mutations import delete_conversation, delete_message, send_message
from inflow.messages.queries import get_conversations, get_messages, search_conversations
from inflow.messages.rotation import rewrap, unopenable
from inflow.notifications.queries import get_unread_count
from reflow.live.actions import ActionContext

TABLES = """
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
"""
OUTSIDE_OF_PUBLIC = TABLES + " AND schemaname <> 'public'"
UNREADABLE = ("unreadable", "A message was changed outside of this app and cannot be shown.")
CANARY = "hemidemisemiquaver"
SWAP = "UPDATE messages SET content = (SELECT content FROM messages WHERE id = $1) WHERE id = $2"
FLIP = "UPDATE messages SET content = set_byte(content, 20, get_byte(content, 20) # 1) WHERE id = $1"
RESEAT = "UPDATE messages SET seat = 1 - seat WHERE id = $1"
RETYPE = "UPDATE messages SET type = 'emoji' WHERE id = $1"
KEYS_USED = "SELECT get_byte(content, 1) AS key FROM messages WHERE conversation_id = $1 ORDER BY seq"
OF_OLDER_KEY = "UPDATE messages SET content = set_byte(content, 1, 3) WHERE id = $1"
REMOVE_MEDIUM = "DELETE FROM media WHERE id = $1"
WAITING = "SELECT count(*) AS count FROM pg_locks WHERE NOT granted"
OF_TABLE = "SELECT t::text AS text FROM {} t"


async def test_no_word_of_a_message_is_in_any_table(chat: Chat, alice: Member, bob: Member) -> None:
    sent = await alice.world.engine.mutate(
        session="a page",
        request=1,
        path="messages:sendMessage",
        arguments=chat.wire(alice, f"The {CANARY} again"),
        identity=alice.identity,
    )
    assert sent.failure is None
    page = await bob.watch(get_messages, conversation_id=chat.id)
    told = await bob.watch(get_unread_count, profile_id=bob.profile_id)
    found = await bob.watch(search_conversations, profile_id=bob.profile_id, text=CANARY)
    typing = ActionContext(bob.world.engine, bob.identity)
    await set_typing.call(typing, conversation_id=chat.id, typing=True)
    await chat.say(bob, f"Which {CANARY}?", reply_to_id=page.now.page[0].id)
    await chat.say(alice, await alice.upload(), type="photo")
    await chat.say(alice, CANARY, type="emoji")
    typed = await chat.say(bob, "Wich?")
    edited = await alice.world.engine.mutate(
        session="another page",
        request=1,
        path="messages:editMessage",
        arguments={"messageId": typed.id, "content": f"A {CANARY}", "type": "text"},
        identity=bob.identity,
    )
    assert edited.failure is None
    await alice.world.settle()
    assert [CANARY in each.encrypted_content for each in page.now.page] == [True, True, False, True, True]
    assert told.now.intexted == len(found.now) == 1

    async with alice.world.database.connection() as connection:
        assert len(await connection.text(OUTSIDE_OF_PUBLIC)) > 0
        for (table,) in await connection.text(TABLES):
            kept = " ".join(row.text for row in await connection.text(OF_TABLE.format(table))).lower()
            assert CANARY not in kept, table
            assert CANARY.encode().hex() not in kept, table


@pytest.mark.parametrize("tampering", [FLIP, RESEAT, RETYPE])
async def test_a_row_that_was_changed_is_refused_in_one_way(
    chat: Chat, alice: Member, bob: Member, tampering: str
) -> None:
    sent = await chat.say(alice, "Pay Bob")
    page = await bob.watch(get_messages, conversation_id=chat.id)

    await _by_hand(alice, tampering, sent.id)

    with pytest.raises(Exception, match="changed outside"):
        _ = page.now
    assert await refusal_in_words(bob.see(get_conversations, profile_id=bob.profile_id)) == UNREADABLE


async def test_a_message_cannot_be_put_in_anothers_place(chat: Chat, alice: Member, bob: Member) -> None:
    one, other = await chat.say(alice, "Yes"), await chat.say(alice, "No")

    await _by_hand(alice, SWAP, one.id, other.id)

    assert await refusal_in_words(bob.see(get_messages, conversation_id=chat.id)) == UNREADABLE


async def test_keys_are_changed_while_messages_are_sent(chat: Chat, alice: Member, bob: Member) -> None:
    database, running = alice.world.database, alice.world.engine.dependencies.of(KeyRing)
    assert running.path is not None
    await chat.say(alice, "Before")
    older = running.newest
    operators = KeyRing.kept_in(running.path)

    sends = [asyncio.create_task(_says(chat, who, "Meanwhile")) for who in (alice, bob) for _ in range(5)]
    newer = operators.add()
    count = await rewrap(database, operators)
    await asyncio.gather(*sends)

    assert count >= 1
    assert await rewrap(database, operators) == 0
    assert await chat.texts(bob) == ["Meanwhile"] * 10 + ["Before"]
    assert await unopenable(database, operators) == []
    assert await unopenable(database, KeyRing({older: b"1" * 32})) == [newer]
    assert await unopenable(database, KeyRing({newer: b"1" * 32})) == [newer]


async def test_a_conversation_has_a_new_key_from_now_on_and_is_read_with_all_of_them(
    chat: Chat, alice: Member, bob: Member
) -> None:
    database, ring = alice.world.database, alice.world.engine.dependencies.of(KeyRing)
    page = await bob.watch(get_messages, conversation_id=chat.id)
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)
    written = []
    for times in range(3):
        written.append(await chat.say(alice, f"Key {times + 1}"))
        ring.add()

        await rewrap(database, ring, renew=True)

        await alice.world.settle()
    last = await chat.say(bob, "Key 4", reply_to_id=written[0].id)

    assert [each.encrypted_content for each in page.now.page] == ["Key 4", "Key 3", "Key 2", "Key 1"]
    assert page.now.page[0].reply_to is not None
    assert page.now.page[0].reply_to.text == "Key 1"
    assert inbox.now.page[0].last_message_text == "Key 4"
    async with database.connection() as connection:
        used = await connection.text(KEYS_USED, chat.id)
    assert [row.key for row in used] == [1, 2, 3, 4]
    await _by_hand(alice, OF_OLDER_KEY, last.id)
    assert await refusal_in_words(bob.see(get_messages, conversation_id=chat.id)) == UNREADABLE


async def test_conversations_that_begin_or_are_written_to_meanwhile_lose_nothing(
    chat: Chat, alice: Member, bob: Member
) -> None:
    database, ring = alice.world.database, alice.world.engine.dependencies.of(KeyRing)

    sends = [asyncio.create_task(_says(chat, who, "Meanwhile")) for who in (alice, bob) for _ in range(5)]
    for _ in range(3):
        ring.add()
        await rewrap(database, ring, renew=True)
    await asyncio.gather(*sends)

    assert await chat.texts(bob) == ["Meanwhile"] * 10


def test_a_conversation_has_as_many_keys_as_a_byte_can_name() -> None:
    ring = KeyRing({"one": b"1" * 32})
    kept = ring.make("a conversation")
    for _ in range(MOST_KEYS + 2):
        kept = ring.renewed("a conversation", kept)

    assert kept.version == MOST_KEYS == 255
    key = ring.open("a conversation", kept)
    assert key.open("a message", 0, "text", key.seal("a message", 0, "text", "Low tide")) == "Low tide"
    with pytest.raises(DecryptionFailed):
        ring.open("a conversation", kept._replace(version=254))
    for sealed in (b"", b"\x01", b"\x01\x00" + b"0" * 40, b"\x02\x01" + b"0" * 40):
        with pytest.raises(DecryptionFailed):
            key.open("a message", 0, "text", sealed)


async def test_a_photo_is_kept_as_long_as_a_message_shows_it(chat: Chat, alice: Member, bob: Member) -> None:
    photo = await alice.upload()
    sent = await chat.say(alice, photo, type="photo")

    with pytest.raises(asyncpg.ForeignKeyViolationError, match="messages_media_id_fkey"):
        await _by_hand(alice, REMOVE_MEDIUM, photo.split("/")[2])

    await alice.do(delete_message, message_id=sent.id)
    await _by_hand(alice, REMOVE_MEDIUM, photo.split("/")[2])


async def test_a_photo_that_is_tidied_away_in_this_moment_is_not_sent(chat: Chat, alice: Member, bob: Member) -> None:
    photo = await alice.upload()
    async with alice.world.database.transaction() as connection:
        await connection.text(REMOVE_MEDIUM, photo.split("/")[2])
        sending = asyncio.create_task(_says(chat, alice, photo, type="photo"))
        while not await _waits(alice):
            pass

    assert await refusal(sending) == "invalid"
    assert await chat.texts(bob) == []


async def test_a_member_who_left_is_an_empty_seat(chat: Chat, alice: Member, bob: Member) -> None:
    photo = await chat.say(alice, await alice.upload(), type="photo")
    await chat.say(alice, "Goodbye")
    page = await bob.watch(get_messages, conversation_id=chat.id)
    inbox = await bob.watch(get_conversations, profile_id=bob.profile_id)

    await _leave(alice)

    assert [(each.encrypted_content, each.is_own) for each in page.now.page] == [("Goodbye", False), ("", False)]
    assert page.now.page[1].id == photo.id
    assert inbox.now.page[0].last_message_text == "Goodbye"
    async with alice.world.database.connection() as connection:
        for table in ("messages", "conversation_sides", "conversations"):
            kept = " ".join(row.text for row in await connection.text(OF_TABLE.format(table)))
            assert alice.user_id not in kept
    await bob.do(delete_conversation, conversation_id=chat.id)
    async with alice.world.database.connection() as connection:
        assert not await connection.text("SELECT id FROM conversations WHERE id = $1", chat.id)


async def test_what_only_somebody_who_leaves_still_had_goes_with_them(chat: Chat, alice: Member, bob: Member) -> None:
    await chat.say(alice, "Goodbye")
    await bob.do(delete_conversation, conversation_id=chat.id)

    await _leave(alice)

    async with alice.world.database.connection() as connection:
        assert not await connection.text("SELECT id FROM messages WHERE conversation_id = $1", chat.id)


def test_a_ring_is_kept_in_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "messages"
    ring, twin = KeyRing.kept_in(path), KeyRing.kept_in(path)
    kept = ring.make("a conversation")

    added = ring.add()

    assert path.stat().st_mode & 0o777 == 0o600
    assert ring.newest == added == twin.newest == KeyRing.kept_in(path).newest
    anew = ring.wrapped_anew("a conversation", kept)
    sealed = ring.open("a conversation", kept).seal("a message", 0, "text", "Low tide")
    assert twin.open("a conversation", anew).open("a message", 0, "text", sealed) == "Low tide"
    with pytest.raises(DecryptionFailed):
        ring.open("another", kept)
    with pytest.raises(MissingKey):
        KeyRing({"other": b"0" * 32}).open("a conversation", kept)
    path.chmod(0o644)
    with pytest.raises(PermissionError, match="chmod 600"):
        KeyRing.kept_in(path)


@pytest.mark.parametrize("text", ["", "one", "one:AAAA", f"one:{'A' * 43}=,one:{'B' * 43}=", f":{'A' * 43}="])
def test_what_are_no_keys_is_refused(text: str) -> None:
    with pytest.raises(BadKeys):
        KeyRing.given(text)


async def _by_hand(who: Member, sql: str, *arguments: str) -> None:
    async with who.world.database.connection() as connection:
        await connection.text(sql, *arguments)
    await who.world.settle()


async def _says(chat: Chat, who: Member, content: str, **more: Any) -> None:
    given = send_message.complete(chat.message(who, content, **more))
    await who.world.engine.run_mutation(send_message, given, who.identity)


async def _waits(who: Member) -> bool:
    async with who.world.database.connection() as connection:
        (row,) = await connection.text(WAITING)
        return bool(row.count)


async def _leave(who: Member) -> None:
    async with who.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await leave_conversations(connection, who.user_id)
    await who.world.settle()
