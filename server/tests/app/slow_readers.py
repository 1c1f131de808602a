"""Pages on devices that hardly read what they are sent, or do not read it at all."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from typing import Any

import httpx
from tests.app.correspondents import AWAY
from tests.app.people import Member, sync_at
from tests.reflow.wire.peer import add
from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.uri import parse_uri

_QUERIES = 8
# A page size that no other client uses: clients with equal arguments share one page, however far it has grown.
_NEWEST = {"numItems": 97, "cursor": None}
_WINDOW = 4096
_ENDURANCE = 60.0


class SlowReader:
    """A page with many subscriptions to one conversation. Whenever the server closes its connection, it reconnects.

    Args:
        rate: How many bytes it reads in a second; with 0 it reads nothing.

    Attributes:
        comings: How often it has connected.
        read: How many bytes it has read.
    """

    def __init__(self, member: Member, conversation_id: str, rate: int) -> None:
        self.comings = 0
        self.read = 0
        self._member = member
        self._conversation_id = conversation_id
        self._rate = rate

    async def stay(self) -> None:
        """Connect and reconnect until cancelled."""
        while True:
            try:
                with await self._come() as opened:
                    self.comings += 1
                    await self._read_slowly(opened)
            except AWAY:
                await asyncio.sleep(0.5)

    async def _come(self) -> socket.socket:
        loop = asyncio.get_running_loop()
        answer = await self._member.ask("/token")
        if answer.status_code != httpx.codes.OK:
            raise ConnectionError(answer.text)  # its database is away
        opened = socket.socket()
        opened.setblocking(False)
        # Before it connects: later the window would stay as wide as it was opened.
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _WINDOW)
        await loop.sock_connect(opened, ("127.0.0.1", self._member.house.port))
        protocol = ClientProtocol(parse_uri(sync_at(self._member.house.address)), origin=self._member.house.origin)  # type: ignore[arg-type]  # its Origin is a str by another name
        protocol.send_request(protocol.connect())
        await _send(opened, protocol)
        while protocol.state is State.CONNECTING:
            chunk = await loop.sock_recv(opened, 1024)
            if not chunk:
                raise ConnectionError("closed before it was open")
            protocol.receive_data(chunk)
        for frame in self._frames(answer.json()["token"]):
            protocol.send_text(json.dumps(frame).encode())
        await _send(opened, protocol)
        return opened

    async def _read_slowly(self, opened: socket.socket) -> None:
        """Read until the server closes the connection. A page that reads nothing never sees that, and leaves after a
        while.
        """
        if not self._rate:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.Event().wait(), _ENDURANCE)
            return
        while chunk := await asyncio.get_running_loop().sock_recv(opened, self._rate):
            self.read += len(chunk)
            await asyncio.sleep(1)

    def _frames(self, token: str) -> list[dict[str, Any]]:
        pages = [{**_NEWEST, "id": number} for number in range(_QUERIES)]
        about = {"conversationId": self._conversation_id}
        queries = [
            add(number, "messages:getMessages", **about, paginationOpts=page) for number, page in enumerate(pages)
        ]
        return [
            {"type": "Connect", "sessionId": "slow", "connectionCount": 0, "lastCloseReason": None, "clientTs": 0},
            {"type": "Authenticate", "baseVersion": 0, "tokenType": "User", "value": token},
            {"type": "ModifyQuerySet", "baseVersion": 0, "newVersion": 1, "modifications": queries},
        ]


async def _send(opened: socket.socket, protocol: ClientProtocol) -> None:
    for part in protocol.data_to_send():
        await asyncio.get_running_loop().sock_sendall(opened, part)
