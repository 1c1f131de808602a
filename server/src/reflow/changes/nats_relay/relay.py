"""Connects a process to the decoder of its deployment, or makes it the decoder."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import asyncpg

from reflow.changes.change_stream import StreamConnection
from reflow.changes.local_relay.following import RelayConnection
from reflow.changes.nats_relay import following
from reflow.changes.nats_relay.channel import Channel, NatsUnreachable
from reflow.changes.nats_relay.decoding import DecoderConnection
from reflow.changes.stream import LogConnection
from reflow.postgres.connecting import Servers

_LOG = logging.getLogger(__name__)
_LOOK_EVERY = 1.0  # seconds between attempts to become the decoder
_ANSWERED_WITHIN = 10.0  # seconds
_IDENTITY: Final = "SELECT (SELECT system_identifier FROM pg_control_system()), current_database()"
_TAKE: Final = "SELECT pg_try_advisory_lock($1)"


class NatsRelay:
    """The decoder of a deployment, over NATS.

    Args:
        url: Of NATS, such as ``nats://user:password@host:4222`` or ``tls://…``; several are separated by commas.
        dsn: A libpq connection string that asyncpg understands, too.
        publications: The publications that are followed.
        schema: The schema whose tables are named without it.
        connect_to_log: Connects to the log itself.
    """

    def __init__(
        self,
        url: str,
        dsn: str,
        publications: Sequence[str],
        *,
        schema: str,
        connect_to_log: Callable[[], Awaitable[LogConnection]],
    ) -> None:
        self._url = url
        self._servers = Servers(dsn)
        self._identity = (schema, *publications)
        self._connect_to_log = connect_to_log
        self._watching: set[asyncio.Task[None]] = set()

    async def connect(self) -> StreamConnection:
        """Connect to the decoder. If there is none, this process becomes it; without NATS, it reads the log for itself.

        Raises:
            psycopg.Error: The log cannot be followed.
            OSError: The database cannot be reached.
        """
        lock = await self._servers.connect(command_timeout=_ANSWERED_WITHIN)
        try:
            return await self._connect(lock)
        except NatsUnreachable as error:
            _LOG.warning("This process reads the log itself, without NATS: %s", error)
        except BaseException:
            lock.terminate()
            raise
        lock.terminate()
        return await self._connect_to_log()

    async def _connect(self, lock: asyncpg.Connection) -> StreamConnection:
        row = await lock.fetchrow(_IDENTITY)
        assert row is not None
        channel = Channel.of(*row, *self._identity)
        if await lock.fetchval(_TAKE, channel.lock):
            return await self._decode(lock, channel)
        client = await channel.connect(self._url, reconnects=True)
        connection = await following.connect(client, channel)
        watching = asyncio.create_task(_watch(lock, channel, connection))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)
        return connection

    async def _decode(self, lock: asyncpg.Connection, channel: Channel) -> DecoderConnection:
        client = await channel.connect(self._url, reconnects=False)

        async def leave() -> None:
            lock.terminate()
            await client.close()

        try:
            decoder = DecoderConnection(await self._connect_to_log(), client, channel, leave)
        except BaseException:
            await client.close()
            raise
        lock.add_termination_listener(lambda _: decoder.end())
        return decoder


async def _watch(lock: asyncpg.Connection, channel: Channel, connection: RelayConnection) -> None:
    """End the stream once there is no decoder any more. This process or another one then becomes it."""
    try:
        while not connection.has_ended:
            if lock.is_closed() or await lock.fetchval(_TAKE, channel.lock):
                connection.close()
            else:
                await asyncio.sleep(_LOOK_EVERY)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.close()
    finally:
        lock.terminate()
