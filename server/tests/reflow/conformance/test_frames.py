"""Properties that only frames show: versions, timestamps, pings, and the addresses of the server."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.reflow.conformance.clients import Client, Node
from tests.reflow.conformance.screens import Watch
from tests.reflow.conformance.servers import House, Server
from tests.reflow.conformance.test_signing_in import fresh
from websockets.asyncio.client import ClientConnection, connect

BEGINNING = {"querySet": 0, "identity": 0, "ts": "AAAAAAAAAAA="}


@pytest.fixture
async def socket(server: Server) -> AsyncIterator[ClientConnection]:
    """A connection on which no frame was sent."""
    async with connect(f"{server.address.replace('http', 'ws')}/api/1.48.0/sync", proxy=None) as socket:
        yield socket


async def test_transitions_form_one_line_under_a_random_load(
    node: Node, alice: Client, bob: Client, server: Server, house: House, channel: str
) -> None:
    dice = random.Random(20)
    calls: list[asyncio.Task[object]] = []
    watches: list[Watch] = []
    for n in range(150):
        client, place = dice.choice([alice, bob]), f"{channel} {n % 5}"
        match dice.randrange(6):
            case 0:
                watches.append(await client.watch(dice.choice(["messages:bodies", "messages:count"]), channel=place))
            case 1 if watches:
                await watches.pop(dice.randrange(len(watches))).leave()
            case 2 if n % 4 == 0:
                await client.log_in(fresh(house, f"somebody {n % 3}"))
            case 3 if n % 30 == 0:
                await server.control("close", code=1011, reason="")
            case _:
                calls.append(client.mutate("messages:send", body=f"{n}", channel=place))
    outcomes = await asyncio.gather(*calls, return_exceptions=True)

    # The server may refuse a call that is sent again after its caller has logged in as another member.
    refusals = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    assert [refusal for refusal in refusals if "used for something else" not in str(refusal)] == []
    for client in (alice, bob):
        check_lines(client)
    for watch in watches:
        await watch.until(lambda: True)


def check_lines(client: Client) -> None:
    """On each connection the first Transition begins at version 0, and each further one where the one before ended."""
    lines = _lines(client)
    assert sum(map(len, lines)) > 3
    for line in lines:
        assert line[0]["startVersion"] == BEGINNING
        assert [after["startVersion"] for after in line[1:]] == [before["endVersion"] for before in line[:-1]]
        assert {len(frame["endVersion"]["ts"]) for frame in line} == {12}


async def test_silence_is_broken_even_before_the_client_has_spoken(socket: ClientConnection) -> None:
    async with asyncio.timeout(60):
        assert [json.loads(await socket.recv()) for _ in range(3)] == [{"type": "Ping"}] * 3


async def test_numbers_that_json_lacks_are_never_written_as_literals(socket: ClientConnection) -> None:
    connect_ = {"type": "Connect", "sessionId": "s", "connectionCount": 0, "lastCloseReason": None, "clientTs": 0}
    args = [{"value": [{"$float": "AAAAAAAA+H8="}, {"$float": "AAAAAAAA8H8="}]}]
    add = {"type": "Add", "queryId": 0, "udfPath": "values:echo", "args": args}
    modify = {"type": "ModifyQuerySet", "baseVersion": 0, "newVersion": 1, "modifications": [add]}
    for frame in (connect_, modify):
        await socket.send(json.dumps(frame))

    async with asyncio.timeout(60):
        while (text := str(await socket.recv())) == '{"type":"Ping"}':
            pass
    assert '{"$float":"AAAAAAAA+H8="}' in text
    json.loads(text, parse_constant=pytest.fail)


async def test_the_server_may_live_below_a_prefix(node: Node, server: Server, channel: str) -> None:
    below = await node.open(f"{server.address}/prefix")

    await below.mutate("messages:send", body="Hello", channel=channel)

    assert await below.ask("messages:bodies", channel=channel) == ["Hello"]
    http = await node.do("http", address=f"{server.address}/prefix", kind="query", path="messages", args={}, token=None)
    assert http == {"value": "default export"}


async def test_a_slash_too_many_in_the_address_is_forgiven(node: Node, server: Server) -> None:
    assert await (await node.open(f"{server.address}/")).ask("messages") == "default export"


async def test_the_development_server_of_the_web_passes_it_on(node: Node, server: Server, channel: str) -> None:
    proxy = await node.do("proxy", target=server.address)
    through = await node.open(proxy)
    screen = await through.watch("messages:bodies", channel=channel)
    await screen.shows([])

    await through.mutate("messages:send", body="Hello", channel=channel)

    assert screen.now == ["Hello"]
    http = await node.do("http", address=proxy, kind="query", path="messages", args={}, token=None)
    assert http == {"value": "default export"}
    await node.do("unproxy")


def _lines(client: Client) -> list[list[dict[str, Any]]]:
    """The Transitions of each connection."""
    lines: list[list[dict[str, Any]]] = []
    for direction, frame in client.frames:
        if direction == "sent" and frame["type"] == "Connect":
            lines.append([])
        elif frame["type"] == "Transition":
            lines[-1].append(frame)
    return [line for line in lines if line]
