"""messages: setTyping, getTyping."""

from __future__ import annotations

from typing import Any

from tests.members import Member
from tests.messages.conftest import Chat
from tests.world import Person, refusal

from inflow.messages.actions import set_typing
from inflow.messages.queries import get_typing
from inflow.profiles.mutations import break_flow
from reflow.live.actions import ActionContext

REQUESTS = "SELECT count(*) FROM reflow_requests"


async def types(who: Person, chat: Chat, **given: Any) -> None:
    """Call the action as a page does."""
    ctx = ActionContext(who.world.engine, who.identity)
    await set_typing.call(ctx, conversation_id=chat.id, **{"typing": True, **given})
    await who.world.settle()


async def test_the_other_side_sees_it_and_no_table_does(chat: Chat, alice: Member, bob: Member) -> None:
    his = await bob.watch(get_typing, conversation_id=chat.id)
    hers = await alice.watch(get_typing, conversation_id=chat.id)
    before = await _requests(alice)

    await types(alice, chat)

    assert his.now is not None
    assert hers.now is None
    first = his.now
    await types(alice, chat)
    await types(bob, chat)
    assert his.now >= first
    assert hers.now is not None
    await types(alice, chat, typing=False)
    assert his.now is None
    assert await _requests(alice) == before


async def test_nobody_else_types_or_sees_it(
    chat: Chat, alice: Member, bob: Member, carol: Member, stranger: Person
) -> None:
    assert await refusal(types(carol, chat)) == "not_found"
    assert await refusal(types(stranger, chat)) == "unauthenticated"
    assert await refusal(carol.see(get_typing, conversation_id=chat.id)) == "not_found"
    await alice.do(break_flow, profile_id=alice.profile_id, other_id=bob.profile_id)
    assert await refusal(types(alice, chat)) == "forbidden"


async def _requests(who: Member) -> int:
    async with who.world.database.connection() as connection:
        count: int = (await connection.text(REQUESTS))[0][0]
    return count
