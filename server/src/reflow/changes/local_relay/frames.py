"""The messages between a relay and its followers.

Each is a frame: the length of the rest in four bytes, a byte for its kind, and MessagePack. A follower sends only
positions, of eight bytes each: ``reach`` one, or :data:`ANY`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from struct import Struct
from typing import Final, NamedTuple, Protocol, cast

import msgspec
import psycopg

from reflow.changes.replication import System
from reflow.changes.transactions import Transaction

VERSION: Final = 1
"""Followers and relays of different versions do not meet. Raise it with every change of a message."""

ALIVE_EVERY: Final = 1.0
"""Seconds between the frames by which a relay shows that it runs."""

WELCOME: Final = ord("W")
"""The stream begins: :class:`Welcome`."""
CHANGES: Final = ord("C")
"""Transactions, and the position up to which there are no others: :class:`Changes`."""
ALIVE: Final = ord("A")
"""The relay runs. It may still be waiting for the log."""
ENDED: Final = ord("E")
"""The relay has lost the log, or cannot read it: :class:`Ended`. No frame follows."""

ANY: Final = 0
"""A follower asks for everything that the server has committed by now."""

POSITION: Final = Struct(">Q")
_HEAD = Struct(">IB")
_FIRST_WITHIN = 5.0  # seconds until the first frame; a relay that runs sends one each second
_SILENCE = 10.0  # seconds without a further one
_MOST_WAITING = 64 * 1024 * 1024  # bytes of frames before `pass_to`


class RelayLost(Exception):
    """The connection to the relay has ended, for another reason than the end of the log.

    Attributes:
        is_avoided: The relay may be at fault, so the next connection goes to the log itself.
    """

    def __init__(self, text: str, *, is_avoided: bool = False) -> None:
        super().__init__(text)
        self.is_avoided = is_avoided


class Welcome(msgspec.Struct, array_like=True, frozen=True):
    """Where a stream begins, and in which log."""

    system: System
    position: int
    slot: str


class Changes(msgspec.Struct, array_like=True, frozen=True):
    """Transactions by ascending position, and the position that is reached with them."""

    position: int
    transactions: list[Transaction]


class Ended(msgspec.Struct, array_like=True, frozen=True):
    """Why a stream has ended.

    Attributes:
        sqlstate: PostgreSQL's code of the error; empty for others.
    """

    sqlstate: str
    text: str

    @classmethod
    def of(cls, error: BaseException) -> Ended:
        """The message about this error."""
        return cls(getattr(error, "sqlstate", None) or "", str(error) or type(error).__name__)

    @property
    def error(self) -> psycopg.Error:
        """The error again."""
        try:
            kind = psycopg.errors.lookup(self.sqlstate)
        except KeyError:
            kind = psycopg.OperationalError
        return kind(self.text)


class Frame(NamedTuple):
    """A message as it came."""

    kind: int
    body: bytes


class Take(Protocol):
    """Takes the frames of a relay in their order."""

    def __call__(self, frame: Frame) -> None:
        """Process a frame. An error ends the connection."""


def packed(kind: int, message: msgspec.Struct | None = None) -> bytes:
    """The frame of a message."""
    body = b"" if message is None else msgspec.msgpack.encode(message)
    return _HEAD.pack(len(body) + 1, kind) + body


class FrameReader(asyncio.Protocol):
    """A follower's end of the connection: cuts what comes into frames.

    Frames wait until :meth:`pass_to` says who takes them.

    Attributes:
        ended: Why the connection has ended, once it has.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[BaseException] = self._loop.create_future()
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._waiting: deque[Frame] = deque()
        self._waiting_bytes = 0
        self._come = asyncio.Event()
        self._take: Take | None = None
        self._on_end: Callable[[BaseException], None] = lambda _: None
        self._heard = self._loop.time()
        self._has_heard = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See :class:`asyncio.Protocol`."""
        self._transport = cast("asyncio.Transport", transport)
        self._listen()

    def data_received(self, data: bytes) -> None:
        """See :class:`asyncio.Protocol`."""
        self._heard, self._has_heard = self._loop.time(), True
        buffer, at = self._buffer, 0
        buffer += data
        while len(buffer) - at >= _HEAD.size:
            length, kind = _HEAD.unpack_from(buffer, at)
            end = at + 4 + length
            if len(buffer) < end:
                break
            self._process(Frame(kind, bytes(buffer[at + _HEAD.size : end])))
            at = end
        del buffer[:at]

    def connection_lost(self, exc: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        self.end(exc or RelayLost("The relay ended the connection."))

    async def next(self) -> Frame:
        """The next frame, before :meth:`pass_to`.

        Raises:
            Exception: The connection has ended; this is the reason.
        """
        while not self._waiting:
            if self.ended.done():
                raise self.ended.result()
            self._come.clear()
            await self._come.wait()
        frame = self._waiting.popleft()
        self._waiting_bytes -= len(frame.body)
        return frame

    def pass_to(self, take: Take, on_end: Callable[[BaseException], None]) -> None:
        """Pass all further frames on, beginning with those that wait.

        Args:
            take: Takes them.
            on_end: Is called when the connection ends, with the reason.
        """
        self._take, self._on_end = take, on_end
        while self._waiting:
            self._process(self._waiting.popleft())
        if self.ended.done():
            on_end(self.ended.result())

    def send(self, position: int) -> None:
        """Ask the relay for a position."""
        if self._transport is not None and not self.ended.done():
            self._transport.write(POSITION.pack(position))

    def end(self, reason: BaseException) -> None:
        """End the connection. Later calls do nothing."""
        if self.ended.done():
            return
        self.ended.set_result(reason)
        if self._timer is not None:
            self._timer.cancel()
        self._come.set()
        if self._transport is not None:
            self._transport.abort()
        self._on_end(reason)

    def _process(self, frame: Frame) -> None:
        if self.ended.done() or frame.kind == ALIVE:
            return
        if self._take is None:
            self._waiting.append(frame)
            self._waiting_bytes += len(frame.body)
            self._come.set()
            if self._waiting_bytes > _MOST_WAITING:
                self.end(RelayLost("Too much has come before the stream was begun."))
            return
        try:
            self._take(frame)
        except Exception as error:  # noqa: BLE001  # after a frame that cannot be processed, none can be trusted
            self.end(error)

    def _listen(self) -> None:
        limit = _SILENCE if self._has_heard else _FIRST_WITHIN
        if self._loop.time() - self._heard > limit:
            self.end(RelayLost(f"The relay has been silent for {limit:.0f} seconds.", is_avoided=True))
            return
        self._timer = self._loop.call_later(ALIVE_EVERY, self._listen)
