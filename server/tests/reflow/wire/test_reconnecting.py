"""A client that reconnects never sees an older state, and no call takes effect twice."""

from __future__ import annotations

import asyncio

import pytest
from tests.reflow.until import until
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.peer import Peer, add, mutation, number
from tests.reflow.wire.toy import ToyEngine

from reflow.results import Outcome
from reflow.wire.limits import Limits


async def test_a_repeated_mutation_is_answered_and_not_run_again(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    await peer.say(mutation(0, "messages:send", body="once"))
    first = await peer.settled(0)
    await peer.socket.close()

    back = await stage.join()
    await back.introduce("a-session", count=1, observed=number(first["ts"]))
    await back.follow(add(0, "messages:list"))
    await back.until(lambda: back.results == {0: ["once"]})
    await back.say(mutation(0, "messages:send", body="once"))

    assert await back.settled(0) == first
    assert toy.ran == ["once"]


async def test_the_first_transition_waits_for_what_is_sent_again(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    observed = toy.ts
    await peer.say(mutation(0, "messages:send", body="unseen"))
    await peer.settled(0)

    back = await stage.join()
    await back.introduce("a-session", count=1, observed=observed)
    await back.follow(add(0, "messages:list"))
    await back.say({"type": "Action", "requestId": 9, "udfPath": "actions:echo", "args": [{}]})
    await back.response(9)
    assert back.transitions == []
    await back.say(mutation(0, "messages:send", body="unseen"))
    await back.settled(0)

    assert [frame["type"] for frame in back.frames] == ["ActionResponse", "MutationResponse", "Transition"]
    assert back.results == {0: ["unseen"]}


async def test_the_first_transition_waits_for_the_state_of_a_repeated_answer(
    stage: Stage, peer: Peer, toy: ToyEngine
) -> None:
    observed = toy.ts
    await peer.say(mutation(0, "messages:send", body="unseen"))
    await peer.settled(0)
    # The answer is stored without its commit's state, so a repetition names a later one.
    toy.stored["a-session", 0] = Outcome(toy.stored["a-session", 0].value, toy.ts + 5)

    back = await stage.join()
    await back.introduce("a-session", count=1, observed=observed)
    await back.follow(add(0, "messages:list"))
    await back.say(mutation(0, "messages:send", body="unseen"))
    await back.response(0)
    await back.say({"type": "Action", "requestId": 9, "udfPath": "actions:echo", "args": [{}]})
    await back.response(9)
    assert back.transitions == []
    toy.committed = toy.ts + 5
    toy.release()

    await back.until(lambda: back.results == {0: ["unseen"]})
    assert back.ts == toy.ts


async def test_the_first_transition_waits_for_what_still_runs_for_the_old_connection(
    stage: Stage, peer: Peer, toy: ToyEngine
) -> None:
    first = toy.gates["messages:sendSlowly"] = asyncio.Event()
    await peer.say(mutation(0, "messages:sendSlowly", body="unseen"))
    await toy.has_started("messages:sendSlowly")
    await peer.socket.close()

    back = await stage.join()
    await back.introduce("a-session", count=1, observed=toy.ts)
    await back.follow(add(0, "messages:list"))
    await back.say(mutation(0, "messages:sendSlowly", body="unseen"))
    await back.say({"type": "Action", "requestId": 8, "udfPath": "actions:echo", "args": [{}]})
    await back.response(8)
    again = asyncio.Event()
    toy.on_commit = lambda: toy.gates.update({"messages:sendSlowly": again})
    first.set()
    await until(lambda: toy.begun["messages:sendSlowly"] == 2)
    for number_ in (9, 10):
        await back.say({"type": "Action", "requestId": number_, "udfPath": "actions:echo", "args": [{}]})
        await back.response(number_)
    assert ["unseen"] not in back.results.values(), "without its answer the page shows its own row beside it"
    again.set()
    await back.settled(0)

    assert back.results == {0: ["unseen"]}
    assert toy.ran == ["unseen"]


async def test_answers_still_on_screen_do_not_vanish(stage: Stage, toy: ToyEngine) -> None:
    toy.held.add("messages:slow")
    back = await stage.join()
    await back.introduce("a-session", count=1)
    await back.follow(add(0, "messages:slow"), add(1, "messages:list"))
    await back.say({"type": "Action", "requestId": 9, "udfPath": "actions:echo", "args": [{}]})
    await back.response(9)
    assert back.transitions == []
    toy.held.clear()
    toy.release()

    await back.hear()

    assert back.results == {0: [], 1: []}


async def test_nobody_is_taken_back_behind_what_they_saw(stage: Stage, toy: ToyEngine) -> None:
    toy.lagging = True
    toy.committed = 50
    back = await stage.join()
    await back.introduce("a-session", count=1, observed=50)
    await back.follow(add(0, "messages:list"))
    await back.say({"type": "Action", "requestId": 9, "udfPath": "actions:echo", "args": [{}]})
    await back.response(9)
    assert back.transitions == []

    toy.release()
    await back.hear()

    assert back.ts == 50


class TestImpatient:
    """The server holds a Transition back only for a limited time."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(resend_timeout=0.05, timeout=0.05)

    async def test_for_mutations_that_never_come(self, stage: Stage) -> None:
        gone = await stage.meet()
        await gone.say(mutation(0, "messages:send", body="forgotten"))
        await gone.settled(0)
        back = await stage.join()
        await back.introduce("a-session", count=1)
        await back.follow(add(0, "messages:list"))

        await back.until(lambda: back.results == {0: ["forgotten"]})

    async def test_for_queries_without_an_answer(self, stage: Stage, toy: ToyEngine) -> None:
        toy.held.add("messages:slow")
        back = await stage.join()
        await back.introduce("a-session", count=1)
        await back.follow(add(0, "messages:slow"), add(1, "messages:list"))

        await back.until(lambda: back.results == {1: []})

    async def test_for_a_state_that_is_lost(self, stage: Stage) -> None:
        back = await stage.join()
        await back.introduce("a-session", count=1, observed=10**15)
        await back.follow(add(0, "messages:list"))

        await back.until(lambda: back.results == {0: []})


async def test_the_server_says_goodbye_when_it_stops(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    gate = toy.gates["messages:sendSlowly"] = asyncio.Event()
    await peer.say(mutation(0, "messages:sendSlowly", body="finished"))
    await toy.has_started("messages:sendSlowly")

    stopping = asyncio.ensure_future(stage.wire.shutdown())
    assert await peer.ending() == 1012
    gate.set()
    await stopping

    assert toy.ran == ["finished"]
