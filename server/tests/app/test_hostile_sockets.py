"""Frames that no client sends: strangers and members get a protocol error or an answer, never an internal error."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.app.house import House, until
from tests.app.people import Browser, Member
from tests.reflow.wire.peer import add, mutation, u64
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

HUGE = 2**63
CONNECT = {
    "type": "Connect",
    "sessionId": "a-session",
    "connectionCount": 1,
    "lastCloseReason": "InitialConnect",
    "clientTs": 0,
}
CONNECTS: dict[str, Any] = {
    "a session with U+0000": {"sessionId": "a\0b"},
    "a session with half a character": {"sessionId": "a\ud800b"},
    "an endless session": {"sessionId": "x" * 101},
    "a session that is a number": {"sessionId": 7},
    "more connections than a column holds": {"connectionCount": HUGE},
    "fewer connections than none": {"connectionCount": -1},
    "a clock beyond all numbers": {"clientTs": 1e300},
    "a state beyond all states": {"maxObservedTimestamp": u64(2**64 - 1)},
    "a state beyond a column": {"maxObservedTimestamp": u64(HUGE)},
    "a state that is far ahead": {"maxObservedTimestamp": u64(HUGE - 1)},
    "a state that is no number": {"maxObservedTimestamp": "AAAA"},
}
FRAMES: dict[str, Any] = {
    "a request beyond a column": mutation(HUGE, "comments:create", content="x"),
    "a request beyond all columns": mutation(10**400, "comments:create", content="x"),
    "a request before the first": mutation(-1, "comments:create", content="x"),
    "an action beyond a column": {**mutation(HUGE, "x:y"), "type": "Action"},
    "a query beyond a column": {
        "type": "ModifyQuerySet",
        "baseVersion": 0,
        "newVersion": 1,
        "modifications": [add(HUGE, "users:me")],
    },
    "a version beyond a column": {"type": "ModifyQuerySet", "baseVersion": 0, "newVersion": HUGE, "modifications": []},
    "an identity beyond a column": {"type": "Authenticate", "tokenType": "None", "baseVersion": HUGE},
    "a function with U+0000": mutation(1, "comments:\0create", content="x"),
    "arguments with U+0000": mutation(1, "comments:create", content="\0", postId="\0", userId="\0", username="\0"),
}
CALLS_OF_MEMBERS = {
    "Mutation": ("comments:create", {"content": "hello"}),
    "Action": ("messages:setTyping", {"conversationId": "a" * 26}),
}
PROTOCOL = {1000, 1002, 1003, 1008, 1009, 1013}


async def closed_with(peer: Any) -> int | None:
    """The code that the server closes the connection with; None if it stays open and the server answers another
    frame.
    """
    try:
        await peer.say({"type": "Action", "requestId": 99, "udfPath": "no:where", "args": [{}]})
        await peer.response(99)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    return None


@pytest.mark.parametrize("change", CONNECTS.values(), ids=CONNECTS.keys())
async def test_a_connection_that_begins_with_nonsense(house: House, change: dict[str, Any]) -> None:
    failures = house.said.count("Traceback")
    async with Browser(house).socket(introduces=False) as peer:
        await peer.socket.send(json.dumps({**CONNECT, **change}))
        code = await closed_with(peer)

    assert code is None or code in PROTOCOL
    assert house.said.count("Traceback") == failures


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
async def test_a_stranger_sends_nonsense(house: House, frame: dict[str, Any]) -> None:
    failures = house.said.count("Traceback")
    async with Browser(house).socket() as peer:
        await peer.say(frame)
        code = await closed_with(peer)

    assert code is None or code in PROTOCOL
    assert house.said.count("Traceback") == failures


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
async def test_a_member_sends_nonsense(house: House, alice: Member, frame: dict[str, Any]) -> None:
    failures = house.said.count("Traceback")
    async with alice.page() as page:
        await page.peer.say(frame)
        code = await closed_with(page.peer)

    assert code is None or code in PROTOCOL
    assert house.said.count("Traceback") == failures


async def test_messages_that_never_end_take_little_memory(house: House) -> None:
    before = house.memory
    async with AsyncExitStack() as stack:
        sockets = [(await stack.enter_async_context(Browser(house).socket())).socket for _ in range(20)]
        await asyncio.gather(*(_send_without_end(socket, 15 * 1024 * 1024) for socket in sockets))
        most = house.memory
        closed = [socket.state is not State.OPEN for socket in sockets]

    assert most - before < 80
    assert any(closed)
    assert not all(closed)


@pytest.mark.parametrize("kind", ["Mutation", "Action"])
async def test_a_stranger_who_calls_begins_no_transaction(house: House, kind: str) -> None:
    path, given = CALLS_OF_MEMBERS[kind]
    psql = await house.database()
    count = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"
    try:
        async with Browser(house).socket(count=3) as peer:
            before = await psql.fetchval(count)
            for number in range(100):
                await peer.say({**mutation(number, path, **given), "type": kind})
            answers = [await peer.response(number) for number in range(100)]
            transactions = await psql.fetchval(count) - before
    finally:
        await psql.close()

    assert {answer["errorData"]["code"] for answer in answers} == {"unauthenticated"}
    assert transactions < 50, "the engine's own, and PostgreSQL's"


async def _send_without_end(socket: ClientConnection, size: int) -> None:
    """Send so many bytes of a message that announces one more; return when the server has read them or gives it up."""
    head = bytes([0x81, 0x80 | 127]) + (size + 1).to_bytes(8, "big") + bytes(4)
    socket.transport.set_write_buffer_limits(0)
    socket.transport.write(head)
    for _ in range(size // 65_536):
        # The answer to a Close frame ends the writing half: a write after it raises.
        if socket.state is not State.OPEN:
            return
        socket.transport.write(bytes(65_536))
        await until(lambda: _is_read(socket))


async def _is_read(socket: ClientConnection) -> bool:
    return socket.state is not State.OPEN or socket.transport.get_write_buffer_size() == 0
