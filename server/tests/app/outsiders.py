"""A member who is not in a conversation and asks for its messages all the same."""

from __future__ import annotations

import asyncio
import json
import re

from tests.app.correspondents import AWAY, NEWEST, Correspondence
from tests.app.people import Member
from tests.reflow.wire.peer import add

_NAME = re.compile(r"\b[0-9a-f]{16}\b")


class Outsider:
    """A page of a participant of one conversation that asks for the messages of another one as well. It reconnects with
    the same queries whenever it loses its connection.

    Attributes:
        comings: How often it has connected.
        told: The client ids of all messages that the server sent to it, whichever query they answered.
        names_it: Whether the server sent it the other conversation's id.
    """

    def __init__(self, member: Member, own: Correspondence, about: Correspondence) -> None:
        self.comings = 0
        self.told: set[str] = set()
        self.names_it = False
        self._member = member
        self._profile = own.profiles[member.user_id]
        self._about = about

    async def listen(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._ask()
            except AWAY:
                await asyncio.sleep(0.1)

    async def _ask(self) -> None:
        answer = await self._member.ask("/token")
        if answer.status_code >= 500:
            raise ConnectionError(answer.text)  # its database is away
        given = {"conversationId": self._about.id}
        async with self._member.socket() as peer:
            self.comings += 1
            peer.patience = None
            await peer.authenticate(answer.json()["token"])
            await peer.follow(
                add(0, "messages:getConversations", profileId=self._profile, paginationOpts=NEWEST),
                add(1, "messages:getMessages", **given, paginationOpts=NEWEST),
                add(2, "messages:getReceipts", **given),
                add(3, "messages:getTyping", **given),
                add(4, "messages:getConversation", **given),
            )
            while True:
                said = json.dumps(await peer.hear())
                peer.frames.clear()
                self.told.update(_NAME.findall(said))
                self.names_it = self.names_it or self._about.id in said
