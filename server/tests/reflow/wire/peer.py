"""A client for tests that speaks the protocol frame by frame and checks every frame."""

from __future__ import annotations

import asyncio
import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

PATIENCE = 60.0


def u64(number: int) -> str:
    """A timestamp in the wire's encoding."""
    return b64encode(struct.pack("<Q", number)).decode()


def number(text: str) -> int:
    """A timestamp's number; its text must have twelve characters."""
    assert len(text) == 12
    return int(struct.unpack("<Q", b64decode(text))[0])


def add(query_id: int, path: str, **arguments: Any) -> dict[str, Any]:
    """A modification that follows a query."""
    return {"type": "Add", "queryId": query_id, "udfPath": path, "args": [arguments]}


def mutation(request_id: int, path: str, **arguments: Any) -> dict[str, Any]:
    """A mutation's frame."""
    return {"type": "Mutation", "requestId": request_id, "udfPath": path, "args": [arguments]}


class Peer:
    """One connection.

    Attributes:
        frames: All frames that arrived, without Pings.
        results: The queries' answers after the Transitions so far; an error as its frame.
        version: The end version of the last Transition.
        patience: For how many seconds it waits for a frame; None is for ever.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[dict[str, Any]] = []
        self.results: dict[int, Any] = {}
        self.version: dict[str, Any] = {"querySet": 0, "identity": 0, "ts": u64(0)}
        self.pings = 0
        self.patience: float | None = PATIENCE
        self._query_set = 0

    @property
    def transitions(self) -> list[dict[str, Any]]:
        """The Transitions that arrived."""
        return [frame for frame in self.frames if frame["type"] == "Transition"]

    @property
    def ts(self) -> int:
        """The timestamp of the last Transition."""
        return number(self.version["ts"])

    async def say(self, *messages: dict[str, Any]) -> None:
        """Send frames."""
        for message in messages:
            await self.socket.send(json.dumps(message))

    async def introduce(self, session: str = "a-session", count: int = 0, observed: int | None = None) -> None:
        """Send Connect."""
        seen = {} if observed is None else {"maxObservedTimestamp": u64(observed)}
        await self.say(
            {
                "type": "Connect",
                "sessionId": session,
                "connectionCount": count,
                "lastCloseReason": "InitialConnect",
                "clientTs": 0,
                **seen,
            }
        )

    async def authenticate(self, token: str | None, base: int = 0) -> None:
        """Send Authenticate."""
        kind = {"tokenType": "User", "value": token} if token else {"tokenType": "None"}
        await self.say({"type": "Authenticate", "baseVersion": base, **kind})

    async def follow(self, *modifications: dict[str, Any]) -> None:
        """Send a ModifyQuerySet."""
        base, self._query_set = self._query_set, self._query_set + 1
        await self.say(
            {
                "type": "ModifyQuerySet",
                "baseVersion": base,
                "newVersion": base + 1,
                "modifications": list(modifications),
            }
        )

    async def hear(self) -> dict[str, Any]:
        """The next frame that is not a Ping; its effects are applied."""
        while True:
            async with asyncio.timeout(self.patience):
                text = await self.socket.recv()
            frame: dict[str, Any] = json.loads(text, parse_constant=_refuse)
            if frame["type"] == "Ping":
                self.pings += 1
                continue
            self.frames.append(frame)
            if frame["type"] == "Transition":
                self._apply(frame)
            return frame

    async def until(self, holds: Callable[[], bool]) -> None:
        """Receive frames until the condition holds."""
        while not holds():
            await self.hear()

    async def response(self, request_id: int) -> dict[str, Any]:
        """A call's response."""
        while True:
            for frame in self.frames:
                if frame.get("requestId") == request_id:
                    return frame
            await self.hear()

    async def settled(self, request_id: int) -> dict[str, Any]:
        """A mutation's response, after a Transition that includes its effects."""
        response = await self.response(request_id)
        behind = self.frames.index(response)
        wanted = number(response["ts"]) if response["success"] else 0
        await self.until(
            lambda: any(
                number(frame["endVersion"]["ts"]) >= wanted
                for frame in self.frames[behind:]
                if frame["type"] == "Transition"
            )
        )
        return response

    async def ending(self) -> int:
        """The code with which the server closes the connection, after all frames before it."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def _apply(self, frame: dict[str, Any]) -> None:
        assert frame["startVersion"] == self.version
        self.version = frame["endVersion"]
        number(self.version["ts"])
        for modification in frame["modifications"]:
            query_id = modification["queryId"]
            match modification["type"]:
                case "QueryUpdated":
                    assert modification["logLines"] == []
                    self.results[query_id] = modification["value"]
                case "QueryFailed":
                    assert modification["logLines"] == []
                    self.results[query_id] = modification
                case "QueryRemoved":
                    del self.results[query_id]


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")
