"""The server's process ends and another one replaces it; or two processes serve all the time."""

from __future__ import annotations

import asyncio
from base64 import b64decode

from tests.reflow.conformance.clients import Node
from tests.reflow.conformance.conftest import Rows
from tests.reflow.conformance.servers import Server


async def test_a_queue_from_the_time_without_a_server(node: Node, mortal: Server, channel: str, rows: Rows) -> None:
    alice = await node.open(mortal.address)
    screen = await alice.watch("messages:bodies", channel=channel)
    await screen.shows([])
    before = alice.ts

    await mortal.kill()
    calls = [alice.mutate("messages:send", body=f"{n}", channel=channel) for n in range(3)]
    await alice.until(lambda: not alice.states[-1]["isWebSocketConnected"])
    await mortal.start()
    for call in calls:
        await call

    assert await rows(channel) == ["0", "1", "2"]
    assert screen.now == ["0", "1", "2"]
    assert alice.sent("Connect")[-1]["maxObservedTimestamp"] == before


async def test_a_transaction_cut_off_half_way_is_run_by_the_next_server(
    node: Node, mortal: Server, channel: str, rows: Rows
) -> None:
    alice = await node.open(mortal.address)
    call = alice.mutate("messages:sendSlowly", body="once", gate=channel, channel=channel)
    await mortal.control("arrived", gate=channel)

    await mortal.kill()
    await mortal.start()
    await mortal.control("open", gate=channel)

    await call
    assert await rows(channel) == ["once"]


async def test_a_mutation_committed_just_before_the_end(node: Node, mortal: Server, channel: str, rows: Rows) -> None:
    alice = await node.open(mortal.address)
    await alice.rule("received", "MutationResponse", "cut before")
    await alice.rule("sent", "Connect", "cut before", always=True)
    call = alice.mutate("messages:send", body="once", channel=channel)
    await alice.until(lambda: len(alice.closes) >= 2)

    await mortal.kill()
    await mortal.start()
    await alice.do("lawless")

    await call
    assert await rows(channel) == ["once"]


async def test_time_does_not_run_backwards_over_a_restart(node: Node, mortal: Server, channel: str) -> None:
    alice = await node.open(mortal.address)
    await alice.mutate("messages:send", body="before", channel=channel)
    before = _number(alice.ts)

    await mortal.kill()
    await mortal.start()
    await alice.mutate("messages:send", body="after", channel=channel)

    assert _number(alice.ts) > before
    ends = [_number(frame["endVersion"]["ts"]) for frame in alice.received("Transition")]
    assert ends == sorted(ends)


async def test_a_deployment_says_goodbye(node: Node, mortal: Server, channel: str, rows: Rows) -> None:
    alice = await node.open(mortal.address)
    screen = await alice.watch("messages:bodies", channel=channel)
    await screen.shows([])

    await mortal.stop()
    await alice.until(lambda: bool(alice.closes))
    assert alice.closes[0] == (1012, "")
    await mortal.start()

    await alice.mutate("messages:send", body="new version", channel=channel)
    assert screen.now == await rows(channel) == ["new version"]


async def test_a_client_moves_to_another_server(
    node: Node, server: Server, mortal: Server, channel: str, rows: Rows
) -> None:
    alice = await node.open(mortal.address)
    screen = await alice.watch("messages:bodies", channel=channel)
    await screen.shows([])
    await alice.rule("received", "MutationResponse", "cut before")
    await alice.network(elsewhere=server.address)

    await alice.mutate("messages:send", body="once", channel=channel)

    assert alice.dialled[-1].startswith(server.address.replace("http", "ws"))
    assert await rows(channel) == screen.now == ["once"]


async def test_another_server_is_asked_while_the_first_still_runs_it(
    node: Node, server: Server, mortal: Server, channel: str, rows: Rows
) -> None:
    alice = await node.open(mortal.address)
    call = alice.mutate("messages:sendSlowly", body="once", gate=channel, channel=channel)
    await mortal.control("arrived", gate=channel)
    await alice.network(offline=True)
    await server.control("open", gate=channel)
    await alice.network(elsewhere=server.address)

    sent = await call
    await mortal.control("open", gate=channel)
    again = await asyncio.gather(*(alice.ask("messages:bodies", channel=channel) for _ in range(2)))

    assert isinstance(sent["value"], int)
    assert again == [["once"]] * 2
    await mortal.stop()
    assert await rows(channel) == ["once"]


async def test_what_one_server_writes_shows_on_the_others_screens(
    node: Node, server: Server, mortal: Server, channel: str
) -> None:
    here, there = await node.open(server.address), await node.open(mortal.address)
    screen = await here.watch("messages:bodies", channel=channel)
    await screen.shows([])

    await there.mutate("messages:send", body="from afar", channel=channel)

    await screen.shows(["from afar"])


def _number(ts: str) -> int:
    return int.from_bytes(b64decode(ts), "little")
