"""uvicorn's protocols, with limits that they lack: on the head of a request, and on a peer that does not read."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Any, ClassVar
from weakref import WeakSet

from reflow.extras import missing_extra
from reflow.wire.unfinished_messages import CALLER_EXTENSION, UnfinishedMessages

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
    from uvicorn.server import ServerState
    from websockets.frames import CloseCode
except ModuleNotFoundError as error:
    raise missing_extra("serve", error) from error

_draining: WeakSet[ServerState] = WeakSet()
_TOO_LARGE = "The request's head is too large."


def drain(state: ServerState) -> None:
    """From now on, end each HTTP connection of this server with its next response, because the server is about to end.
    A client then sends no request on a connection that is being closed.
    """
    _draining.add(state)


class Requests(HttpToolsProtocol):
    """HTTP with limits on the size and time of a request's head, and on a peer that does not read.

    Attributes:
        max_head: The largest head in bytes. The parser alone would accept any size.
        head_timeout: Seconds for a head to arrive. The application waits for the body.
        read_timeout: Seconds within which a peer must read some of the data that waits for it.
    """

    max_head = 16 * 1024
    head_timeout = 10.0
    read_timeout = 30.0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_in_head = True
        self._fed = 0  # bytes received since the head began, while it is incomplete
        self._size = 0  # size of its complete parts
        self._unread = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its parent's is
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(self.head_timeout, self._give_up)

    def data_received(self, data: bytes) -> None:
        if self._is_in_head:
            self._fed += len(data)
            # Data that arrives during an answer is the next request, whose time begins after that answer.
            if self._head_timer is None and (self.cycle is None or self.cycle.response_complete):
                self._head_timer = self.loop.call_later(self.head_timeout, self._give_up)
        super().data_received(data)
        # Twice as much, because of the characters between the parts.
        if self._is_in_head and self._fed > 2 * self.max_head and not self.transport.is_closing():
            self.send_400_response(_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._size = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._grow(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._grow(len(name) + len(value))

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        _cancel(self._head_timer)
        self._head_timer = None
        super().on_headers_complete()
        if self.server_state in _draining:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_in_head = True
        self._fed = 0

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_again()

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._read_timer)
        self._read_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._head_timer)
        _cancel(self._read_timer)
        super().connection_lost(exc)

    def _grow(self, by: int) -> None:
        self._size += by
        if self._size > self.max_head:
            raise ValueError(_TOO_LARGE)  # the parser turns it into a bad request

    def _give_up(self) -> None:
        self._head_timer = None
        self.transport.close()

    def _look_again(self) -> None:
        self._unread = self.transport.get_write_buffer_size()
        self._read_timer = self.loop.call_later(self.read_timeout, self._look)

    def _look(self) -> None:
        """Abort the connection of a peer that has read nothing since the last check; closing would wait for it."""
        if self.transport.get_write_buffer_size() >= self._unread:
            self.transport.abort()
        else:
            self._look_again()


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets with limits on the time, fragments and memory of a message, and on closing.

    A peer that answers no ping is closed, unless it sends something else: the answer to a ping waits behind a large
    message on a slow uplink. A peer whose data is not read for now is not closed either.

    Attributes:
        close_timeout: Seconds for the peer to read the last data, once the socket is closed for us.
        message_timeout: Seconds for a message to arrive; time in which the application does not read does not count.
        message_rate: Bytes of the message for which there is one more second.
        fragments: The most fragments of a message. Empty ones would not count towards its size.
        unfinished: The memory for incomplete messages of this process. A connection that needs more is aborted; clients
            connect again after a pause, and send their calls again.
    """

    close_timeout = 12.0
    message_timeout = 30.0
    message_rate = 16 * 1024
    fragments = 4096
    unfinished: ClassVar = UnfinishedMessages(each=32 * 1024 * 1024, everybody=256 * 1024 * 1024)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._caller: Hashable = None
        self._held = 0
        self._abort_timer: asyncio.TimerHandle | None = None
        self._message_timer: asyncio.TimerHandle | None = None
        self._message_began = 0.0
        self._heard_at = 0.0

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[CALLER_EXTENSION] = self._identify

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        super().data_received(data)
        if not self._hold(self._unfinished):
            self._discard()  # at once, or the other messages of the same moment would not fit either
            self.transport.abort()
        if self._message_timer is None and self._held:
            self._message_began = self.loop.time()
            self._message_timer = self.loop.call_later(self.message_timeout, self._check_message)

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) < self.fragments:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        self._stop_message_timer()
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(self.frames):
            # uvicorn would log it as an error of the server, with a traceback.
            self.frames = []
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    @property
    def _unfinished(self) -> int:
        """How many bytes of an incomplete message are in memory."""
        return len(self.conn.reader.buffer) + sum(map(len, self.frames))

    def _hold(self, size: int) -> bool:
        """Count what is in memory of an incomplete message; whether it may be."""
        before, self._held = self._held, size
        return before == size or self.unfinished.change(self._caller, before, size)

    def _discard(self) -> None:
        """Free what is in memory of an incomplete message. The connection's objects wait for the garbage collector."""
        self.conn.reader.buffer.clear()
        self.frames = []
        self._hold(0)

    def _identify(self, caller: Hashable) -> None:
        """Count it for this caller from now on."""
        held = self._held
        self._hold(0)
        self._caller = caller
        self._hold(held)

    def _check_message(self) -> None:
        self._message_timer = None
        held = self._unfinished
        if not held:
            return
        if self.read_paused:
            self._message_began = self.loop.time()
        left = self._message_began + self.message_timeout + held / self.message_rate - self.loop.time()
        if left > 0:
            self._message_timer = self.loop.call_later(left, self._check_message)
        else:
            self.transport.abort()

    def _stop_message_timer(self) -> None:
        _cancel(self._message_timer)
        self._message_timer = None

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self._abort_soon()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # A refused handshake is complete; uvicorn would treat it as an error, and log it.
            self.handshake_complete = True

    def keepalive_timeout(self) -> None:
        if self._heard_at > self.ping_sent_at or self.read_paused:
            self.send_keepalive_ping()
            return
        super().keepalive_timeout()
        self._abort_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_message_timer()
        self._discard()
        _cancel(self._abort_timer)
        self._abort_timer = None

    def _abort_soon(self) -> None:
        """Abort the transport soon: a closed one waits until the peer has read everything, possibly for ever, and keeps
        its memory.
        """
        if self._abort_timer is None and not self.disconnected:
            self._abort_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def _is_text(fragments: list[bytes]) -> bool:
    try:
        b"".join(fragments).decode()
    except UnicodeDecodeError:
        return False
    return True


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
