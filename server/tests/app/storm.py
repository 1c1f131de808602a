"""Many pages that only look, and come back all at once when their connections are lost."""

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
    """A page on which a conversation is open.

    Args:
        history: Where it notes what it shows.

    Attributes:
        chat_id: The conversation's id.
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
        """Look until cancelled."""
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
                # As browsers do, so that those who were refused at once do not come at once again.
                await asyncio.sleep(random.uniform(pause / 2, pause))
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def shows(self, name: str) -> float:
        """Wait until the newest message is this one; when that was, on the loop's clock."""
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
    """So many pages, spread evenly over both members of the conversations."""
    sides = [(chat, member) for chat in chats for member in (chat.one, chat.other)]
    tokens = [await member.token() for _, member in sides]
    return [Onlooker(*sides[number % len(sides)], tokens[number % len(sides)], history) for number in range(count)]


async def told(chats: Sequence[Correspondence], onlookers: Sequence[Onlooker], history: History) -> list[float]:
    """Have a message sent in each conversation; how many seconds it took until each page showed its own, in order."""
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
    """False where the server was too busy to answer. The name makes sure that it is not there twice."""
    try:
        async with chat.one.page() as page:
            page.peer.patience = 60
            answer = await page.does("messages:sendMessage", **chat.message(chat.one, name))
    except AWAY:
        return False
    assert answer["success"], answer
    return True
