"""Connections break at the worst moments; no call is lost, and none takes effect twice."""

from __future__ import annotations

import itertools

import pytest
from tests.reflow.conformance.clients import Client, Node
from tests.reflow.conformance.conftest import Rows
from tests.reflow.conformance.screens import Failed
from tests.reflow.conformance.servers import Server


async def test_the_line_breaks_after_the_commit(alice: Client, channel: str, rows: Rows) -> None:
    await alice.rule("received", "MutationResponse", "cut before")

    sent = await alice.mutate("messages:send", body="once", channel=channel)

    assert await rows(channel) == ["once"]
    assert [frame["requestId"] for frame in alice.sent("Mutation")] == [0, 0]
    assert alice.received("MutationResponse")[0]["result"] == sent["value"]


async def test_a_page_without_a_network_waits_longer_each_time_and_at_most_16_seconds(
    node: Node, server: Server
) -> None:
    page = await node.open(server.address, backoff=0)
    await page.until(lambda: page.received("Transition") != [])
    await page.do("hasten")

    await page.network(offline=True)
    await page.until(lambda: len(page.pauses) >= 12)
    await page.network()

    # Each pause is random, by a half of it at most.
    longest = [min(1_000 * 2**attempt, 16_000) for attempt in range(12)]
    assert [0.5 <= pause / most <= 1.5 for pause, most in zip(page.pauses, longest, strict=False)] == [True] * 12
    await page.until(lambda: page.states[-1]["connectionRetries"] == 0)
    assert page.states[-1]["isWebSocketConnected"]


async def test_the_line_breaks_before_the_mutation_arrives(alice: Client, channel: str, rows: Rows) -> None:
    await alice.rule("sent", "Mutation", "cut before")

    await alice.mutate("messages:send", body="once", channel=channel)

    assert await rows(channel) == ["once"]


async def test_the_response_arrives_and_the_state_it_promises_does_not(alice: Client, channel: str, rows: Rows) -> None:
    await alice.rule("received", "MutationResponse", "cut after")

    sent = await alice.mutate("messages:send", body="once", channel=channel)

    await alice.until(lambda: len(alice.received("MutationResponse")) == 2)
    assert await rows(channel) == ["once"]
    assert [frame["result"] for frame in alice.received("MutationResponse")] == [sent["value"]] * 2


async def test_a_mutation_is_sent_again_while_it_still_runs(
    alice: Client, server: Server, channel: str, rows: Rows
) -> None:
    call = alice.mutate("messages:sendSlowly", body="once", gate=channel, channel=channel)
    await server.control("arrived", gate=channel)
    await alice.network(offline=True)
    await alice.network()
    await alice.until(lambda: len(alice.sent("Mutation")) == 2)

    await server.control("open", gate=channel)

    await call
    assert await rows(channel) == ["once"]


async def test_calls_made_offline_are_made_in_order_later(alice: Client, channel: str, rows: Rows) -> None:
    screen = await alice.watch("messages:bodies", channel=channel)
    await screen.shows([])
    await alice.network(offline=True)
    await alice.until(lambda: not alice.states[-1]["isWebSocketConnected"])

    calls = [alice.mutate("messages:send", body=f"{n}", channel=channel) for n in range(3)]
    doubled = alice.act("actions:double", number=4)
    await alice.do("state")
    assert not any(call.done() for call in (*calls, doubled))
    await alice.network()

    assert await doubled == {"value": 8}
    for call in calls:
        await call
    assert await rows(channel) == ["0", "1", "2"]
    assert screen.now == ["0", "1", "2"]


async def test_an_action_on_its_way_is_lost_with_the_line(alice: Client, server: Server, channel: str) -> None:
    call = alice.act("actions:hold", gate=channel)
    await server.control("arrived", gate=channel)

    await alice.network(offline=True)
    await alice.network()

    with pytest.raises(Failed, match="Connection lost while action was in flight"):
        await call
    await server.control("open", gate=channel)
    assert len(alice.sent("Action")) == 1


async def test_forty_messages_through_a_line_that_breaks_all_the_time(alice: Client, channel: str, rows: Rows) -> None:
    bodies = [f"{n}" for n in range(40)]
    calls = [alice.mutate("messages:send", body=body, channel=channel) for body in bodies]
    for kind, then in itertools.product(("MutationResponse", "Transition"), ("cut before", "cut after")):
        await alice.rule("received", kind, then)

    for call in calls:
        await call

    assert await rows(channel) == bodies
    assert len(alice.sent("Connect")) == 5


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        *((code, "") for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 4000, 4040)),
        (1011, "InternalServerError"),
        (1013, "TooManyConcurrentRequests"),
        (1008, "Something that no client knows"),
    ],
)
async def test_a_closed_socket_heals_whatever_the_reason(
    alice: Client, bob: Client, server: Server, channel: str, code: int, reason: str
) -> None:
    screen = await alice.watch("messages:bodies", channel=channel)
    await screen.shows([])

    await server.control("close", code=code, reason=reason)
    await alice.until(lambda: (code, reason) in alice.closes)
    await bob.mutate("messages:send", body="meanwhile", channel=channel)

    await screen.shows(["meanwhile"])
    assert screen.changes == [[], ["meanwhile"]]
    assert alice.sent("Connect")[-1]["connectionCount"] >= 1


