"""Parsing of frames."""

from __future__ import annotations

import json

import pytest
from tests.reflow.wire.toy import Result

from reflow.results import Failure, Outcome, QueryResult
from reflow.wire import frames, messages


@pytest.mark.parametrize("ts", [0, 1, 255, 2**32, 2**63 - 1])
def test_a_timestamp_comes_back(ts: int) -> None:
    assert len(frames.timestamp(ts)) == 12
    assert messages.timestamp(frames.timestamp(ts)) == ts


@pytest.mark.parametrize("ts", [-1, 2**63, 2**64])
def test_a_timestamp_no_client_can_compare_is_never_sent(ts: int) -> None:
    with pytest.raises(ValueError, match="not a timestamp"):
        frames.timestamp(ts)


@pytest.mark.parametrize("text", ["", "AAAA", "AAAAAAAAAAA", "AAAAAAAAAAAAAAAA", "AAAAAAAAA A="])
def test_a_timestamp_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(messages.BadFrame):
        messages.timestamp(text)


def test_a_transition_holds_the_value_as_it_was_encoded() -> None:
    made = frames.query_result(3, Result('{"z":1,"a":[2.50]}', journal="page\n1"))
    frame = frames.transition(frames.BEGINNING, frames.version(1, 2, 3), (made,), frames.clock(-5, 10**18))

    assert '{"z":1,"a":[2.50]}' in frame
    assert json.loads(frame) == {
        "type": "Transition",
        "startVersion": {"querySet": 0, "identity": 0, "ts": "AAAAAAAAAAA="},
        "endVersion": {"querySet": 1, "identity": 2, "ts": "AwAAAAAAAAA="},
        "modifications": [
            {
                "type": "QueryUpdated",
                "queryId": 3,
                "value": {"z": 1, "a": [2.5]},
                "logLines": [],
                "journal": "page\n1",
            }
        ],
        "clientClockSkew": -5,
        "serverTs": 10**18,
    }


def test_an_ordinary_error_has_no_error_data() -> None:
    frame = json.loads(frames.query_result(0, QueryResult(Failure('It "broke"'))))

    assert frame == {
        "type": "QueryFailed",
        "queryId": 0,
        "errorMessage": 'It "broke"',
        "logLines": [],
        "journal": None,
    }


@pytest.mark.parametrize("data", [{}, {"code": "x", "n": None}])
def test_a_deliberate_error_has(data: dict[str, object]) -> None:
    frame = json.loads(frames.action_response(0, Outcome(failure=Failure("No", data))))

    assert frame["errorData"] == data


def test_error_data_that_clients_cannot_read_is_left_out() -> None:
    frame = json.loads(frames.action_response(0, Outcome(failure=Failure("No", {"naïve": 1}))))

    assert "errorData" not in frame


def test_half_a_character_in_a_message_is_replaced() -> None:
    assert json.loads(frames.auth_error("cut \ud83d", 0, attempted=True))["error"] == "cut ?"


def test_nothing_returned_is_null() -> None:
    assert json.loads(frames.mutation_response(0, Outcome(None, 5), 5))["result"] is None


def test_every_client_message_is_read() -> None:
    read = messages.decode(
        '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":['
        '{"type":"Add","queryId":1,"udfPath":"a:b","args":[{}],"journal":null,"componentPath":"x"},'
        '{"type":"Remove","queryId":0}]}'
    )

    assert isinstance(read, messages.ModifyQuerySet)
    assert [type(each) for each in read.modifications] == [messages.Add, messages.Remove]


def test_a_mutation_is_found_by_its_first_bytes_only() -> None:
    inside = '{"type":"Event","event":"' + "x" * 400 + '\\"type\\":\\"Mutation\\",\\"requestId\\":3"}'

    assert messages.unread(inside) is None
    assert messages.unread('{"type": "Action", "requestId": 12, "udfPath"') == messages.Unreadable("Action", 12)
