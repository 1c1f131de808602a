"""A mutation's response comes before the Transition with its effects, and that Transition always follows."""

from __future__ import annotations

import asyncio
import re

import pytest
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.peer import Peer, add, mutation, number
from tests.reflow.wire.toy import ToyEngine

from reflow.wire.limits import Limits


async def test_the_response_comes_before_its_effects(peer: Peer) -> None:
    await peer.follow(add(0, "messages:list"))
    await peer.hear()

    await peer.say(mutation(0, "messages:send", body="hello"))
    response, transition = await peer.hear(), await peer.hear()

    assert response == {
        "type": "MutationResponse",
        "requestId": 0,
        "success": True,
        "result": 1,
        "ts": transition["endVersion"]["ts"],
        "logLines": [],
    }
    assert transition["modifications"][0]["value"] == ["hello"]


async def test_a_mutation_is_settled_for_a_client_that_follows_nothing(peer: Peer, toy: ToyEngine) -> None:
    await peer.say(mutation(0, "messages:touch"))

    await peer.settled(0)

    assert peer.ts == toy.ts


async def test_a_mutation_that_fails_is_followed_by_a_transition_too(peer: Peer) -> None:
    await peer.say(mutation(0, "messages:refuse"))
    response, transition = await peer.hear(), await peer.hear()

    assert response["success"] is False
    assert response["result"] == "Refused on purpose"
    assert response["errorData"] == {"code": "refused", "message": "Refused on purpose", "depth": 3}
    assert transition["type"] == "Transition"


async def test_an_exception_is_answered_with_nothing_of_its_reason(
    peer: Peer, caplog: pytest.LogCaptureFixture
) -> None:
    await peer.say(mutation(0, "messages:crash"))
    response = await peer.settled(0)

    assert re.fullmatch(r"Server Error \([0-9a-f]{8}\)", response["result"])
    assert "errorData" not in response
    (line,) = [record for record in caplog.records if record.name.startswith("reflow.")]
    assert line.exc_info is not None
    assert str(line.exc_info[1]) == "the secret reason"
    assert vars(line)["incident"] in response["result"]


async def test_the_transition_waits_for_the_state_that_shows_the_mutation(peer: Peer, toy: ToyEngine) -> None:
    await peer.follow(add(0, "messages:list"))
    await peer.hear()
    toy.lagging = True

    await peer.say(mutation(0, "messages:send", body="hello"))
    response = await peer.response(0)
    assert peer.ts < number(response["ts"])
    toy.release()

    await peer.until(lambda: peer.ts == number(response["ts"]))
    assert peer.results == {0: ["hello"]}


async def test_other_news_is_not_delayed_by_a_state_that_is_not_reached(peer: Peer, toy: ToyEngine) -> None:
    toy.lagging = True
    await peer.say(mutation(0, "messages:send", body="hello"))
    response = await peer.response(0)

    await peer.follow(add(0, "messages:echo", value=1))
    await peer.until(lambda: peer.results == {0: 1})

    assert peer.ts < number(response["ts"])


