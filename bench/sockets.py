"""A cheap client: WebSocket and HTTP/1.1 by hand, so that the measurement is mostly of the server.

The same client talks to the product and to its floor, so both include its own cost.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
from collections import deque
from typing import cast

_LENGTH = re.compile(rb"(?i)content-length: *(\d+)")
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
PATIENCE = 20.0  # seconds to wait for a frame


class Broken(Exception):
    """The server closed the connection, or refused it."""


class Socket(asyncio.Protocol):
    """One WebSocket connection.

    Attributes:
        received: Bytes of all text frames so far.
    """

    def __init__(self) -> None:
        self.received = 0
        self._transport: asyncio.Transport
        self._buffer = b""
        self._frames: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._open = False
        self._broken: str | None = None

    @classmethod
    async def connect(cls, port: int, path: str) -> Socket:
        """Connect to the server on this machine."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(cls, "127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        socket._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with asyncio.timeout(PATIENCE):
            while not socket._open:
                await socket._something()
        return socket

    def send(self, text: str) -> None:
        """Send a text frame."""
        self._send(_TEXT, text.encode())

    async def next(self) -> bytes:
        """The next text frame."""
        while not self._frames:
            await self._something()
        return self._frames.popleft()

    async def until(self, marker: bytes) -> bytes:
        """The next text frame that contains these bytes; frames before it are skipped."""
        async with asyncio.timeout(PATIENCE):
            while marker not in (frame := await self.next()):
                pass
        return frame

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._broken = self._broken or f"connection lost: {exc}"
        self._wake()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._broken = head.decode("latin-1")
            self._open = True
        self._buffer = self._take(buffer)
        self._wake()

    def _take(self, buffer: bytes) -> bytes:
        """Take all complete frames; returns the rest of the buffer."""
        at, end = 0, len(buffer)
        while end - at >= 2:
            size, body = buffer[at + 1], at + 2
            if size == 126:
                size, body = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, body = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if end < body + size:
                break
            self._frame(buffer[at] & 15, buffer[body : body + size])
            at = body + size
        return buffer[at:]

    def _frame(self, kind: int, content: bytes) -> None:
        if kind == _TEXT:
            self.received += len(content)
            self._frames.append(content)
        elif kind == _PING:
            self._send(_PONG, content)
        elif kind == _CLOSE:
            self._broken = f"closed by the server: {content[2:].decode()}"

    def _send(self, kind: int, content: bytes) -> None:
        # A mask of zeros is valid, and the server still has to apply it.
        size = len(content)
        if size < 126:
            head = bytes((128 | kind, 128 | size))
        elif size < 65536:
            head = bytes((128 | kind, 128 | 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((128 | kind, 128 | 127)) + size.to_bytes(8, "big")
        self._transport.write(head + b"\0\0\0\0" + content)

    async def _something(self) -> None:
        if self._broken:
            raise Broken(self._broken)
        self._waiting = asyncio.get_running_loop().create_future()
        await self._waiting

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Http(asyncio.Protocol):
    """One HTTP connection that is kept open.

    Attributes:
        is_open: False once the server has closed the connection, as it does with idle ones.
    """

    def __init__(self) -> None:
        self.is_open = True
        self._transport: asyncio.Transport
        self._buffer = b""
        self._answer: asyncio.Future[bytes]

    @classmethod
    async def connect(cls, port: int) -> Http:
        """Connect to the server on this machine."""
        _, http = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return http

    async def post(self, path: str, body: bytes, headers: str = "") -> bytes:
        """Send a request; the answer's head and body."""
        self._answer = asyncio.get_running_loop().create_future()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{headers}"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._transport.write(head.encode() + body)
        return await asyncio.wait_for(self._answer, PATIENCE)

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # the protocol's
        self.is_open = False

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head = self._buffer.find(b"\r\n\r\n")
        if head < 0:
            return
        length = _LENGTH.search(self._buffer, 0, head)
        whole = head + 4 + (int(length[1]) if length else 0)
        if len(self._buffer) >= whole:
            answer, self._buffer = self._buffer[:whole], self._buffer[whole:]
            self._answer.set_result(answer)
