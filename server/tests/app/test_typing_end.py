"""'is typing' ends with the last connection of the member who typed."""

from __future__ import annotations

from contextlib import AsyncExitStack

from tests.app.correspondents import Correspondence
from tests.app.house import House
from tests.app.people import Member, Page

from mail.mail_server import MailServer


async def _types(page: Page, chat: Correspondence) -> None:
    number = 2_000_000
    await page.peer.say(
        {
            "type": "Action",
            "requestId": number,
            "udfPath": "messages:setTyping",
            "args": [{"conversationId": chat.id, "typing": True}],
        }
    )
    assert (await page.peer.response(number))["success"]


async def test_a_member_who_closes_their_last_page_is_not_shown_typing(house: House, mail_server: MailServer) -> None:
    alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("typa", "typo")]
    chat = await Correspondence.between(alice, bob)
    async with bob.page() as his, AsyncExitStack() as hers:
        shown = await his.follows("messages:getTyping", conversationId=chat.id)
        first, second = [await hers.enter_async_context(alice.page()) for _ in range(2)]
        await _types(first, chat)
        await his.peer.until(lambda: his.peer.results[shown] is not None)

        await first.peer.socket.close()
        await _types(second, chat)  # the server has heard of the closed page by then, and another one is open
        assert his.peer.results[shown] is not None

        await second.peer.socket.close()
        await his.peer.until(lambda: his.peer.results[shown] is None)
