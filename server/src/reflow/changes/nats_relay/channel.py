"""Where the transactions of one log are in NATS, and how a message is built.

A message has a head and a piece of the frames of :mod:`reflow.changes.local_relay.frames`. Its head has the decoder
that sent it and its number, so that a consumer notices each message that is missing.
"""

from __future__ import annotations

import asyncio
import hashlib
from struct import Struct
from typing import TYPE_CHECKING, Final

import msgspec

from reflow.changes.local_relay.frames import VERSION
from reflow.extras import missing_extra

try:
    import nats
    from nats.errors import Error as NatsError
    from nats.js.api import DeliverPolicy, DiscardPolicy, StorageType, StreamConfig
except ModuleNotFoundError as error:
    raise missing_extra("nats", error) from error

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from nats.aio.client import Client
    from nats.aio.msg import Msg

HEAD: Final = Struct(">8sQ?")
"""The decoder, the number of the message, and whether it begins with a welcome."""

HELLO: Final = 2**64 - 1
"""A consumer asks for a welcome. Other requests are as a follower sends them to a relay: positions, and ``ANY``."""

_KEPT_FOR = 60.0  # seconds: longer than a consumer needs to come back
_KEPT_BYTES = 256 * 1024 * 1024
_CONNECT_TIMEOUT = 3  # seconds
_PING_EVERY = 5  # seconds; a connection without an answer to two of them is lost


FAILURES: Final = (NatsError, OSError)
"""What the client raises when NATS does not answer. A TimeoutError is an OSError."""


class NatsUnreachable(Exception):
    """NATS does not answer, or refuses what is needed."""


class Channel(msgspec.Struct, frozen=True):
    """The subjects of one log.

    Attributes:
        name: The same for all processes that follow the same publications of the same database, with the same messages.
    """

    name: str

    @classmethod
    def of(cls, *identity: object) -> Channel:
        """The channel of what these have in common."""
        same = msgspec.json.encode([VERSION, HEAD.format, *map(str, identity)])
        return cls(hashlib.sha256(same).hexdigest()[:16])

    @property
    def stream(self) -> str:
        """The name of the JetStream stream."""
        return f"reflow_{self.name}"

    @property
    def changes(self) -> str:
        """The subject of the transactions."""
        return f"reflow.{self.name}.changes"

    @property
    def requests(self) -> str:
        """The subject on which consumers ask the decoder."""
        return f"reflow.{self.name}.requests"

    @property
    def lock(self) -> int:
        """The advisory lock of the decoder."""
        return int(self.name[:15], 16)

    async def connect(self, url: str, *, reconnects: bool) -> Client:
        """Connect, and create the stream if there is none.

        Args:
            reconnects: Whether the connection comes back by itself after an interruption.

        Raises:
            NatsUnreachable: See there.
        """
        try:
            async with asyncio.timeout(2 * _CONNECT_TIMEOUT):
                client = await self._connected(url, reconnects=reconnects)
        except FAILURES as error:
            raise NatsUnreachable(str(error) or type(error).__name__) from error
        try:
            await client.jetstream(timeout=_CONNECT_TIMEOUT).add_stream(
                StreamConfig(
                    name=self.stream,
                    subjects=[self.changes],
                    storage=StorageType.MEMORY,
                    max_age=_KEPT_FOR,
                    max_bytes=_KEPT_BYTES,
                    discard=DiscardPolicy.OLD,
                    no_ack=True,
                )
            )
        except FAILURES as error:
            await client.close()
            raise NatsUnreachable(str(error) or type(error).__name__) from error
        return client

    async def consume(self, client: Client, take: Callable[[Msg], Awaitable[None]]) -> None:
        """Take the messages that come from now on, each once and in their order."""
        await client.jetstream().subscribe(
            self.changes, stream=self.stream, ordered_consumer=True, deliver_policy=DeliverPolicy.NEW, cb=take
        )

    @staticmethod
    async def _connected(url: str, *, reconnects: bool) -> Client:
        return await nats.connect(
            url.split(","),
            name="reflow",
            allow_reconnect=reconnects,
            connect_timeout=_CONNECT_TIMEOUT,
            max_reconnect_attempts=3 if reconnects else 0,
            reconnect_time_wait=0.2,
            ping_interval=_PING_EVERY,
            max_outstanding_pings=2,
            error_cb=_ignore,
        )


async def _ignore(_: Exception) -> None:
    """The end of a connection is noticed where it is used."""
