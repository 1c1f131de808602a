"""A consumer of what the decoder publishes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

import msgspec

from reflow.changes.local_relay.following import RelayConnection
from reflow.changes.local_relay.frames import ALIVE_EVERY, ENDED, POSITION, Ended, FrameReader, RelayLost, Welcome
from reflow.changes.nats_relay.channel import FAILURES, HEAD, HELLO, Channel, NatsUnreachable

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg


_REPLACED_AFTER = 2.5 * ALIVE_EVERY  # seconds without a message, if another decoder sends some


class _Requests(asyncio.Transport):
    """The side of a frame reader on which it asks: positions go to the decoder."""

    def __init__(self, client: Client, channel: Channel) -> None:
        super().__init__()
        self._client = client
        self._channel = channel
        self._sending: set[asyncio.Task[None]] = set()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send a request."""
        self._begin(self._client.publish(self._channel.requests, bytes(data)))

    def abort(self) -> None:
        """Leave."""
        self._begin(self._client.close())

    def _begin(self, work: Awaitable[object]) -> None:
        task = asyncio.create_task(_quietly(work))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


async def _quietly(work: Awaitable[object]) -> None:
    with suppress(*FAILURES):  # the reader notices the silence
        await work


class _Pieces:
    """Puts the decoder's messages together, from its next welcome on."""

    def __init__(self, reader: FrameReader) -> None:
        self._reader = reader
        self._decoder: bytes | None = None
        self._number = 0
        self._heard = 0.0

    async def take(self, message: Msg) -> None:
        """Process a message."""
        decoder, number, is_welcome = HEAD.unpack_from(message.data)
        now = asyncio.get_running_loop().time()
        if self._decoder is None:
            if not is_welcome:
                return
            self._decoder, self._number = decoder, number - 1
        if decoder != self._decoder:
            if now - self._heard > _REPLACED_AFTER:
                self._reader.end(RelayLost("Another process decodes the log now."))
            return
        if number != self._number + 1:
            self._reader.end(RelayLost("A message of the decoder is missing."))
            return
        self._number, self._heard = number, now
        self._reader.data_received(message.data[HEAD.size :])


async def connect(client: Client, channel: Channel) -> RelayConnection:
    """Consume the channel, from the next welcome on.

    Args:
        client: A connection of its own. It is closed with the stream.

    Raises:
        NatsUnreachable: No decoder answers.
        psycopg.Error: The decoder cannot read the log.
    """
    reader = FrameReader()
    reader.connection_made(cast("asyncio.Transport", _Requests(client, channel)))
    try:
        await channel.consume(client, _Pieces(reader).take)
        reader.send(HELLO)
        frame = await reader.next()
    except (*FAILURES, RelayLost) as error:
        reader.end(RelayLost("The connection was given up."))
        raise NatsUnreachable(str(error) or type(error).__name__) from error
    except BaseException:
        reader.end(RelayLost("The connection was given up."))
        raise
    if frame.kind == ENDED:
        reader.end(RelayLost("The decoder does not follow the log."))
        raise msgspec.msgpack.decode(frame.body, type=Ended).error
    return RelayConnection(reader, msgspec.msgpack.decode(frame.body, type=Welcome))


def positions_in(data: bytes) -> list[int]:
    """The positions in a request; none if it is malformed."""
    return [] if len(data) % POSITION.size else [each for (each,) in POSITION.iter_unpack(data)]