async def test_the_line_breaks_without_a_word(alice: Client, bob: Client, channel: str) -> None:
    screen = await alice.watch("messages:bodies", channel=channel)
    await screen.shows([])

    await alice.network(offline=True)
    await bob.mutate("messages:send", body="meanwhile", channel=channel)
    assert screen.now == []
    await alice.network()

    await screen.shows(["meanwhile"])


async def test_a_client_that_has_reconnected_forgets_its_back_off(alice: Client, server: Server, channel: str) -> None:
    still = await alice.watch("messages:count", channel=channel)
    await still.shows(0)

    for times in range(1, 4):
        await server.control("close", code=1011, reason="")
        await alice.until(lambda times=times: alice.states[-1]["connectionCount"] > times)  # type: ignore[misc]  # bound now
        await alice.until(lambda: alice.states[-1]["connectionRetries"] == 0)

    assert any(state["connectionRetries"] > 0 for state in alice.states)


async def test_what_is_shown_stays_while_the_line_is_broken(alice: Client, server: Server, channel: str) -> None:
    counted = await alice.watch("messages:count", channel=channel)
    failing = await alice.watch("errors:refusal")
    await counted.shows(0)
    await failing.fails()

    await server.control("close", code=1011, reason="")
    await alice.has_reconnected()
    await alice.until(lambda: alice.states[-1]["connectionRetries"] == 0 and alice.states[-1]["isWebSocketConnected"])

    assert counted.changes == [0]


async def test_a_page_comes_back_with_its_journal(alice: Client, server: Server, channel: str) -> None:
    listed = await alice.list("messages:page", 2, channel=channel)
    await listed.lists([], "Exhausted")
    (given,) = [each["journal"] for frame in alice.received("Transition") for each in frame["modifications"]]
    assert isinstance(given, str)

    await server.control("close", code=1011, reason="")
    asked = len(alice.sent("ModifyQuerySet"))
    await alice.until(lambda: len(alice.sent("ModifyQuerySet")) > asked)

    (added,) = alice.sent("ModifyQuerySet")[-1]["modifications"]
    assert added["journal"] == given


async def test_a_server_that_is_silent_is_left(alice: Client) -> None:
    await alice.rule("received", "Ping", "lose", always=True)
    await alice.do("tune", threshold=150)
    await alice.mutate("values:echoMutation", value=1)

    await alice.has_reconnected()

    assert alice.sent("Connect")[1]["lastCloseReason"] == "InactiveServer"


async def test_pings_keep_a_quiet_client(alice: Client) -> None:
    await alice.do("tune", threshold=800)
    await alice.mutate("values:echoMutation", value=1)

    await alice.until(lambda: alice.pings >= 6)

    assert alice.closes == []


async def test_a_mutation_that_can_never_work_does_not_cost_the_line(alice: Client, channel: str) -> None:
    deep: object = 1
    for _ in range(60):
        deep = [deep]
    poison = [
        alice.mutate("values:echoMutation", value=deep),
        alice.mutate("values:echoMutation"),
        alice.mutate("errors:plainMutation"),
        alice.mutate("x" * 10_000),
    ]

    for call in poison:
        with pytest.raises(Failed):
            await call
    await alice.mutate("messages:send", body="after it", channel=channel)
    assert len(alice.dialled) == 1


@pytest.mark.parametrize("size", [100_000, 1_000_000, 4_000_000])
async def test_arguments_too_large_are_answered(alice: Client, channel: str, size: int) -> None:
    with pytest.raises(Failed, match="large"):
        await alice.mutate("messages:send", body="x" * size, channel=channel)

    await alice.mutate("messages:send", body="small", channel=channel)
    assert len(alice.dialled) == 1


async def test_a_client_with_the_usual_back_off_comes_back_too(node: Node, server: Server, channel: str) -> None:
    usual = await node.open(server.address, backoff=None)
    screen = await usual.watch("messages:count", channel=channel)
    await screen.shows(0)

    await server.control("close", code=1011, reason="")
    await usual.has_reconnected()

    await usual.mutate("messages:send", body="back", channel=channel)
    assert screen.now == 1
