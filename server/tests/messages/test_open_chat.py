"""A member who has just sent a message sends the next one in a single statement, and is refused as before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.members import Member
from tests.messages.conftest import Chat, begun
from tests.product import block
from tests.world import refusal

from inflow.core.ids import new_id
from inflow.messages.keys import KeyRing
from inflow.messages.mutations import mark_as_read, send_message
from inflow.messages.queries import get_messages, get_receipts
from inflow.messages.rotation import rewrap
from inflow.messages.rules import ConversationId
from inflow.messages.send_statement import KnownSenders
from inflow.notifications.queries import get_unread_count
from inflow.profiles.mutations import break_flow
from reflow.postgres.database import Connection


@pytest.fixture
async def open_chat(chat: Chat) -> AsyncIterator[Chat]:
    """A chat in which both have written."""
    await chat.say(chat.one, "Low tide at six")
    await chat.say(chat.other, "I'll bring the boat")
    yield chat


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The statements that transactions of the product run meanwhile; the engine's own are not among them."""
    statements: list[str] = []
    for name in ("rows", "row", "execute"):
        run = getattr(Connection, name)

        async def noted(self: Connection, statement: Any, given: Any, run: Any = run) -> Any:
            statements.append(statement.text(given))
            return await run(self, statement, given)

        monkeypatch.setattr(Connection, name, noted)
    yield statements
    monkeypatch.undo()


async def test_the_next_message_takes_one_statement(
    open_chat: Chat, alice: Member, bob: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(monkeypatch) as statements:
        await alice.world.engine.mutate(
            session=new_id(),
            request=0,
            path="messages:sendMessage",
            arguments=open_chat.wire(alice, "See you there"),
            identity=alice.identity,
        )

    assert len([each for each in statements if "INSERT" in each or "users.clerk_id" in each]) == 1
    assert await open_chat.texts(bob) == ["See you there", "I'll bring the boat", "Low tide at six"]
    assert (await bob.see(get_unread_count, profile_id=bob.profile_id)).intexted == 1


async def test_a_message_runs_the_page_again_and_neither_the_participants_nor_the_receipts(
    open_chat: Chat, alice: Member, bob: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = [await who.watch(get_messages, conversation_id=open_chat.id) for who in (alice, bob)]
    screens_of_receipts = [await who.watch(get_receipts, conversation_id=open_chat.id) for who in (alice, bob)]

    with counted(monkeypatch) as statements:
        given = send_message.complete(open_chat.message(alice, "See you there"))
        await alice.world.engine.run_mutation(send_message, given, alice.identity)
        await alice.world.show(screens)

    assert [screen.now.page[0].encrypted_content for screen in screens] == ["See you there"] * 2
    reads = [each for each in statements if each.startswith("SELECT")]
    assert [each for each in reads if "conversation_sides" in each] == []
    await alice.world.settle()
    await bob.do(mark_as_read, conversation_id=open_chat.id)
    assert [screen.now.read_up_to for screen in screens_of_receipts] == [0, 3]


async def test_after_the_flow_broke_the_next_message_is_refused(open_chat: Chat, alice: Member, bob: Member) -> None:
    await bob.do(break_flow, profile_id=bob.profile_id, other_id=alice.profile_id)

    assert await refusal(open_chat.say(alice, "Still there?")) == "forbidden"
    assert len(await open_chat.texts(bob)) == 2


async def test_after_a_block_the_conversation_does_not_exist(open_chat: Chat, alice: Member, bob: Member) -> None:
    await block(bob, alice)

    assert await refusal(open_chat.say(alice, "Still there?")) == "not_found"


async def test_a_name_or_a_receiver_that_is_not_theirs_is_refused(
    open_chat: Chat, alice: Member, bob: Member, carol: Member
) -> None:
    await begun(alice, carol)

    assert await refusal(open_chat.say(alice, "It is me", sender_id=bob.profile_id)) == "forbidden"
    assert await refusal(open_chat.say(alice, "To Carol", receiver_id=carol.profile_id)) == "forbidden"
    assert await refusal(carol.do(send_message, **open_chat.message(alice, "It is Alice"))) == "not_found"
    assert len(await open_chat.texts(bob)) == 2


async def test_the_same_client_id_is_the_same_message(open_chat: Chat, alice: Member, bob: Member) -> None:
    name = new_id()
    first = await open_chat.say(alice, "Once", client_id=name)

    assert await open_chat.say(alice, "Once", client_id=name) == first
    assert await refusal(open_chat.say(alice, "Twice", client_id=name)) == "conflict"
    assert (await open_chat.texts(bob))[0] == "Once"


async def test_a_new_key_encrypts_the_next_message(open_chat: Chat, alice: Member, bob: Member) -> None:
    database, ring = alice.world.database, alice.world.engine.dependencies.of(KeyRing)
    ring.add()
    await rewrap(database, ring, renew=True)

    sent = await open_chat.say(alice, "Under the new key")

    async with database.connection() as connection:
        (row,) = await connection.text("SELECT get_byte(content, 1) AS key FROM messages WHERE id = $1", sent.id)
    assert row.key == 2
    assert (await open_chat.texts(bob))[0] == "Under the new key"


async def test_after_its_key_was_wrapped_anew_the_chat_uses_the_new_wrapping(open_chat: Chat, alice: Member) -> None:
    dependencies = alice.world.engine.dependencies
    ring = dependencies.of(KeyRing)
    ring.add()
    await rewrap(alice.world.database, ring)

    await open_chat.say(alice, "See you there")

    known = dependencies.of(KnownSenders).find(ConversationId(open_chat.id), alice.profile_id)
    assert known is not None
    assert known.keys.kek_id == ring.newest


async def test_a_chat_whose_keys_were_damaged_goes_on_once_they_are_restored(
    open_chat: Chat, alice: Member, bob: Member
) -> None:
    swap = "UPDATE conversation_keys SET wrapped = $1 WHERE conversation_id = $2"
    async with alice.world.database.connection() as connection:
        ((keys,),) = await connection.text(
            "SELECT wrapped FROM conversation_keys WHERE conversation_id = $1", open_chat.id
        )
        await connection.text(swap, bytes(reversed(keys)), open_chat.id)
        for _ in range(2):
            assert await refusal(open_chat.say(alice, "Hello?")) == "unreadable"
        await connection.text(swap, keys, open_chat.id)

    await open_chat.say(alice, "See you there")

    assert await open_chat.texts(bob) == ["See you there", "I'll bring the boat", "Low tide at six"]
