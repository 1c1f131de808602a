"""Limits of the server's protocols: endless request heads, and peers that do not read."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from tests.reflow.wire.conftest import Served, Stage, served
from tests.reflow.wire.peer import Peer, add, mutation
from tests.reflow.wire.toy import ToyEngine
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from reflow.wire.limits import Limits
from reflow.wire.serving import Requests, Sockets

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
ENDLESS = 50_000_000
PATIENCE = 60.0


class Hasty(Requests):
    """A protocol with a short timeout for peers."""

    head_timeout = 0.3
    read_timeout = 0.2


class Checked(Requests):
    """A protocol that checks its peer when the test says so, and never by its clock."""

    read_timeout = 3_600.0

    def check(self) -> bool:
        """Check a peer that has read something since the last check."""
        if self._read_timer is None or self.transport.get_write_buffer_size() >= self._unread:
            return False
        self._read_timer.cancel()
        self._look()
        return True


class Brief(Sockets):
    """A protocol with a short timeout for close frames."""

    close_timeout = 0.1


class Impatient(Sockets):
    """A protocol with a short timeout for messages."""

    message_timeout = 0.1


class Few(Sockets):
    """A protocol that accepts at most a hundred fragments per message."""

    fragments = 100


class Watchful(Sockets):
    """A protocol that soon notices a peer that answers no pings."""

    looks = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ping_interval, self.ping_timeout = 0.1, 0.3

    def keepalive_timeout(self) -> None:
        Watchful.looks += 1
        super().keepalive_timeout()


class House:
    """An application whose slow answers wait for the test."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        body = b"ok"
        while (await receive()).get("more_body"):
            pass
        if scope["path"] == "/slow":
            await self.may_answer.wait()
        if scope["path"] == "/endless":
            body = b"x" * ENDLESS
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Caller:
    """A client that speaks HTTP by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def of(cls, server: Served, *, buffer: int | None = None) -> Caller:
        host, port = server.address.split(":")
        line = socket.socket()
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (host, int(port)))
        return cls(*await asyncio.open_connection(sock=line, limit=1024))

    async def status(self) -> int:
        """The status of the next answer, after reading all of it."""
        async with asyncio.timeout(PATIENCE):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.split("content-length: ")[1].split("\r\n")[0])
            await self.reader.readexactly(length)
        return int(head.split()[1])

    async def is_let_go(self) -> None:
        """Wait until the server has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                assert await self.reader.read() == b""
        self.writer.close()


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
async def server(house: House) -> AsyncIterator[Served]:
    async with served(house, http=Hasty) as server:
        yield server


@pytest.fixture
async def caller(server: Served) -> AsyncIterator[Caller]:
    caller = await Caller.of(server)
    yield caller
    caller.writer.close()


def asking(size: int) -> bytes:
    """A request whose address, names and values have this many bytes together."""
    return b"GET /" + b"x" * (size - 8) + b" HTTP/1.1\r\nHost: 1.2\r\n\r\n"


@pytest.mark.parametrize(("more", "status"), [(-1, 200), (0, 200), (1, 400)])
async def test_a_head_may_be_so_large(caller: Caller, more: int, status: int) -> None:
    caller.writer.write(asking(Requests.max_head + more))

    assert await caller.status() == status


async def test_the_limit_is_that_of_each_request_and_not_of_the_connection(caller: Caller) -> None:
    for _ in range(3):
        caller.writer.write(asking(10_000))
        assert await caller.status() == 200


@pytest.mark.parametrize("piece", [b"x", b"A: b\r\n", b"a" * 997 + b": b\r\n"], ids=["a value", "headers", "names"])
async def test_a_head_without_an_end_is_refused(caller: Caller, piece: bytes) -> None:
    caller.writer.write(b"GET / HTTP/1.1\r\nA: ")
    for _ in range(200_000 // len(piece)):
        caller.writer.write(piece)

    assert await caller.status() == 400


async def test_a_large_body_is_no_head(caller: Caller) -> None:
    body = b"x" * 200_000
    request = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
    caller.writer.write(request + request + asking(100))

    assert [await caller.status() for _ in range(3)] == [200, 200, 200]


@pytest.mark.parametrize(
    "length",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 5",
        b"Content-Length: 5\r\nContent-Length: 0",
        b"Content-Length: +5",
        b"Transfer-Encoding : chunked",
        b"Transfer-Encoding: identity",
    ],
)
async def test_a_body_whose_end_a_proxy_could_read_otherwise_is_refused(caller: Caller, length: bytes) -> None:
    caller.writer.write(b"POST / HTTP/1.1\r\nHost: a\r\n" + length + b"\r\n\r\n0\r\n\r\n" + asking(100))

    assert await caller.status() == 400
    await caller.is_let_go()


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\n", b"\r\n"])
async def test_who_does_not_ask_is_let_go(server: Served, caller: Caller, said: bytes) -> None:
    caller.writer.write(said)

    await caller.is_let_go()
    await _until(lambda: not server.connections)


