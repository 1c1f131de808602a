"""Many pages that only read, and that all reconnect at once when their connections are lost."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Sequence

from tests.app.correspondents import AWAY, Correspondence
from tests.app.history import History
from tests.app.people import Member
from tests.reflow.wire.peer import Peer, add

_MESSAGES = "messages:getMessages"
_NEWEST = {"numItems": 10, "cursor": None, "id": 0}
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 2.0


class Onlooker:
    """A page with a conversation open.

    Args:
        history: The record of the messages that it shows.

    Attributes:
        chat_id: The id of the conversation.
        comings: How often it has connected.
    """

    def __init__(self, chat: Correspondence, member: Member, token: str, history: History) -> None:
        self.comings = 0
        self._history = history
        self.chat_id = chat.id
        self._member = member
        self._token = token
        self._session = secrets.token_hex(8)
        self._shown: str | None = None
        self._news = asyncio.Event()

    async def look(self) -> None:
        """Show the conversation until cancelled."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with self._member.socket(session=self._session, count=self.comings) as peer:
                    peer.patience = None
                    await peer.authenticate(self._token)
                    await peer.follow(add(0, _MESSAGES, conversationId=self.chat_id, paginationOpts=_NEWEST))
                    await peer.until(lambda peer=peer: 0 in peer.results)
                    self.comings += 1
                    pause = _FIRST_PAUSE
                    await self._watch(peer)
            except AWAY:
                # As browsers do, so that the pages that were refused at once do not reconnect at once.
                await asyncio.sleep(random.uniform(pause / 2, pause))
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def shows(self, name: str) -> float:
        """Wait until this message is the newest; the time of that, on the loop's clock."""
        while self._shown != name:
            self._news.clear()
            await self._news.wait()
        return asyncio.get_running_loop().time()

    async def _watch(self, peer: Peer) -> None:
        while True:
            shown = [message["clientId"] for message in reversed(peer.results[0]["page"])]
            self._shown = shown[-1] if shown else None
            self._history.read(self._session, self.chat_id, shown)
            self._news.set()
            peer.frames.clear()
            await peer.hear()


async def gathered(chats: Sequence[Correspondence], count: int, history: History) -> list[Onlooker]:
    """This many pages, spread evenly over both members of the conversations."""
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    tokens = [await member.token() for _, member in sides]
    return [Onlooker(*sides[number % len(sides)], tokens[number % len(sides)], history) for number in range(count)]


async def told(chats: Sequence[Correspondence], onlookers: Sequence[Onlooker], history: History) -> list[float]:
    """Have a message sent in each conversation; how many seconds each page took to show its own, in the order of the
    times.
    """
    began = asyncio.get_running_loop().time()
    names = {chat.id: secrets.token_hex(8) for chat in chats}
    shown = [asyncio.create_task(each.shows(names[each.chat_id])) for each in onlookers]
    for chat in chats:
        history.invoked(chat.one.username, chat.id, names[chat.id])
        while not await _sent(chat, names[chat.id]):
            pass
        history.acknowledged(chat.one.username, chat.id, names[chat.id])
    return sorted([await each - began for each in shown])


async def _sent(chat: Correspondence, name: str) -> bool:
    """Send a message; False if the server was too busy to answer. Its client id prevents a second copy."""
    try:
        async with chat.one.page() as page:
            page.peer.patience = 60
            answer = await page.does("messages:sendMessage", **chat.message(chat.one, name))
    except AWAY:
        return False
    assert answer["success"], answer
    return True
