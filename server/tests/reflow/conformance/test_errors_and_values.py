"""Clients get errors with the right messages, and values unchanged."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reflow.conformance.clients import Client
from tests.reflow.conformance.screens import Failed

REFUSAL = {"code": "refused", "message": "You shall not pass.", "answer": 42}
VALUES = {
    "integers": [{"$integer": "AAAAAAAAAIA="}, {"$integer": "/////////38="}, {"$integer": "AAAAAAAAAAA="}],
    "zero below": {"$float": "AAAAAAAAAIA="},
    "infinite": [{"$float": "AAAAAAAA8H8="}, {"$float": "AAAAAAAA8P8="}],
    "no number": {"$float": "AAAAAAAA+H8="},
    "numbers": [0, 1.5, 1e300, 5e-324, -7, 9007199254740991, 0.1],
    "bytes": [{"$bytes": ""}, {"$bytes": "AP8="}],
    "text": ["", "naïve ключ 🙂", '\u2028 " \\ \x01'],
    "nested": {"a": [{"b": [None, True, False, []]}], "": {}},
}


async def test_a_bug_is_hidden_from_clients(alice: Client) -> None:
    failed = [await (await alice.watch("errors:plain")).fails()]
    for call in (alice.mutate("errors:plainMutation"), alice.act("errors:plainAction")):
        with pytest.raises(Failed) as raised:
            await call
        failed.append(raised.value)

    for each in failed:
        assert "Server Error" in str(each)
        assert "secret" not in str(each)
        assert not each.is_refusal
    assert "errorData" not in str(alice.frames)


async def test_a_refusal_carries_what_it_has_to_say(alice: Client) -> None:
    failed = await (await alice.watch("errors:refusal")).fails()
    assert failed.is_refusal
    assert failed.data == REFUSAL

    for call in (alice.mutate("messages:sendThenFail", body="x"), alice.act("actions:refuse")):
        with pytest.raises(Failed, match=r"No\.") as raised:
            await call
        assert raised.value.data["code"] == "refused"


async def test_a_refusal_of_what_an_action_calls_arrives_whole(alice: Client) -> None:
    below = {"code": "refused", "message": "No.", "detail": {"body": "x"}}
    for path, args, data in (("actions:refusedBelow", {"body": "x"}, below), ("actions:refusedAsked", {}, REFUSAL)):
        with pytest.raises(Failed) as raised:
            await alice.act(path, **args)
        assert raised.value.is_refusal
        assert raised.value.data == data


async def test_a_query_goes_from_error_to_value_and_back(alice: Client, channel: str) -> None:
    screen = await alice.watch("errors:whileEmpty", channel=channel)
    assert (await screen.fails()).data == {"code": "empty", "message": "Nobody wrote yet."}

    sent = await alice.mutate("messages:send", body="Hello", channel=channel)
    assert screen.now == 1
    await alice.mutate("messages:remove", messageId=sent["value"])

    assert (await screen.fails()).data["code"] == "empty"


async def test_a_value_that_would_stop_the_client_fails_alone(alice: Client, channel: str) -> None:
    bad, good = await alice.watch("values:bad"), await alice.watch("messages:bodies", channel=channel)
    assert not (await bad.fails()).is_refusal

    await alice.mutate("messages:send", body="Hello", channel=channel)

    assert good.now == ["Hello"]


async def test_there_are_no_log_lines(alice: Client, channel: str) -> None:
    await (await alice.watch("errors:refusal")).fails()
    await alice.mutate("messages:send", body="Hello", channel=channel)
    await alice.act("actions:double", number=1)

    lines = [frame["logLines"] for kind in ("MutationResponse", "ActionResponse") for frame in alice.received(kind)]
    lines += [each["logLines"] for frame in alice.received("Transition") for each in frame["modifications"]]
    assert lines == [[]] * 3


@pytest.mark.parametrize("name", VALUES)
async def test_every_value_goes_there_and_back(alice: Client, name: str) -> None:
    value = VALUES[name]

    assert await alice.ask("values:echo", value=value) == value
    assert (await alice.mutate("values:echoMutation", value=value))["value"] == value
    assert (await alice.act("values:echoAction", value=value))["value"] == value


@pytest.mark.parametrize(("args", "found"), [({}, "unset"), ({"value": 1}, "set")])
async def test_an_argument_that_may_be_unset_is_unset_where_it_is_not_given(
    alice: Client, args: dict[str, Any], found: str
) -> None:
    assert await alice.ask("values:unsetAsked", **args) == found
    assert (await alice.mutate("values:unset", **args))["value"] == found
    assert (await alice.act("values:unsetTaken", **args))["value"] == found


async def test_a_large_integer_of_ours_arrives(alice: Client) -> None:
    assert await alice.ask("values:big") == VALUES["integers"][1]


async def test_undefined_fields_are_left_out(alice: Client) -> None:
    assert await alice.do("askUndefined", path="values:echo") == {"value": {"kept": 1}}


@pytest.mark.parametrize("value", [{"$integer": "AAAA"}, {"$float": "AAAAAAAA8D8="}, {"$bytes": "A"}, {"$set": []}])
async def test_what_is_no_value_is_refused_and_the_line_holds(alice: Client, value: Any) -> None:
    assert await alice.ask("messages") == "default export"
    await alice.do(
        "sendRaw",
        frame={"type": "Mutation", "requestId": 1000, "udfPath": "values:echoMutation", "args": [{"value": value}]},
    )
    await alice.until(lambda: bool(alice.received("MutationResponse")))

    assert alice.received("MutationResponse")[0]["success"] is False
    assert await alice.ask("messages") == "default export"
    assert len(alice.dialled) == 1
