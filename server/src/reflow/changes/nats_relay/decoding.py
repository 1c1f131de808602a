"""The decoder: reads the log, and publishes its transactions."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from reflow.changes.change_stream import Deliver
from reflow.changes.local_relay.frames import (
    ALIVE,
    ALIVE_EVERY,
    ANY,
    CHANGES,
    ENDED,
    WELCOME,
    Changes,
    Ended,
    RelayLost,
    Welcome,
    packed,
)
from reflow.changes.nats_relay.channel import FAILURES, HEAD, HELLO, Channel
from reflow.changes.nats_relay.following import positions_in
from reflow.changes.replication import System
from reflow.changes.stream import LogConnection, Stream

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

    from reflow.changes.transactions import Transaction

_PIECE = 512 * 1024  # bytes of a message; NATS allows 1 MiB, unless its operator says otherwise
_MOST_WAITING = 64 * 1024 * 1024  # bytes that NATS has not taken yet


class DecoderConnection:
    """The log itself, which is published as it is read. Implements `StreamConnection`.

    Args:
        log: A connection to the log.
        client: A connection to NATS that does not come back by itself.
        leave: Called when the stream has ended: another process may decode then.
    """

    def __init__(
        self, log: LogConnection, client: Client, channel: Channel, leave: Callable[[], Awaitable[None]]
    ) -> None:
        self._log = log
        self._client = client
        self._channel = channel
        self._leave = leave
        self._system: System | None = None
        self._stream: Stream | None = None
        self._leaving: asyncio.Future[None] | None = None

    @property
    def slot(self) -> str:
        """The slot of the log."""
        return self._log.slot

    async def identify(self) -> System:
        """The identity of the log."""
        self._system = await self._log.identify()
        return self._system

    async def stream(self, deliver: Deliver) -> Stream:
        """Stream from the log, and publish it."""
        assert self._system is not None
        publisher = _Publisher(self._client, self._channel)

        def deliver_to_all(transactions: list[Transaction]) -> None:
            deliver(transactions)
            publisher.publish(transactions)

        stream = self._stream = await self._log.stream(deliver_to_all)
        publisher.begin(stream, Welcome(self._system, stream.position, self._log.slot), self._leave)
        return stream

    def close(self) -> None:
        """Give the connection up."""
        self._log.close()
        self._leaving = asyncio.ensure_future(self._leave())

    def end(self) -> None:
        """Decode no longer: this process has lost the lock, so that another one decodes."""
        if self._stream is not None:
            self._stream.close()


class _Publisher:
    """Publishes frames in their order, and answers requests."""

    def __init__(self, client: Client, channel: Channel) -> None:
        self._client = client
        self._channel = channel
        self._decoder = secrets.token_bytes(8)
        self._number = 0
        self._frames: asyncio.Queue[tuple[bytes, bool]] = asyncio.Queue()
        self._waiting = 0
        self._stream: Stream | None = None
        self._welcome: Welcome | None = None
        self._awaited: int | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, stream: Stream, welcome: Welcome, leave: Callable[[], Awaitable[None]]) -> None:
        """Publish from now on, until the stream ends."""
        self._stream, self._welcome = stream, welcome
        self._put_welcome()
        stream.position_listeners.append(self._pass_position)
        self._task = asyncio.create_task(self._run(stream, leave))

    def publish(self, transactions: list[Transaction]) -> None:
        """Publish transactions."""
        if self._stream is not None:  # before, no process can have got a welcome
            self._put(packed(CHANGES, Changes(self._stream.position, transactions)))

    async def _run(self, stream: Stream, leave: Callable[[], Awaitable[None]]) -> None:
        works = [asyncio.create_task(each) for each in (self._send(), self._keep_alive(), self._answer())]
        try:
            waited: list[asyncio.Future[Any]] = [*works, stream.lost]
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if stream.lost.done():
                await self._say_end(stream.lost.result())
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            # Without NATS this process must not be the only decoder.
            stream.close()
            await leave()

    async def _say_end(self, reason: BaseException) -> None:
        self._put(packed(ENDED, Ended.of(reason)))
        try:
            async with asyncio.timeout(1):
                await self._frames.join()
                await self._client.flush(1)
        except FAILURES:
            pass  # the consumers notice the silence

    def _put(self, frame: bytes, *, is_welcome: bool = False) -> None:
        self._waiting += len(frame)
        if self._waiting > _MOST_WAITING and self._stream is not None:
            self._stream.close()
        self._frames.put_nowait((frame, is_welcome))

    def _put_welcome(self) -> None:
        assert self._stream is not None
        assert self._welcome is not None
        # Everything up to this position was published before it.
        welcome = Welcome(self._welcome.system, self._stream.position, self._welcome.slot)
        self._put(packed(WELCOME, welcome), is_welcome=True)

    async def _send(self) -> None:
        while True:
            frame, is_welcome = await self._frames.get()
            for at in range(0, len(frame), _PIECE):
                self._number += 1
                head = HEAD.pack(self._decoder, self._number, is_welcome)
                await self._client.publish(self._channel.changes, head + frame[at : at + _PIECE])
            self._waiting -= len(frame)
            self._frames.task_done()
            if self._client.is_closed:
                raise RelayLost("NATS is away.")

    async def _keep_alive(self) -> None:
        while not self._client.is_closed:
            self._put(packed(ALIVE))
            await asyncio.sleep(ALIVE_EVERY)

    async def _answer(self) -> None:
        requests = await self._client.subscribe(self._channel.requests)
        async for message in requests.messages:
            self._take_request(message)

    def _take_request(self, message: Msg) -> None:
        assert self._stream is not None
        positions = positions_in(message.data)
        if HELLO in positions:
            self._put_welcome()
        wanted = [each for each in positions if each != HELLO]
        if not wanted or self._stream.lost.done():
            return
        lsn = max(self._stream.position + 1 if each == ANY else each for each in wanted)
        self._awaited = max(lsn, self._awaited or 0)
        self._pass_position()
        if self._awaited is not None:
            self._stream.ask()

    def _pass_position(self) -> None:
        assert self._stream is not None
        if self._awaited is None:
            return
        self._put(packed(CHANGES, Changes(self._stream.position, [])))
        if self._stream.position >= self._awaited:
            self._awaited = None