async def test_a_letter_now_and_then_gains_no_time(caller: Caller) -> None:
    async def drip() -> None:
        for letter in b"GET / HTTP/1.1\r\n" + b"x" * 1000:
            caller.writer.write(bytes([letter]))
            await asyncio.sleep(0.05)

    dripping = asyncio.ensure_future(drip())
    await caller.is_let_go()

    assert not dripping.done(), "it was let go when it had said everything"
    dripping.cancel()


async def test_after_an_answer_there_is_as_much_time_and_no_more(caller: Caller) -> None:
    caller.writer.write(asking(100))
    assert await caller.status() == 200

    caller.writer.write(b"\r\n")

    await caller.is_let_go()


async def test_who_waits_for_an_answer_is_not_let_go(server: Served, caller: Caller, house: House) -> None:
    caller.writer.write(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n\r\n")
    late = await Caller.of(server)
    await late.is_let_go()

    house.may_answer.set()

    assert await caller.status() == 200


async def test_who_does_not_read_an_answer_is_let_go_with_all_that_was_kept(server: Served) -> None:
    caller = await Caller.of(server, buffer=4096)
    caller.writer.write(b"GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
    await _until(lambda: len(server.connections) == 1)

    await _until(lambda: not server.connections)

    caller.writer.close()


async def test_who_reads_slowly_gets_it_all(house: House) -> None:
    checks = 0
    async with served(house, http=Checked) as server:
        caller = await Caller.of(server, buffer=4096)
        caller.writer.write(b"GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
        left = ENDLESS
        await caller.reader.readuntil(b"\r\n\r\n")
        (connection,) = server.connections
        while left:
            read = await caller.reader.read(1_000_000)
            assert read, "it was let go"
            left -= len(read)
            checks += connection.check()
        caller.writer.close()

    assert checks > 10


class TestPeersThatDoNotRead:
    """A peer that subscribes to much and reads nothing."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(stall=0.2, close_timeout=0.05)

    @pytest.fixture
    def ws(self) -> type[Sockets]:
        return Brief

    async def test_nothing_is_kept_of_them(self, stage: Stage, toy: ToyEngine) -> None:
        peer = await stage.join(max_queue=1, close_timeout=0.05)
        await peer.introduce()
        await peer.authenticate("good-alice")
        await peer.follow(add(0, "messages:list"))
        await peer.until(lambda: peer.results == {0: []})
        while len(stage.wire.connections):
            toy.messages[:] = [("bob", f"{toy.ts} " + "x" * 1_000_000)]
            toy.committed += 1
            toy.release()
            await asyncio.sleep(0)

        # The connection, its transport and its buffered data: if only closed, the transport would wait for its reader
        # for ever.
        await _until(lambda: not stage.server.connections)


class TestUnfinishedMessages:
    """A message in fragments that does not end."""

    @pytest.fixture
    def ws(self) -> type[Sockets]:
        return Impatient

    async def test_one_that_does_not_end_in_time_is_not_kept(self, stage: Stage, peer: Peer) -> None:
        waiting = asyncio.ensure_future(peer.socket.send(_parts_then_silence("x" * 100)))

        await _until(lambda: not stage.server.connections)

        waiting.cancel()


class TestMessagesInParts:
    """A message in fragments."""

    @pytest.fixture
    def ws(self) -> type[Sockets]:
        return Few

    async def test_one_of_endless_parts_without_content_is_not_kept(self, stage: Stage, peer: Peer) -> None:
        with suppress(ConnectionClosed):
            await peer.socket.send([""] * 1_000)

        await _until(lambda: not stage.server.connections)

    async def test_one_that_ends_is_read(self, peer: Peer) -> None:
        await peer.authenticate("good-alice")
        text = json.dumps(mutation(0, "messages:touch"))
        await peer.socket.send([text[:20], "", text[20:]])

        assert (await peer.settled(0))["success"]


class TestPings:
    """A peer that answers no pings."""

    @pytest.fixture
    def ws(self) -> type[Sockets]:
        return Watchful

    async def test_one_that_is_gone_is_closed_though_its_connection_is_open(self, stage: Stage, peer: Peer) -> None:
        peer.socket.transport.pause_reading()

        await _until(lambda: not stage.server.connections)

    async def test_one_whose_uplink_is_slow_is_not_closed_while_a_message_arrives(self, peer: Peer) -> None:
        await peer.authenticate("good-alice")
        text = json.dumps(mutation(0, "messages:touch")) + " " * 10_000
        frame = iter(Frame(Opcode.TEXT, text.encode()).serialize(mask=True))
        peer.socket.transport.pause_reading()  # so that it answers no ping before the end of the message
        enough = Watchful.looks + 3
        while Watchful.looks < enough:
            peer.socket.transport.write(bytes([next(frame)]))
            await asyncio.sleep(0.001)

        peer.socket.transport.write(bytes(frame))
        peer.socket.transport.resume_reading()

        assert (await peer.settled(0))["success"]


async def _parts_then_silence(*parts: str) -> AsyncIterator[str]:
    for part in parts:
        yield part
    await asyncio.Event().wait()


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  # the server notices when it does
            await asyncio.sleep(0.01)