async def test_a_writer_stays_connected_through_a_stall_of_the_engine(
    peer: Peer, toy: ToyEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []

    async def gives_up(ts: int) -> None:
        """As an engine does after ten seconds."""
        waits.append(ts)
        if len(waits) < 3:
            raise TimeoutError
        toy.release()

    monkeypatch.setattr(toy, "reached", gives_up)
    toy.lagging = True
    await peer.follow(add(0, "messages:list"))
    await peer.say(mutation(0, "messages:send", body="hello"))
    await peer.settled(0)

    await peer.until(lambda: "hello" in str(peer.results.get(0)))
    assert len(waits) == 3


async def test_fifty_mutations_at_once_run_in_order(peer: Peer, toy: ToyEngine) -> None:
    await peer.say(*(mutation(each, "messages:send", body=f"{each}") for each in range(50)))

    await peer.settled(49)

    assert toy.ran == [f"{each}" for each in range(50)]
    assert [f["requestId"] for f in peer.frames if f["type"] == "MutationResponse"] == list(range(50))


async def test_a_page_that_reconnects_keeps_its_order_over_both_connections(stage: Stage, toy: ToyEngine) -> None:
    old = await stage.meet("page")
    gate = toy.gates["messages:sendSlowly"] = asyncio.Event()
    await old.say(mutation(0, "messages:sendSlowly", body="first"), mutation(1, "messages:send", body="second"))
    await toy.has_started("messages:sendSlowly")

    new = await stage.join()
    await new.introduce("page", count=1)
    await new.say(
        mutation(0, "messages:sendSlowly", body="first"),
        mutation(1, "messages:send", body="second"),
        mutation(2, "messages:send", body="third"),
    )
    await new.follow(add(0, "messages:list"))
    gate.set()
    await new.settled(2)

    assert toy.ran == ["first", "second", "third"]


async def test_who_leaves_cuts_nothing_off_and_starts_nothing(stage: Stage, toy: ToyEngine) -> None:
    leaving = await stage.meet("page")
    gate = toy.gates["messages:sendSlowly"] = asyncio.Event()
    await leaving.say(mutation(0, "messages:sendSlowly", body="running"), mutation(1, "messages:send", body="waiting"))
    await toy.has_started("messages:sendSlowly")

    await leaving.socket.close()
    await stage.is_empty()
    gate.set()
    back = await stage.meet("page")
    await back.say(mutation(2, "messages:touch"))
    await back.settled(2)

    assert toy.ran == ["running"]


async def test_sessions_do_not_wait_for_each_other(stage: Stage, toy: ToyEngine) -> None:
    gate = toy.gates["messages:sendSlowly"] = asyncio.Event()
    slow, quick = await stage.meet("slow"), await stage.meet("quick")
    await slow.say(mutation(0, "messages:sendSlowly", body="later"))
    await toy.has_started("messages:sendSlowly")

    await quick.say(mutation(0, "messages:send", body="at once"))

    assert (await quick.settled(0))["success"]
    gate.set()


async def test_actions_run_beside_each_other(peer: Peer, toy: ToyEngine) -> None:
    toy.gates["actions:wait"] = asyncio.Event()
    await peer.say({"type": "Action", "requestId": 0, "udfPath": "actions:wait", "args": [{}]})
    await peer.say({"type": "Action", "requestId": 1, "udfPath": "actions:echo", "args": [{"a": 1}]})

    response = await peer.response(1)

    assert response == {
        "type": "ActionResponse",
        "requestId": 1,
        "success": True,
        "result": {"a": 1},
        "logLines": [],
    }
    toy.gates["actions:wait"].set()
    assert (await peer.response(0))["success"]


async def test_an_action_may_refuse(peer: Peer) -> None:
    await peer.say({"type": "Action", "requestId": 0, "udfPath": "actions:refuse", "args": [{}]})

    assert (await peer.response(0))["errorData"] == {"code": "refused"}


async def test_an_unknown_function_is_answered(peer: Peer) -> None:
    await peer.say(mutation(0, "messages:nowhere"))

    assert "Could not find public function" in (await peer.settled(0))["result"]


class TestFewPending:
    """With so many pending calls, the server stops reading."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(pending=2)

    async def test_all_of_them_run_in_the_end(self, peer: Peer, toy: ToyEngine) -> None:
        await peer.say(*(mutation(each, "messages:send", body=f"{each}") for each in range(20)))

        await peer.settled(19)

        assert len(toy.ran) == 20


class TestFewLargePending:
    """Each waiting call with a file holds the file in memory."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(large=frozenset({"actions:echo"}))

    async def test_reading_waits_while_two_of_them_are_pending(self, peer: Peer, toy: ToyEngine) -> None:
        await peer.authenticate("good-alice")
        gate = toy.gates["actions:echo"] = asyncio.Event()
        for each in range(3):
            await peer.say(
                {"type": "Action", "requestId": each, "udfPath": "actions:echo", "args": [{"a": "x" * 70_000}]}
            )
        await peer.say({"type": "Action", "requestId": 3, "udfPath": "actions:whoAmI", "args": [{}]})

        for _ in range(500):
            await asyncio.sleep(0)
        gate.set()
        await peer.response(3)
        answered = [frame["requestId"] for frame in peer.frames if "requestId" in frame]

        assert answered[0] != 3
        assert len(answered) > 1
