"""What a relay and its followers do at the edges of a stream, without a server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from struct import pack
from typing import Any, cast

import psycopg
import pytest
from tests.reflow.until import until

from reflow.changes import Deliver, Transaction
from reflow.changes.local_relay import frames
from reflow.changes.local_relay.following import RelayConnection, RelayStream
from reflow.changes.local_relay.relay import Relay
from reflow.changes.replication import ReplicationConnection, System
from reflow.changes.stream import Stream
from reflow.unix_sockets import bound

SYSTEM = System("1", 1, 1)
FIRST = Transaction(1, 150, [], frozenset({"posts"}))


class Log(Stream):
    """A log that the test writes."""

    def __init__(self, deliver: Deliver) -> None:
        self.position = 100
        self.lost = asyncio.get_running_loop().create_future()
        self.position_listeners: list[Callable[[], None]] = []
        self.asked = 0
        self._deliver = deliver

    def write(self, transaction: Transaction) -> None:
        self.position = transaction.lsn
        self._deliver([transaction])

    def ask(self) -> None:
        self.asked += 1

    def close(self) -> None:
        """It holds nothing."""


class Server:
    """The relay's way to the log.

    Attributes:
        refuses: Why the next attempts to connect fail, in order; each waits for its event.
    """

    slot = "reflow_1"

    def __init__(self) -> None:
        self.refuses: list[tuple[asyncio.Event, BaseException]] = []
        self.log: Log

    async def connect(self) -> Server:
        if self.refuses:
            event, error = self.refuses.pop(0)
            await event.wait()
            raise error
        return self

    async def identify(self) -> System:
        return SYSTEM

    async def stream(self, deliver: Deliver) -> Log:
        self.log = Log(deliver)
        return self.log

    def close(self) -> None:
        """It holds nothing."""


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
async def relay(server: Server, tmp_path: Path) -> AsyncIterator[Relay]:
    relay = Relay(server.connect)
    serving = asyncio.create_task(relay.serve(bound(tmp_path / "relay")))
    yield relay
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


@pytest.fixture
def path(relay: Relay, tmp_path: Path) -> Path:
    """Where the relay answers."""
    assert relay.followers == 0
    return tmp_path / "relay"


async def _follows(path: Path, delivered: list[Transaction]) -> RelayStream:
    return await (await RelayConnection.connect(path)).stream(delivered.extend)


async def test_what_comes_between_the_welcome_and_the_stream_is_delivered_once(path: Path, server: Server) -> None:
    delivered: list[Transaction] = []
    connection = await RelayConnection.connect(path)
    server.log.write(FIRST)

    stream = await connection.stream(delivered.extend)

    assert await stream.reach(150, within=60)
    assert delivered == [FIRST]


async def test_a_follower_that_is_behind_has_the_server_asked_all_the_same(path: Path, server: Server) -> None:
    stream = await _follows(path, [])
    server.log.position = 150  # by a message of the server, which is not passed on to those who do not wait

    stream.ask()
    await until(lambda: server.log.asked == 1)


async def test_after_the_end_of_the_log_no_position_is_confirmed(path: Path, server: Server) -> None:
    stream = await _follows(path, [])
    server.log.position = 150
    server.log.lost.set_result(psycopg.OperationalError("gone"))

    assert not await stream.reach(150, within=60)
    assert stream.position == 100


async def test_who_comes_during_an_attempt_that_fails_gets_the_next_one(
    path: Path, server: Server, relay: Relay
) -> None:
    failing = asyncio.Event()
    server.refuses = [(failing, psycopg.OperationalError("no route"))]
    early = asyncio.create_task(RelayConnection.connect(path))
    await until(lambda: relay.followers == 1 and not server.refuses)
    late = asyncio.create_task(RelayConnection.connect(path))
    await until(lambda: relay.followers == 2)

    failing.set()

    with pytest.raises(psycopg.OperationalError, match="no route"):
        await early
    assert await (await late).identify() == SYSTEM


async def test_the_reason_of_the_end_reaches_the_followers(path: Path, server: Server) -> None:
    stream = await _follows(path, [])

    server.log.lost.set_result(psycopg.errors.AdminShutdown("terminating connection"))

    assert isinstance(await asyncio.shield(stream.lost), psycopg.errors.AdminShutdown)


async def test_a_stream_is_lost_that_cannot_deliver(path: Path, server: Server) -> None:
    def fails(_: list[Transaction]) -> None:
        raise MemoryError

    stream = await (await RelayConnection.connect(path)).stream(fails)
    reaching = asyncio.create_task(stream.reach(150, within=60))
    server.log.write(FIRST)

    assert isinstance(await asyncio.shield(stream.lost), MemoryError)
    assert not await reaching
    assert stream.position == 100


async def test_frames_that_nobody_takes_end_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "_MOST_WAITING", 1_000)
    reader = frames.FrameReader()

    for _ in range(200):
        reader.data_received(frames.packed(frames.CHANGES, frames.Changes(150, [FIRST])))

    assert reader.ended.done()


class Copied:
    """A server's end of a replication connection: what is in one read of the log, and then its end."""

    def __init__(self, *messages: bytes) -> None:
        self._frames = [pack(">cqqq", b"w", 0, 0, 0) + message for message in messages]

    def consume_input(self) -> None:
        """All has come."""

    def get_copy_data(self, _: int) -> tuple[int, memoryview]:
        return (1, memoryview(self._frames.pop(0))) if self._frames else (-1, memoryview(b""))

    def is_busy(self) -> bool:
        return True


class Replicated:
    """A replication connection that ends at its first read."""

    def __init__(self, *messages: bytes) -> None:
        self.pgconn: Any = Copied(*messages)
        self.descriptor, self._other = os.pipe()

    def close(self) -> None:
        """Its descriptors end with the test."""


BEGIN, COMMIT = pack(">cqqI", b"B", 200, 0, 7), pack(">cBqqq", b"C", 0, 190, 200, 0)


async def test_a_log_that_ends_in_the_read_of_a_commit_claims_no_position_that_it_did_not_deliver() -> None:
    delivered: list[Transaction] = []
    stream = Stream(cast("ReplicationConnection", Replicated(BEGIN, COMMIT)), 100, delivered.extend)

    await asyncio.shield(stream.lost)

    assert delivered == []
    assert stream.position == 100
    assert not await stream.reach(200, within=60)
