"""A page's usual calls and subscriptions."""

from __future__ import annotations

import pytest
from tests.reflow.conformance.clients import Client
from tests.reflow.conformance.conftest import Rows
from tests.reflow.conformance.screens import Failed
from tests.reflow.conformance.servers import Server


async def test_what_alice_writes_appears_on_her_screen_and_on_bobs(alice: Client, bob: Client, channel: str) -> None:
    hers, his = (
        await alice.watch("messages:bodies", channel=channel),
        await bob.watch("messages:bodies", channel=channel),
    )
    await hers.shows([])
    await his.shows([])

    await alice.mutate("messages:send", body="Hello", channel=channel)

    assert hers.history == [[], ["Hello"]]
    await his.shows(["Hello"])


async def test_a_mutation_ends_on_a_page_that_shows_nothing(alice: Client, channel: str) -> None:
    sent = await alice.mutate("messages:send", body="Hello", channel=channel)

    assert isinstance(sent["value"], int)


async def test_a_mutation_that_writes_nothing_ends_too(alice: Client) -> None:
    assert await alice.mutate("values:echoMutation", value=7) == {"value": 7}


async def test_a_result_that_stays_the_same_is_not_sent_again(alice: Client, channel: str) -> None:
    empty = await alice.watch("messages:isEmpty", channel=channel)
    await empty.shows(True)

    for body in ("one", "two", "three"):
        await alice.mutate("messages:send", body=body, channel=channel)

    assert empty.history == [True, False]
    updates = [each for frame in alice.received("Transition") for each in frame["modifications"]]
    assert [update["value"] for update in updates] == [True, False]


async def test_equal_questions_are_asked_once_and_withdrawn_once(alice: Client, channel: str) -> None:
    first, second = [await alice.watch("messages:count", channel=channel) for _ in range(2)]
    await second.shows(0)

    await first.leave()
    await alice.mutate("messages:send", body="Hello", channel=channel)
    assert second.now == 1
    assert first.now == 0
    await second.leave()
    await alice.mutate("messages:send", body="Hello again", channel=channel)

    changes = [each["type"] for frame in alice.sent("ModifyQuerySet") for each in frame["modifications"]]
    assert changes == ["Add", "Remove"]
    assert second.now == 1


async def test_thirty_queries_that_appear_at_once_are_answered_together(
    alice: Client, server: Server, channel: str
) -> None:
    # On a busy machine, some would be slow and be answered one by one.
    await server.control("be_patient", patient=True)
    await (await alice.watch("messages:mine")).shows("anonymous")
    answered = len(alice.received("Transition"))

    # This way all thirty have arrived before the server reads, however busy the machine is.
    with server.frozen():
        watches = await alice.watch_all("messages:count", [{"channel": f"{channel} {n}"} for n in range(30)])
    for watch in watches:
        await watch.shows(0)
    await server.control("be_patient", patient=False)

    assert len(alice.sent("ModifyQuerySet")) >= 30
    assert len(alice.received("Transition")) - answered <= 3


async def test_fifty_mutations_at_once_stay_in_order(alice: Client, channel: str, rows: Rows) -> None:
    bodies = [f"{n}" for n in range(50)]
    calls = [alice.mutate("messages:send", body=body, channel=channel) for body in bodies]
    results = [(await call)["value"] for call in calls]

    assert results == sorted(results)
    assert await rows(channel) == bodies
    responses = [frame["requestId"] for frame in alice.received("MutationResponse")]
    assert responses == list(range(50))


async def test_actions_do_not_wait_for_each_other(alice: Client, server: Server, channel: str) -> None:
    slow = alice.act("actions:hold", gate=channel)
    await server.control("arrived", gate=channel)

    assert await alice.act("actions:double", number=21) == {"value": 42}
    assert not slow.done()
    await server.control("open", gate=channel)
    assert await slow == {"value": channel}


async def test_an_action_sees_what_it_wrote(alice: Client) -> None:
    before = (await alice.act("actions:relay", body="one"))["value"]

    assert await alice.act("actions:relay", body="two") == {"value": before + 1}


async def test_every_spelling_of_a_path_is_understood(alice: Client, channel: str) -> None:
    assert await alice.ask("messages") == "default export"
    assert await alice.ask("messages:default") == "default export"
    assert await alice.ask("deeply/nested/module:hello") == "nested"
    assert await alice.ask("messages.js:count", channel=channel) == 0

    await alice.mutate("messages.js:send", body="Hello", channel=channel)
    assert alice.sent("Mutation")[-1]["udfPath"] == "messages.js:send"


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("messages:nowhere", "messages:nowhere"),
        ("nowhere:list", "nowhere:list"),
        ("messages:send", "messages:send"),
        ("nowhere", "nowhere"),
        ("nowhere:default", "nowhere"),
        ("nowhere.js:list", "nowhere:list"),
    ],
)
async def test_a_query_that_does_not_exist_is_an_error_in_words(alice: Client, path: str, named: str) -> None:
    failed = await (await alice.watch(path)).fails()

    assert f"Could not find public function for '{named}'" in str(failed)
    assert not failed.is_refusal


async def test_calls_that_do_not_exist_are_errors_in_words(alice: Client) -> None:
    for call in (alice.mutate("messages:nowhere"), alice.mutate("messages:list"), alice.act("messages:send")):
        with pytest.raises(Failed, match="Could not find public function"):
            await call


@pytest.mark.parametrize("args", [{}, {"body": 7}, {"body": "x", "surplus": 1}, {"body": "x" * 2001}])
async def test_arguments_that_do_not_fit_are_errors_in_words(alice: Client, args: dict[str, object]) -> None:
    with pytest.raises(Failed) as failed:
        await alice.mutate("messages:send", **args)

    assert not failed.value.is_refusal
    assert "Server Error" not in str(failed.value)
    query = await (await alice.watch("messages:count", **args)).fails() if args else None
    assert query is None or not query.is_refusal
